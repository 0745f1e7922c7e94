"""The Netherlands 2026, by the Rekenvoorschriften, art. 20-26 Wet LB, art. 17 Wfsv and the
rates of the ministers. Age classes: 0 below AOW age, 1 born 1946 or later, 2 earlier."""
from exact import F, cut, half_up, num, paydays, up

PERIODS = {"year": 1, "month": 12, "four_weeks": 13, "week": 52, "day": 260}
CLASSES = ["below_aow", "aow_born_1946_or_later", "aow_born_1945_or_earlier"]
FIRST = [(38883, "35.75"), (38883, "17.85"), (41123, "17.85")]
AHK = [(3115, "0.06398"), (1556, "0.03195"), (1556, "0.03195")]
OLD = (("0.04156", "0.15483", "0.00974"), (498, 2647, 2840), "0.03250")
ARK = [(("0.08324", "0.31009", "0.01950"), (996, 5300, 5685), "0.06510"), OLD, OLD]
STARTS = [0, 11358, 12923, 23931, 29737, 34719, 38884, 41124, 45593, 46003, 59783, 78427, 143555]
STANDARD = [["35.75"] * 6 + ["37.56"] * 5 + ["49.50"] * 2, ["17.85"] * 6 + ["37.56"] * 5 + ["49.50"] * 2,
            ["17.85"] * 7 + ["37.56"] * 4 + ["49.50"] * 2]
SET_OFF = [["-35.75", "-8.32", "-31.01", "-1.95", "4.45", "4.45", "4.45", "4.45", "12.91", "12.91", "12.91", "6.51", 0]]
SET_OFF += [["-17.85"] * 5 + ["2.22", "2.22", "2.22", "6.45", "21.45", "6.45", "3.25", 0]] * 2


def tax_before_credits(L, c):
    """Each whole bracket is cut to the euro, and so is the part in the last one."""
    out, begin = F(0), 0
    for end, rate in [FIRST[c], (78426, "37.56"), (None, "49.50")]:
        if end is None or L <= end:
            return out + cut((L - begin) * num(rate) / 100)
        out, begin = out + cut((end - begin) * num(rate) / 100), end


def credits(L, c, single):
    most, factor = AHK[c]
    general = up(max(most - max(L - 29736, 0) * num(factor), 0)) if L < 78426 else 0
    s = F(0)
    rates, caps, taper = ARK[c]
    for begin, rate, cap in zip((0, 11965, 25845), rates, caps):
        s = min(s + max(L - begin, 0) * num(rate), cap)
    labour = up(max(s - max(L - 45592, 0) * num(taper), 0)) if L < 132920 else 0
    elderly = up(max(2067 - max(L - 46002, 0) * num("0.15"), 0)) if c and L < 59782 else 0
    return general + labour + elderly + (540 if c and single else 0)


def wage_tax(wage, period, c=0, credit=True, single=False):
    n = PERIODS[period]
    L = min(cut(wage * n / 54) * 54, F(133110))
    year = max(tax_before_credits(L, c) - (credits(L, c, single) if credit else 0), 0)
    tax = half_up(year / n, 2)
    if wage > up(F(133110) / n, 2):
        tax += cut(half_up(wage - F(133110) / n, 5) * num("49.50") / 100, 2)
    return tax


def reward_rate(year_wage, c=0, credit=True):
    row = max(i for i, start in enumerate(STARTS) if start <= year_wage)
    return num(STANDARD[c][row]) + (num(SET_OFF[c][row]) if credit else 0)


def payslip(gross, one_off, profile, period, base, year_wage):
    """The lines, given the base of the premiums."""
    c, credit = CLASSES.index(profile.get("age_class", "below_aow")), profile.get("tax_credit", True)
    director = profile.get("insurance") == "director"
    lines = [("income_tax", "employee", wage_tax(gross - one_off, period, c, credit, profile.get("single_elderly_credit", False)))]
    if one_off > 0:
        lines.append(("income_tax_one_off", "employee", cut(one_off * reward_rate(year_wage, c, credit) / 100, 2)))
    premium = lambda rate: cut(base * num(rate) / 100, 2)
    if director:
        lines.append(("health_insurance", "employee", premium("4.85")))
    elif c == 0:
        whk, back = premium(profile.get("whk_rate", "1.52")), premium(profile.get("wga_recovered_rate", 0))
        if back > 0:
            lines.append(("return_to_work_fund", "employee", back))
        lines.append(("unemployment_insurance", "employer", premium("7.74" if profile.get("awf_rate") == "high" else "2.74")))
        lines.append(("disability_insurance", "employer", premium("6.27" if profile.get("employer_size") == "small" else "7.63")))
        lines.append(("childcare_levy", "employer", premium("0.50")))
        lines.append(("return_to_work_fund", "employer", whk - back))
    if not director:
        lines.append(("health_insurance", "employer", premium("6.10")))
    return lines


def maximum(period, n=1):
    """The largest premium base of n paydays: of all of them that of the year."""
    return F(79409) if n == PERIODS[period] else cut(F(79409) / PERIODS[period], 2) * n


def components(items, gross, period):
    """The change of the wage and the lines of components: art. 11, 13, 13bis, 31a Wet LB. Pension
    premiums by rate are rounded half up each, on a base rounded half up."""
    wage, lines, n = F(0), [], PERIODS[period]
    for item in items:
        kind, amount = item["kind"], num(item.get("amount", 0))
        own, company, change = amount, F(0), F(0)
        if kind == "benefit_in_kind":
            own = num(item.get("own_contribution", 0))
            change = max(amount - own, F(0))
            company = num(item.get("cost", change))
        elif kind == "tax_free":
            own, company = -amount if item.get("paid", True) else F(0), num(item.get("cost", amount))
        elif kind == "salary_sacrifice":
            change = -amount
        elif kind == "pension" and "employee_rate" in item:
            most = num(item["maximum"]) / n if "maximum" in item else gross
            base = half_up(max(min(gross, most) - num(item.get("franchise", 0)) / n, F(0)), 2)
            own = half_up(base * num(item["employee_rate"]) / 100, 2)
            company, change = half_up(base * num(item.get("employer_rate", 0)) / 100, 2), -own
        elif kind == "pension":
            company, change = num(item.get("employer_amount", 0)), -amount
        elif kind == "net_payment":
            own = -amount
        wage += change
        lines += [(kind, "employee", own)] * (own != 0) + [(kind, "employer", company)] * (company > 0)
    return wage, lines


def year(request):
    period = request.get("period", "month")
    days, out, wages, bases = paydays(request, "nl", PERIODS[period]), [], F(0), F(0)
    first = None
    for i, d in enumerate(days):
        first = d["gross"] if first is None else first
        profile = d["profile"]
        year_wage = num(profile.get("reference_year_wage", first * PERIODS[period]))
        gross = d["gross"] + d["one_off"]
        wages += gross
        base = min(wages, maximum(period, i + 1)) - bases
        bases += base
        out.append({"n": d["n"], "gross": gross, "lines": payslip(gross, d["one_off"], profile, period, base, year_wage)})
    return out
