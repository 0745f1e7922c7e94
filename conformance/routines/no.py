"""Norway 2026, by the table program of the tax administration, skattebetalingsloven 5-7,
folketrygdloven 23-2 and 23-3 and Stortinget's decisions."""
from exact import F, cut, half_up, num, paydays

STEP = {"month": 100, "fortnight": 50, "week": 20, 4: 20, 3: 20, 2: 20, 1: 20}
WORKING = {"month": 12, "fortnight": 26, "week": 52, 4: 60, 3: 80, 2: 120, 1: 240}
CALENDAR = {"month": 12, "fortnight": 26, "week": 52, 4: 91, 3: 122, 2: 183, 1: 365}
BRACKETS = [(226100, "1.7"), (318300, "4.0"), (725050, "13.7"), (980100, "16.8"), (1467200, "17.8")]
# kind, rate of the contribution, months of the tax
SPECIAL = {"7150": ("plain", "7.6", 12), "7160": ("plain", 0, 12), "7170": ("plain", 0, "10.5"),
           "7300": ("standard", "7.6", "10.5"), "7350": ("standard", "7.6", 12), "7500": ("standard", 0, 12),
           "7550": ("standard", 0, "10.5"), "7700": ("standard", "5.1", 12), "6300": ("finnmark", "7.6", "10.5"),
           "6350": ("finnmark", "7.6", 12), "6500": ("finnmark", 0, 12), "6550": ("finnmark", 0, "10.5"),
           "6700": ("finnmark", "5.1", 12), "0100": ("seafarer", 0, 12), "0101": ("seafarer", "7.6", 12)}
ZONES = {"zone_1": "14.1", "zone_1a": "10.6", "zone_2": "10.6", "zone_3": "6.4", "zone_4": "5.1", "zone_4a": "7.9", "zone_5": 0}


def spread(table, length):
    """What a year's tax is divided by."""
    if table not in SPECIAL:
        return {"month": F(21, 2), "fortnight": F(23), "week": F(46)}.get(length) or F(WORKING[length] * 46, 52)
    if SPECIAL[table][2] == 12:
        return F(CALENDAR[length])
    return {"month": F(21, 2), "fortnight": F(23), "week": F(46)}.get(length) or CALENDAR[length] * F(21, 24)


def table_deduction(pay, table, length):
    kind, rate, _ = SPECIAL.get(table, ("ordinary", "7.6", "10.5"))
    kroner = cut(num(pay))
    middle = cut(kroner / STEP[length]) * STEP[length] + F(STEP[length], 2)
    factor = WORKING[length] * num("1.01") if kind == "ordinary" else F(CALENDAR[length])
    income = half_up(middle * factor)
    share, most = (46, 95700) if kind == "seafarer" else (num("40.48"), 84216)
    minimum = min(half_up(income * share / 100), most, income)
    allowance = {"8": 1, "9": -1}.get(table[0], 0) * int(table[1:]) * 1000
    general = income - minimum - allowance - 114540
    if kind in ("standard", "finnmark", "seafarer"):
        general -= min(half_up(income * 10 / 100), 40000)
    if kind == "finnmark":
        general -= 45000
    if kind == "seafarer":
        general -= min(half_up(income * 30 / 100), 86300)
    general = max(general, F(0))
    taxes = half_up(general * num("13.75") / 100)
    taxes += half_up(general * num("4.75" if kind == "finnmark" else "8.25") / 100)
    steps = BRACKETS + [(None, 0)]
    taxes += half_up(sum((max(min(income, steps[i + 1][0] or income) - b, 0) * num(r) / 100 for i, (b, r) in enumerate(BRACKETS)), F(0)))
    rate = num(rate)
    if rate and income >= 99650:
        limit = half_up(99650 * 25 / (25 - rate))
        taxes += half_up((income - 99650) * 25 / 100 if income <= limit else income * rate / 100)
    exact = taxes / spread(table, length)
    return min(cut(exact) if kind == "seafarer" else half_up(exact), kroner)


def twelve(profile):
    if profile.get("tax_card", "table") == "table":
        return SPECIAL.get(profile.get("tax_table", "8000"), (0, 0, "10.5"))[2] == 12
    return profile.get("twelve_months", False) or profile["tax_card"] in ("none", "exemption")


def payslip(gross, profile, period, month, relief=False, exemption_left=None, free_left=F(850000)):
    """The lines of a payslip, and what it uses of the exemption card and the free amount."""
    length = profile.get("days", 1) if period == "day" else period
    G = 130160 if month < 5 else 136549
    table = profile.get("tax_table", "8000")
    payments = WORKING[length] if profile.get("tax_card", "table") != "table" or table not in SPECIAL else CALENDAR[length]
    pensionable = min(gross, cut(F(12 * G) / payments, 2))
    own = half_up(pensionable * num(profile.get("pension_employee_rate", 0)) / 100, 2)
    company = half_up(pensionable * num(profile.get("pension_employer_rate", 0)) / 100, 2)
    card, lines = profile.get("tax_card", "table"), []
    base = max(gross - num(profile.get("holiday_pay", 0)) - own, F(0))
    used = F(0)
    if card == "exemption":
        used = min(base, exemption_left)
        base -= used
    if card == "table":
        tax = table_deduction(base, table, length)
    else:
        tax = cut(base * num(profile["tax_percent"] if card == "percentage" else 50) / 100)
    if relief:
        tax = cut(tax / 2) if period == "month" else F(0)
    lines.append(("income_tax", "employee", tax))
    if "pension_employee_rate" in profile:
        lines.append(("pension", "employee", own))
    zone, paid = profile.get("zone", "zone_1"), gross + company
    contribution = half_up(paid * num(ZONES[zone]) / 100, 2)
    saved = F(0)
    if zone == "zone_1a":
        saved = paid * num("3.5") / 100
        if saved > free_left:
            contribution = half_up(paid * num("14.1") / 100 - free_left, 2)
        saved = half_up(paid * num("14.1") / 100, 2) - contribution if saved > free_left else saved
    lines.append(("national_insurance", "employer", contribution))
    if "pension_employer_rate" in profile:
        lines.append(("pension", "employer", company))
    if profile.get("finance_sector"):
        lines.append(("financial_activity_tax", "employer", half_up(paid * 5 / 100, 2)))
    return lines, used, paid * num("14.1") / 100 - contribution if zone == "zone_1a" else F(0)


def year(request):
    period = request.get("period", "month")
    count = {"month": 12, "fortnight": 26, "week": 52}[period]
    days, out, used, freed = paydays(request, "no", count), [], F(0), F(0)
    for d in days:
        gross, profile = d["gross"] + d["one_off"], d["profile"]
        month = d["n"] if period == "month" else None
        relief = profile.pop("christmas_relief", None)
        if relief is None:
            relieved = any("christmas_relief" in c.get("no", {}) for c in request.get("changes", []))
            relief = period == "month" and d["n"] == 12 and not twelve(profile) and not relieved
        left = max(num(profile.get("exemption_left", 0)) - used, F(0))
        free = max(num(profile.get("free_amount_left", 850000)) - freed, F(0))
        lines, u, f = payslip(gross, profile, period, month or 12, relief, left, free)
        used, freed = used + u, freed + f
        out.append({"n": d["n"], "gross": gross, "lines": lines})
    return out
