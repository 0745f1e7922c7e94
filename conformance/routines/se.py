"""Sweden 2026, by SKV 433, SFL 10-12, IL 63, 65 and 67, SAL 2 and lag (2026:100)."""
from exact import F, cut, half_up, num, paydays, up

PBB, IBB = F(59200), F(83400)
BASIC = [("0.99", "0.423", 0), ("2.72", "0.423", 20), ("3.11", "0.77", 0), ("7.88", "0.77", -10), (None, "0.293", 0)]
SPECIAL = [("0.91", "0.687", 0), ("1.11", "0.885", -20), ("1.965", "0.600", "5.7"), ("2.72", "0.333", "19.49"),
           ("3.11", "-0.212", "39.49"), ("3.24", "-0.523", "49.49"), ("5.00", "-0.073", "35.6"), ("7.88", "0.017", "33.8"),
           ("8.08", "0.703", "25.1"), ("11.16", "2.732", 0), ("12.84", "9.651", -62), (None, "1.691", 0)]
ONE_OFF = {1: [(25041, 0), (82800, 10), (192000, 21), (477600, 26), (660000, 34), (None, 54)],
           2: [(65800, 0), (477600, 26), (660000, 34), (None, 55)],
           3: [(25041, 0), (331200, 10), (477600, 26), (660000, 34), (None, 55)],
           4: [(25041, 0), (54000, 3), (192000, 22), (660000, 26), (None, 46)],
           5: [(25041, 0), (32400, 10), (160800, 29), (184800, 34), (660000, 38), (None, 54)],
           6: [(25041, 0), (160800, 29), (184800, 34), (660000, 38), (None, 54)]}
CONTRIBUTIONS = [("sickness_insurance", "3.55", "1.77"), ("parental_insurance", "2.00", "1.00"),
                 ("old_age_pension", "10.21", "10.21"), ("survivor_pension", "0.30", "0.15"),
                 ("labour_market", "2.64", "1.32"), ("work_injury", "0.10", "0.05"), ("general_payroll_tax", "12.62", "6.31")]
COLUMNS = ["wage_under_66", "pension_from_66", "wage_from_66", "sickness_under_66", "other_pensionable", "pension_under_66"]


def step(rows, y):
    """The row of an income in price base amounts, and where it begins."""
    begin = F(0)
    for to, amount, rate in rows:
        if to is None or y <= num(to):
            return num(amount) * PBB, num(rate) / 100, begin * PBB
        begin = num(to)


def year_tax(income, table, column):
    Y = cut(num(income) / 100) * 100
    y = Y / PBB
    amount, rate, begin = step(BASIC, y)
    deduction = amount + (Y - begin) * rate
    if column in (2, 3):
        amount, rate, _ = step(SPECIAL, y)
        deduction += amount + Y * rate
    G = up(min(deduction, Y) / 100) * 100
    taxable = Y - G
    state = cut(max(taxable - 643000, 0) * 20 / 100)
    municipal_rate = (F(table) - num("1.16")) / 100
    municipal = cut(taxable * municipal_rate)
    burial = cut(taxable * num("1.16") / 100)
    fee = F(0)
    if column in (1, 3, 5) and Y >= num("0.423") * PBB:
        x = min(Y, cut(num("8.07") * IBB)) * 7 / 100 / 100
        fee = (cut(x) + (1 if x - cut(x) > F(1, 2) else 0)) * 100
    service = cut(min(taxable / 100, F(1184)))
    on_state = min(fee, state)
    left = municipal - min(fee - on_state, municipal)
    credit = F(0)
    if column in (1, 4):
        if y <= num("0.91"):
            E = Y
        elif y <= num("3.24"):
            E = num("0.91") * PBB + (Y - num("0.91") * PBB) * num("38.74") / 100
        elif column == 4 or y <= num("8.08"):
            E = num("1.813") * PBB + (Y - num("3.24") * PBB) * num("25.1") / 100
        else:
            E = num("3.027") * PBB
        credit = max(E - G, 0) * municipal_rate
        if column == 4:
            credit = max(credit, Y * num("4.5") / 100 * municipal_rate)
    if column == 3:
        credit = Y * 22 / 100 if y <= num("1.75") else num("0.2635") * PBB + Y * 7 / 100 if y <= num("5.24") else num("0.6293") * PBB
    left -= min(cut(credit), left)
    left -= min(cut(min(max(taxable - 40000, 0) * num("0.75") / 100, F(1500))), left)
    return state - on_state + left + burial + fee + service


def month_tax(pay, table, column):
    if pay == 0:
        return F(0)
    upper = F(2000) if pay <= 2000 else up(pay / 100) * 100 if pay <= 20000 else up(pay / 200) * 200
    if pay <= 80000:
        return cut(year_tax(upper * 12, table, column) / 12)
    u = min(upper, F(2000000))
    tax = cut(year_tax(u * 12, table, column) / 12)
    p = tax * 100 / u
    percent = half_up(p) - (1 if p in (num("56.5"), num("57.5")) else 0)
    return cut(pay * percent / 100)


def one_off_percent(income, column):
    return next(rate for to, rate in ONE_OFF[column] if to is None or cut(num(income)) <= to)


def column_of(profile):
    older = profile.get("birth_year", 1970) <= 1959
    return {"wage": 3 if older else 1, "pension": 2 if older else 6, "sickness_compensation": 4,
            "other_pensionable": 5}[profile.get("income_type", "wage")]


def payslip(gross, profile, month, one_off=F(0), yearly_income=None, period="month"):
    table, column, born = profile.get("tax_table", 33), column_of(profile), profile.get("birth_year")
    regular, lines = cut(gross - one_off), []
    rate = profile.get("adjustment_rate", None if profile.get("main_income", True) else 30)
    if gross < 100:
        tax = F(0)
    elif rate is not None:
        tax = cut(regular * num(rate) / 100)
    else:
        tax = year_tax(regular, table, column) if period == "year" else month_tax(regular, table, column)
    lines.append(("income_tax", "employee", tax))
    if one_off > 0:
        percent = one_off_percent(yearly_income, column)
        lines.append(("income_tax_one_off", "employee", F(0) if gross < 100 else cut(cut(one_off) * percent / 100)))
    if profile.get("income_type", "wage") != "wage" or born and born <= 1937:
        return lines
    age = 2026 - 1 - born if born else 40  # when the year begins
    base = cut(gross)
    for key, full, half in CONTRIBUTIONS:
        if age >= 67 and key != "old_age_pension":
            continue
        low = min(base, F(25000)) if 18 <= age < 23 and month >= 4 else F(0)
        lines.append((key, "employer", half_up(low * num(half) / 100 + (base - low) * num(full) / 100, 2)))
    return lines


def year(request):
    days = paydays(request, "se", 12)
    income = sum(d["gross"] + d["one_off"] for d in days)
    out = []
    for d in days:
        gross = d["gross"] + d["one_off"]
        out.append({"n": d["n"], "gross": gross, "lines": payslip(gross, d["profile"], d["n"], d["one_off"], income)})
    return out
