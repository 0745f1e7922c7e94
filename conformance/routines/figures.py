"""Rows at the edges of figures: limits of tables and what begins there, contributions at
ceilings, levies. Like years.py it never runs the rules."""
from exact import F, cut, half_up, json_number, num
import de
import nl
import se


def text(x):
    return str(x).lower() if isinstance(x, bool) else str(json_number(x))


def table(head, rows):
    return "\n".join([",".join(head)] + [",".join(str(cell) for cell in row) for row in rows]) + "\n"


def swedish_one_off():
    for i, column in enumerate(se.COLUMNS, 1):
        for to, _ in se.ONE_OFF[i]:
            for income in (to, to + 1) if to else (1000000,):
                percent = se.one_off_percent(income, i)
                yield f"{column}-{income}", column, income, 10050, text(cut(F(10050) * percent / 100)), percent


def swedish_years():
    """Incomes on both sides of every limit in base amounts, and where fee and credits end."""
    shares = ["0.423", "0.91", "0.99", "1.11", "1.75", "1.965", "2.72", "3.11", "3.24", "5.00", "5.24", "7.88", "8.08", "11.16", "12.84"]
    limits = {int(num(s) * se.PBB) // 100 * 100 for s in shares} | {673000, 660400, 66300, 240000}
    incomes = sorted({v + d for v in limits for d in (-100, 0, 100, 200, 900)} | {10000, 26000, 400000, 700000, 900050, 1500000})
    for i, column in enumerate(se.COLUMNS, 1):
        for income in incomes:
            for number in (29, 33, 42) if income % 500 == 0 else (34,):
                yield f"{column}-{number}-{income}", number, column, income, text(se.year_tax(income, number, i))


def payslip(name, request, gross, lines):
    """A case of a whole answer."""
    own = sum((a for _, payer, a in lines if payer == "employee"), F(0))
    company = sum((a for _, payer, a in lines if payer == "employer"), F(0))
    return {"case": name, "request": {**request, "gross": json_number(gross)}, "expected": {
        "net": json_number(gross - own), "employer_cost": json_number(gross + company),
        "lines": {"set": [{"key": k, "payer": p, "amount": json_number(a)} for k, p, a in lines]}}}


def dutch_premiums():
    """A period alone, at its maximum and above."""
    for period in ("month", "four_weeks", "week", "day"):
        top = nl.maximum(period)
        for gross in (top, top + F(1, 100), top * 2):
            for profile in ({"whk_rate": 1.37}, {"awf_rate": "high", "employer_size": "small"}, {"insurance": "director"}, {"age_class": "aow_born_1945_or_earlier"}):
                lines = nl.payslip(gross, F(0), profile, period, min(gross, top), None)
                yield payslip(f"{period}-{text(gross)}-{next(iter(profile))}", {"country": "NL", "year": 2026, "period": period, "nl": profile}, gross, lines)


def dutch_components():
    """Each kind by itself, with what it may leave out, and several at once, below and above the
    maximum of the premiums."""
    items = {
        "benefit": [{"kind": "benefit_in_kind", "amount": 450, "own_contribution": 100}],
        "benefit-cost": [{"kind": "benefit_in_kind", "amount": 310.55, "cost": 0}],
        "benefit-paid": [{"kind": "benefit_in_kind", "amount": 80, "own_contribution": 95.5}],
        "tax-free": [{"kind": "tax_free", "amount": 87.45}],
        "tax-free-in-kind": [{"kind": "tax_free", "amount": 120, "paid": False, "cost": 60.1}],
        "exchange": [{"kind": "salary_sacrifice", "amount": 175.33}, {"kind": "tax_free", "amount": 175.33, "cost": 0}],
        "pension": [{"kind": "pension", "amount": 210.07, "employer_amount": 420.14}],
        "pension-rate": [{"kind": "pension", "employee_rate": 5.25, "employer_rate": 12.4, "franchise": 18475}],
        "pension-maximum": [{"kind": "pension", "employee_rate": 4.5, "franchise": 18475, "maximum": 40000}],
        "deduction": [{"kind": "net_deduction", "amount": 33.33}, {"kind": "net_payment", "amount": 500}],
    }
    items["several"] = items["benefit"] + items["pension-rate"] + items["exchange"] + items["deduction"]
    for period, grosses in (("month", ("2750.50", "9000")), ("four_weeks", ("4615.38",)), ("week", ("1100",))):
        for gross in map(num, grosses):
            for name, list in items.items():
                change, lines = nl.components(list, gross, period)
                wage = gross + change
                lines = nl.payslip(wage, F(0), {}, period, min(wage, nl.maximum(period)), None) + lines
                yield payslip(f"{period}-{text(gross)}-{name}", {"country": "NL", "year": 2026, "period": period, "nl": {"components": list}}, gross, lines)


def german_ceilings():
    """Pay at both ceilings, a cent above and far above, with levies."""
    profiles = [{}, {"tax_class": 3, "children": 3, "state": "SN"}, {"tax_class": 6, "state": "BY", "church": True, "health_insurance_addon_rate": 1.85},
                {"tax_class": 2, "children": 1, "child_allowances": 0.5}]
    for year in (2025, 2026):
        for period in ("month", "week"):
            part = F(de.DAYS[period], 360)
            for key in ("kv", "rv"):
                top = cut(de.YEARS[year][key] * part, 2)
                for gross in (top, top + F(1, 100), top * 2):
                    for i, profile in enumerate(profiles):
                        lines, _ = de.payslip(profile, year, gross, F(0), period)
                        base = min(gross, de.YEARS[year]["rv"] * part)
                        lines = lines + [("levy_u1", "employer", half_up(base * num("1.4") / 100, 2)), ("levy_u2", "employer", half_up(base * num("0.44") / 100, 2))]
                        request = {"country": "DE", "year": year, "period": period, "de": {**profile, "levy_u1_rate": 1.4, "levy_u2_rate": 0.44}}
                        yield payslip(f"{year}-{period}-{key}-{text(gross)}-{i}", request, gross, lines)


def german_flat_tax():
    """Flat-taxed pay: the flat tax, 5.5 % of it and church tax, borne by the employer or
    passed on; the amount itself is paid on top of gross, or was given in kind."""
    for year in (2025, 2026):
        for state, church in (("NW", True), ("BY", True), ("BE", False)):
            for passed in (True, False):
                for paid in (True, False):
                    amount, rate = num("123.45"), 15 if state == "BY" else 25
                    item = {"kind": "flat_taxed", "amount": 123.45, "rate": rate, "passed_on": passed, "paid": paid}
                    profile = {"state": state, "church": church}
                    tax = cut(amount * rate / 100, 2)
                    payer = "employee" if passed else "employer"
                    extra = [("flat_taxed", "employer", amount)] + ([("flat_taxed", "employee", -amount)] if paid else [])
                    extra += [("flat_tax", payer, tax), ("flat_solidarity_surcharge", payer, cut(tax * num("5.5") / 100, 2))]
                    if church:
                        extra.append(("flat_church_tax", payer, cut(tax * (8 if state == "BY" else 9) / 100, 2)))
                    lines, _ = de.payslip(profile, year, F(4000), F(0), "month", extra=extra)
                    case = payslip(f"{year}-{state}-passed-{text(passed)}-paid-{text(paid)}", {"country": "DE", "year": year, "de": {**profile, "components": [item]}}, F(4000), lines)
                    yield case
