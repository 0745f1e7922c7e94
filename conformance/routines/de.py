"""Germany 2025 and 2026: wage tax by section 39b EStG and the flow plan, contributions by the
social insurance acts, one-off pay by section 39b (3) EStG and section 23a SGB IV. Employees
without pensions, below the retirement age."""
from datetime import date

from exact import F, cut, half_up, num, paydays, up

YEARS = {2025: dict(gfb=12096, child=9600, soli=19950, kv=66150, rv=96600, add_on="2.5", limit=73800, w=(13785, 34240, 222260),
                    zones=((17443, "932.30", 1400), (68480, "176.64", 2397, "1015.13"), (277825, 42, "10911.92"), (45, "19246.67"))),
         2026: dict(gfb=12348, child=9756, soli=20350, kv=69750, rv=101400, add_on="2.9", limit=77400, w=(14071, 34939, 222260),
                    zones=((17799, "914.51", 1400), (69878, "173.1", 2397, "1034.87"), (277825, 42, "11135.63"), (45, "19470.38")))}
COUNT, DAYS = {"month": 12, "week": 52}, {"month": 30, "week": 7}


def tariff(x, y):
    z2, z3, z4, z5 = y["zones"]
    if x <= y["gfb"]:
        return F(0)
    if x <= z2[0]:
        Y = cut((x - y["gfb"]) / 10000, 6)
        return cut((Y * num(z2[1]) + z2[2]) * Y)
    if x <= z3[0]:
        Y = cut((x - z2[0]) / 10000, 6)
        return cut((Y * num(z3[1]) + z3[2]) * Y + num(z3[3]))
    if x <= z4[0]:
        return cut(x * z4[1] / 100 - num(z4[2]))
    return cut(x * z5[0] / 100 - num(z5[1]))


class Employee:
    def __init__(self, profile, year):
        self.y, self.year, p = YEARS[year], year, profile
        self.cls = p.get("tax_class", 1)
        self.add_on = num(p.get("health_insurance_addon_rate", self.y["add_on"]))
        self.children = p.get("children", 0)
        self.kids = num(p.get("child_allowances", self.children))
        parent = p.get("parent", self.children > 0)
        self.childless = not parent and (p.get("birth_year") is None or year - p["birth_year"] >= 23)
        self.discounts = 0 if self.childless else min(max(self.children - 1, 0), 4)
        self.saxony, self.state = p.get("state") == "SN", p.get("state", "NW")
        self.church = 0 if not p.get("church") else 8 if self.state in ("BY", "BW") else 9
        self.allowance = num(p.get("annual_tax_allowance", 0))
        self.factor = num(p.get("factor", 1)) if self.cls == 4 else F(1)

    def provision(self, pay):
        """The lump sum for insurance, section 39b (2) sentence 5 no. 3."""
        y = self.y
        pension = cut(min(pay, F(y["rv"])) * num("9.3") / 100, 2)
        care = (num("2.3") if self.saxony else num("1.8")) + (num("0.6") if self.childless else -self.discounts * num("0.25"))
        health = cut(min(pay, F(y["kv"])) * (7 + self.add_on / 2 + care) / 100, 2)
        whole = up(pension + health)
        if self.year == 2025:
            least = cut(min(min(pay, F(y["rv"])) * 12 / 100, F(3000 if self.cls == 3 else 1900)), 2)
            return max(whole, up(pension + least))
        if self.cls == 6:
            return whole
        with_unemployment = min(cut(cut(min(pay, F(y["rv"])) * num("1.3") / 100, 2) + health, 2), F(1900))
        return max(whole, up(pension + with_unemployment))

    def annual_tax(self, pay, children=False):
        """The tax of a year's pay, less the child allowances for the surcharges."""
        y, c = self.y, self.cls
        zre4 = max(pay - self.allowance, F(0))
        free = F(0)
        if c < 6:
            free = min(up(zre4), F(1230)) + 36 + (4260 if c == 2 else 0)
        if children and c < 5:
            free += cut(self.kids * (y["child"] if c < 4 else F(y["child"], 2)))
        zve = zre4 - free - self.provision(pay)
        split = 2 if c == 3 else 1
        x = F(0) if zve < 1 else cut(zve / split)
        if c < 5:
            return cut(tariff(x, y) * split * self.factor)
        return self.high(x)

    def high(self, x):
        """Classes V and VI, section 39b (2) sentence 7."""
        y, (w1, w2, w3) = self.y, self.y["w"]
        places = 2 if self.year == 2025 else 0

        def double(z):
            return max((tariff(cut(z * num("1.25"), places), y) - tariff(cut(z * num("0.75"), places), y)) * 2, cut(z * 14 / 100))
        if x > w2:
            st = double(F(w2))
            if x > w3:
                return cut(cut(st + (w3 - w2) * num("0.42")) + (x - w3) * num("0.45"))
            return cut(st + (x - w2) * num("0.42"))
        st = double(x)
        if x > w1:
            st = min(st, cut(double(F(w1)) + (x - w1) * num("0.42")))
        return st

    def share(self, cents, period):
        return cut(cents / 12) if period == "month" else cut(cents * 7 / 360) if period == "week" else cents

    def exemption(self):
        return self.y["soli"] * (2 if self.cls == 3 else 1)

    def wage_tax(self, pay, period):
        """Wage tax, surcharge and the base of church tax of a period, in euros."""
        year = cut(pay * 12, 2) if period == "month" else cut(pay * 360 / 7, 2) if period == "week" else pay
        tax = self.annual_tax(year)
        base = self.annual_tax(year, True) if self.kids > 0 else tax
        soli = F(0)
        if base > self.exemption():
            soli = min(cut(base * num("5.5") / 100, 2), cut((base - self.exemption()) * num("11.9") / 100, 2))
        return self.share(tax * 100, period) / 100, self.share(soli * 100, period) / 100, self.share(base * 100, period) / 100

    def one_off_tax(self, expected, one_off):
        tax = max(self.annual_tax(expected + one_off) - self.annual_tax(expected), F(0))
        with_it = self.annual_tax(expected + one_off, self.kids > 0)
        soli = cut(tax * num("5.5") / 100, 2) if with_it > self.exemption() else F(0)
        return tax, soli, tax

    def contributions(self, health, pension):
        care = num("1.8") + (num("0.5") if self.saxony else 0)
        own = care + (num("0.6") if self.childless else -self.discounts * num("0.25"))
        part = lambda base, rate: half_up(base * num(rate) / 100, 2)
        kv = part(health, "7.3") + half_up(health * self.add_on / 200, 2)
        return [("health_insurance", "employee", kv), ("care_insurance", "employee", half_up(health * own / 100, 2)),
                ("pension_insurance", "employee", part(pension, "9.3")), ("unemployment_insurance", "employee", part(pension, "1.3"))], \
               [("health_insurance", "employer", kv), ("care_insurance", "employer", half_up(health * (num("3.6") - care) / 100, 2)),
                ("pension_insurance", "employer", part(pension, "9.3")), ("unemployment_insurance", "employer", part(pension, "1.3")),
                ("insolvency_levy", "employer", part(pension, "0.15"))]


