"""Labelled years of every country: what is carried from payday to payday, by the routines
beside this file. years.jsonl is what this program prints; it never runs the rules."""
import json

import de
import nl
import no
import se
import uk
from exact import answer

COUNTRIES = {"DE": de, "NL": nl, "NO": no, "SE": se, "UK": uk}


def case(name, country, employer=True, also=None, warnings=None, **request):
    request = {"country": country, "year": 2026, **request}
    days = COUNTRIES[country].year(request)
    for d in days:
        d["also"] = (also or {}).get(d["n"], {})
    expected = answer(days, employer)
    if warnings is not None:
        expected["warnings"] = [{"code": code, "message": {"any": True}, "field": field} for code, field in warnings]
    return {"case": name, "request": request, "expected": expected}


def refused(name, country, error, loc, **request):
    return {"case": name, "request": {"country": country, "year": 2026, **request}, "expected": {"error": error, "loc": loc}}


def cases():
    assumed = [("tax_code_assumed", "uk.tax_code")]
    note, none = {"notes": {"any": True}}, {"notes": {"absent": True}}
    one_note, two_notes = {"notes": [{"any": True}]}, {"notes": [{"any": True}] * 2}
    for y in (2025, 2026):
        # The plan of the year decides the tax on one-off pay; what was liable so far decides
        # how much of it is liable, by two ceilings.
        yield case(f"de-{y}-bonuses-and-a-raise", "DE", year=y, gross=5000, de={"church": True, "child_allowances": 1, "children": 1},
                   changes=[{"from": 6, "gross": 5600}, {"in": 4, "one_off": 2500}, {"in": 7, "one_off": 12000}, {"in": 11, "one_off": 6300}])
        yield case(f"de-{y}-pay-that-falls-and-class-5", "DE", year=y, gross=6200.50, de={"tax_class": 3, "children": 2, "state": "SN"},
                   changes=[{"from": 8, "gross": 4100, "de": {"tax_class": 5}}, {"in": 6, "one_off": 9000}, {"in": 9, "one_off": 4000}, {"in": 12, "one_off": 25000}])
        yield case(f"de-{y}-from-april", "DE", year=y, gross=3900, first=4, de={"state": "BY", "church": True, "employed_last_year": False},
                   changes=[{"in": 5, "one_off": 20000}, {"in": 10, "one_off": 20000}])
        yield case(f"de-{y}-march-of-a-newcomer", "DE", year=y, gross=5000, de={"employed_last_year": False},
                   changes=[{"in": 2, "one_off": 9000}])
        yield case(f"de-{y}-pension-up-to-the-limit", "DE", year=y, gross=6000, de={"components": [{"kind": "pension", "amount": 900}]})
        # A cent more or less of what is carried shows: expected pay at a step of the tariff, and
        # pay so far that leaves a contribution of half a cent.
        step, second = {2025: (4002.93, 2000.84), 2026: (4007.45, 2000.6)}[y]
        yield case(f"de-{y}-expected-pay-at-a-step", "DE", year=y, gross=step, changes=[{"in": 5, "one_off": 3000}, {"in": 9, "one_off": second}])
        yield case(f"de-{y}-room-of-pension-insurance", "DE", year=y, gross=6000.01, changes=[{"in": 6, "one_off": 40000}])
        # The March clause: in April the same bonus belongs to the year.
        yield refused(f"de-{y}-march-clause", "DE", "unsupported_profile", ["de", "employed_last_year"], year=y, gross=5000, changes=[{"in": 3, "one_off": 9000}])
        yield case(f"de-{y}-april", "DE", year=y, gross=5000, changes=[{"in": 4, "one_off": 9000}])
        yield case(f"de-{y}-weeks", "DE", year=y, period="week", gross=1100, changes=[{"in": 20, "one_off": 3000}, {"in": 30, "one_off": 9000}])
        yield case(f"de-{y}-equal-paydays", "DE", year=y, gross=3600, also={12: none})
        yield case(f"de-{y}-raise-alone", "DE", year=y, gross=3600, changes=[{"from": 5, "gross": 3900}], also={11: none, 12: note})
        # Cumulative tax, refunds, and the code by the pay of the whole year.
        yield case(f"uk-{y}-a-penny-below-a-pound", "UK", year=y, gross=3000.25, uk={"tax_code": "1257L"}, last=4)
        yield case(f"uk-{y}-cumulative", "UK", year=y, gross=3000, uk={"tax_code": "1257L"},
                   changes=[{"in": 5, "one_off": 9000}, {"from": 9, "gross": 1500}])
        yield case(f"uk-{y}-scotland-k-code-weekly", "UK", year=y, period="week", gross=700, uk={"tax_code": "SK120", "ni_category": "B"},
                   changes=[{"in": 20, "one_off": 1500}, {"from": 40, "gross": 350}])
        yield case(f"uk-{y}-month-1-and-back", "UK", year=y, gross=4100.55, uk={"tax_code": "1100LM1"}, changes=[{"from": 7, "uk": {"tax_code": "1100L"}}])
        yield case(f"uk-{y}-from-september-with-a-p45", "UK", year=y, gross=2800, first=6, uk={"tax_code": "1257L", "previous_pay": 15500.25, "previous_tax": 2051.6})
        yield case(f"uk-{y}-code-assumed-by-the-year", "UK", year=y, gross=8000, changes=[{"in": 11, "one_off": 14000}], warnings=assumed)
        yield case(f"uk-{y}-director-annual", "UK", year=y, gross=6000, uk={"tax_code": "1257L", "director": "annual"}, changes=[{"in": 3, "one_off": 4000}, {"from": 10, "gross": 2000}])
        yield case(f"uk-{y}-director-alternative", "UK", year=y, gross=1500, uk={"tax_code": "1257L", "director": "alternative"}, changes=[{"in": 6, "one_off": 30000}])
        yield case(f"uk-{y}-director-of-36-weeks", "UK", year=y, gross=5000, uk={"tax_code": "1257L"}, changes=[{"from": 5, "uk": {"director": "annual", "director_weeks": 36}}, {"in": 9, "one_off": 6000}])
        yield case(f"uk-{y}-net-pay-pension", "UK", year=y, gross=3300, uk={"tax_code": "1257L", "pension_scheme": "net_pay"}, changes=[{"from": 6, "gross": 2900}])
        yield case(f"uk-{y}-sacrifice-and-code-assumed", "UK", year=y, gross=9000, uk={"pension_scheme": "salary_sacrifice", "pension_basis": "all_pay", "pension_employee_rate": 6},
                   changes=[{"in": 4, "one_off": 5000}], warnings=assumed)
    # The year's wage by which one-off pay is taxed: that of the first payday, for the whole year.
    yield case("nl-holiday-allowance", "NL", gross=3400, changes=[{"in": 5, "one_off": 3264}, {"in": 12, "one_off": 1500}, {"from": 7, "gross": 3900}])
    yield case("nl-raise-into-another-row", "NL", gross=3750, nl={"whk_rate": 1.1, "awf_rate": "high", "employer_size": "small"},
               changes=[{"from": 3, "gross": 5200}, {"in": 5, "one_off": 4000}])
    yield case("nl-reference-wage-sent", "NL", gross=3000, nl={"reference_year_wage": 38883.99, "tax_credit": False}, changes=[{"in": 6, "one_off": 2000}])
    yield case("nl-from-may-weekly", "NL", period="week", first=18, gross=1010.10, nl={"age_class": "aow_born_1946_or_later"}, changes=[{"in": 22, "one_off": 900}])
    yield case("nl-four-weeks", "NL", period="four_weeks", gross=2500, changes=[{"in": 6, "one_off": 2700}, {"from": 9, "gross": 2200}])
    # The year's maximum of premiums: what a month leaves of it stays for later months.
    yield case("nl-premiums-below-and-above-the-maximum", "NL", gross=5000, changes=[{"from": 2, "gross": 8000}, {"in": 5, "one_off": 4800}, {"from": 9, "gross": 4000}])
    yield case("nl-director-above-the-maximum", "NL", gross=5500, nl={"insurance": "director"}, changes=[{"in": 5, "one_off": 6000}])
    yield case("nl-recovered-premium", "NL", gross=6000, nl={"whk_rate": 2, "wga_recovered_rate": 0.45}, changes=[{"in": 4, "one_off": 5000}])
    # The plan of the whole year decides the percent of one-off amounts.
    yield case("se-bonus-by-the-plan", "SE", gross=38000, changes=[{"in": 3, "one_off": 10000}, {"in": 11, "one_off": 20000}, {"from": 9, "gross": 41000}])
    yield case("se-plan-at-a-limit", "SE", gross=38000, changes=[{"in": 9, "one_off": 21600}])
    yield case("se-plan-below-a-limit", "SE", gross=38000.01, changes=[{"in": 9, "one_off": 21600.87}])
    yield case("se-bonus-in-the-first-month", "SE", gross=15500, se={"tax_table": 31}, changes=[{"in": 1, "one_off": 6000}])
    yield case("se-half-a-year", "SE", gross=29000, last=6, se={"birth_year": 1958, "tax_table": 35}, changes=[{"in": 2, "one_off": 8000}])
    yield case("se-young-from-april", "SE", gross=24000, se={"birth_year": 2005}, changes=[{"from": 6, "gross": 27500}, {"in": 8, "one_off": 5000}])
    # What an exemption card and the free amount of zone 1a have left, and Christmas.
    yield case("no-christmas-and-holiday-pay", "NO", gross=52000, no={"tax_table": "8060"}, changes=[{"in": 6, "no": {"holiday_pay": 52000}}, {"from": 9, "gross": 55000}], also={12: two_notes})
    yield case("no-relief-twice", "NO", gross=52000, no={"tax_table": "8060"}, also={12: two_notes},
               changes=[{"in": 6, "no": {"holiday_pay": 52000}}, {"in": 11, "no": {"christmas_relief": True}}, {"in": 12, "no": {"christmas_relief": True}}])
    yield case("no-christmas-in-november", "NO", gross=47000, no={"tax_table": "9020", "zone": "zone_4a"}, changes=[{"in": 11, "no": {"christmas_relief": True}}, {"in": 12, "no": {"christmas_relief": False}}])
    yield case("no-full-deduction-at-christmas", "NO", gross=47000, no={"tax_table": "8010"}, changes=[{"in": 12, "no": {"christmas_relief": False}}], also={12: one_note})
    yield case("no-exemption-card", "NO", gross=18000, no={"tax_card": "exemption", "exemption_left": 100000, "pension_employee_rate": 2}, changes=[{"in": 3, "gross": 25000}])
    yield case("no-free-amount-used-up", "NO", gross=80000, no={"zone": "zone_1a", "free_amount_left": 12000, "pension_employer_rate": 5}, changes=[{"from": 3, "gross": 95000}])
    yield case("no-percentage-of-twelve-months", "NO", gross=40000, no={"tax_card": "percentage", "tax_percent": 31.5, "twelve_months": True})
    yield case("no-percentage", "NO", gross=40000, no={"tax_card": "percentage", "tax_percent": 36, "pension_employer_rate": 2}, changes=[{"from": 5, "gross": 150000}])
    yield case("no-table-of-twelve-months", "NO", gross=44000, no={"tax_table": "7150"})


if __name__ == "__main__":
    for c in cases():
        print(json.dumps(c, separators=(",", ":")))
