"""United Kingdom 2025-26 and 2026-27, by HMRC's specification of the tax table routines,
SI 2001/1004 (National Insurance, directors) and the pension and loan rules."""
from exact import F, cut, half_up, num, paydays, up

BANDS = {"": [(37700, 20), (125140, 40), (None, 45)]}
SCOTLAND = {2025: [(2827, 19), (14921, 20), (31092, 21), (62430, 42), (125140, 45), (None, 48)],
            2026: [(3967, 19), (16956, 20), (31092, 21), (62430, 42), (125140, 45), (None, 48)]}
FLAT = {"BR": 20, "D0": 40, "D1": 45, "SBR": 20, "SD0": 21, "SD1": 42, "SD2": 45, "SD3": 48}
PRIMARY = {"week": 242, "fortnight": 484, "four_weeks": 967, "month": 1048, "year": 12570}
SECONDARY = {"week": 96, "fortnight": 193, "four_weeks": 385, "month": 417, "year": 5000}
UPPER = {"week": 967, "fortnight": 1934, "four_weeks": 3867, "month": 4189, "year": 50270}
EMPLOYEE = {"A": (8, 2), "B": ("1.85", 2), "C": (0, 0), "J": (2, 2), "H": (8, 2), "M": (8, 2), "Z": (2, 2), "V": (8, 2)}
COUNT = {"month": 12, "week": 52, "fortnight": 26, "four_weeks": 13}
QUALIFYING = {"month": (520, 4189), "week": (120, 967), "fortnight": (240, 1934), "four_weeks": (480, 3867)}


def free_pay(number, base):
    if number == 0:
        return F(0)
    q, r = divmod(number - 1, 500)
    return up(cut(F(10 * (r + 1) + 9, base), 4), 2) + q * (num("416.67") if base == 12 else num("96.16"))


def tax_to_date(code, pay, n, base, year):
    """The tax on the pay to date of the cumulative basis, before the limit."""
    code = code.removeprefix("C") if code.removeprefix("C") in FLAT else code
    if code in FLAT:
        return cut(cut(pay) * FLAT[code] / 100, 2)
    if code == "NT":
        return F(0)
    bands = SCOTLAND[year] if code[0] == "S" else BANDS[""]
    body = code.lstrip("SC")
    number = int("".join(ch for ch in body if ch.isdigit()) or 0)
    free = free_pay(number, base) * n
    U = pay + free if body[0] == "K" else pay - free
    if U <= 0:
        return F(0)
    T, below, width, tax = cut(U), F(0), F(0), F(0)
    for to, rate in bands:
        end = None if to is None else cut(F(to * n, base), 4)
        if end is None or U <= up(end):
            return cut(cut(tax * n / base, 4) + (T - below) * rate / 100, 2)
        tax += (to - width) * F(rate) / 100
        below, width = end, to


def third(x):
    """R: cut at the third decimal, which rounds up from 6."""
    c = cut(x * 1000)
    return (cut(c / 10) + (1 if c % 10 >= 6 else 0)) / 100


def insurance(pay, letter, period, weeks=52):
    limit = lambda t: up(F(t["year"] * weeks, 52)) if period == "year" else F(t[period])
    main, upper = EMPLOYEE[letter]
    low, high = max(min(pay, limit(UPPER)) - limit(PRIMARY), F(0)), max(pay - limit(UPPER), F(0))
    employee = third(low * num(main) / 100) + third(high * num(upper) / 100)
    start = UPPER if letter in "HMVZ" else SECONDARY
    low = max(min(pay, limit(UPPER)) - limit(start), F(0))
    return employee, third(low * 15 / 100) + third(high * 15 / 100)


def year(request):
    period, tax_year = request.get("period", "month"), request.get("year", 2026)
    count = COUNT[period]
    base = 12 if period == "month" else 52
    days, out = paydays(request, "uk", count), []
    start = request.get("uk", {})
    pay_to, tax_to = num(start.get("previous_pay", 0)), num(start.get("previous_tax", 0))
    director = [F(0), F(0), F(0)]

    def pension(d):
        p, gross = d["profile"], d["gross"] + d["one_off"]
        if "pension_scheme" not in p:
            return F(0), F(0)
        low, high = QUALIFYING[period]
        on = gross if p.get("pension_basis") == "all_pay" else max(min(gross, F(high)) - low, F(0))
        return half_up(on * num(p.get("pension_employee_rate", 5)) / 100, 2), half_up(on * num(p.get("pension_employer_rate", 3)) / 100, 2)
    taxable = lambda d: d["gross"] + d["one_off"] - (pension(d)[0] if d["profile"].get("pension_scheme") in ("net_pay", "salary_sacrifice") else 0)
    for d in days:
        p, gross, pay = d["profile"], d["gross"] + d["one_off"], taxable(d)
        own, company = pension(d)
        code = p.get("tax_code")
        if code is None:                       # a warning names the code of a pay above 100,000
            code = "S1257L" if p.get("region") == "scotland" else "1257L"
        alone = code.endswith(("W1", "M1", "X"))
        code = code.removesuffix("W1").removesuffix("M1").removesuffix("X")
        n = d["n"] * {"month": 1, "week": 1, "fortnight": 2, "four_weeks": 4}[period]
        if alone:
            unit = {"month": 1, "week": 1, "fortnight": 2, "four_weeks": 4}[period]
            tax = tax_to_date(code, pay, unit, base, tax_year)
        else:
            tax = tax_to_date(code, pay_to + pay, n, base, tax_year) - tax_to
        tax = min(tax, cut(pay / 2, 2))
        pay_to, tax_to = pay_to + pay, tax_to + tax
        bears = gross - (own if p.get("pension_scheme") == "salary_sacrifice" else 0)
        letter, method = p.get("ni_category", "A"), p.get("director")
        employee, employer = insurance(bears, letter, period)
        if method == "annual" or method == "alternative" and d["n"] == count:
            whole = insurance(director[0] + bears, letter, "year", p.get("director_weeks", 52))
            employee, employer = whole[0] - director[1], whole[1] - director[2]
        if method:
            director = [director[0] + bears, director[1] + employee, director[2] + employer]
        lines = []
        if p.get("pension_scheme") == "salary_sacrifice":
            lines.append(("salary_sacrifice", "employee", own))
        lines += [("income_tax", "employee", tax), ("national_insurance", "employee", employee)]
        if p.get("pension_scheme") == "net_pay":
            lines.append(("pension", "employee", own))
        lines.append(("national_insurance", "employer", employer))
        if "pension_scheme" in p:
            lines.append(("pension", "employer", company))
        out.append({"n": d["n"], "gross": gross, "lines": lines})
    return out