def payslip(profile, year, regular, one_off, period, expected=None, liable=None, taxable=None, insured=None, extra=()):
    """The lines; liable are the parts of the one-off pay for health and pension insurance."""
    e = Employee(profile, year)
    part = F(DAYS[period], 360)
    taxable, insured = taxable if taxable is not None else regular, insured if insured is not None else regular
    church = lambda base: cut(base * e.church / 100, 2)
    tax, soli, base = e.wage_tax(taxable, period)
    lines = [("income_tax", "employee", tax), ("solidarity_surcharge", "employee", soli)]
    if e.church:
        lines.append(("church_tax", "employee", church(base)))
    if one_off > 0:
        tax, soli, base = e.one_off_tax(expected, one_off)
        lines += [("income_tax_one_off", "employee", tax), ("solidarity_surcharge_one_off", "employee", soli)]
        if e.church:
            lines.append(("church_tax_one_off", "employee", church(base)))
    bases = [min(insured, e.y[k] * part) + (liable[i] if liable else 0) for i, k in enumerate(("kv", "rv"))]
    own, company = e.contributions(*bases)
    return lines + own + list(extra) + company, bases


def year(request):
    """Paydays; a pension component of an amount is tax-free up to 8 % and free of contributions
    up to 4 % of the ceiling of pension insurance in the year."""
    tax_year, period = request.get("year", 2026), request.get("period", "month")
    days, out = paydays(request, "de", COUNT[period]), []
    y, first = YEARS[tax_year], request.get("first", 1)
    paid = F(0)
    for d in days:
        d["lines"], d["taxable"], d["insured"] = [], d["gross"], d["gross"]
        for c in d["profile"].get("components", []):
            own = num(c["amount"])
            company = num(c.get("employer_amount", half_up(own * 15 / 100, 2)))
            for key, percent in (("taxable", 8), ("insured", 4)):
                d[key] += max(own + company - max(half_up(F(y["rv"] * percent, 100), 2) - paid, F(0)), F(0)) - own
            paid += own + company
            d["lines"] += [("pension", "employee", own), ("pension", "employer", company)]
    planned = sum(d["taxable"] for d in days)
    before, so_far = F(0), [F(0), F(0)]
    for d in days:
        expected = liable = None
        if d["one_off"] > 0:
            expected = num(d["profile"].get("expected_annual_gross", planned + before))
            worked = d["n"] - first + 1
            month = d["n"] if period == "month" else date.fromordinal(date(tax_year, 1, 1).toordinal() + 7 * d["n"] - 1).month
            insured_days = 30 * worked if period == "month" else min(7 * worked, 30 * month, 360)
            liable = []
            for i, k in enumerate(("kv", "rv")):
                room = y[k] * F(insured_days, 360) - so_far[i] - min(d["insured"], y[k] * F(DAYS[period], 360))
                liable.append(min(d["one_off"], max(room, F(0))))
        lines, bases = payslip(d["profile"], tax_year, d["gross"], d["one_off"], period, expected, liable, d["taxable"], d["insured"], d["lines"])
        so_far = [so_far[i] + half_up(bases[i], 2) for i in (0, 1)]
        before += d["one_off"]
        out.append({"n": d["n"], "gross": d["gross"] + d["one_off"], "lines": lines})
    return out
