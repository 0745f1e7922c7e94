"""Exact amounts, and the paydays of a year that a request describes."""
from fractions import Fraction as F
from math import ceil, floor


def num(x):
    return x if isinstance(x, F) else F(str(x))


def cut(x, places=0):
    """Rounds toward zero."""
    k = 10 ** places
    return F(floor(x * k) if x >= 0 else -floor(-x * k), k)


def up(x, places=0):
    """Rounds away from zero."""
    k = 10 ** places
    return F(ceil(x * k) if x >= 0 else -ceil(-x * k), k)


def half_up(x, places=0):
    k = 10 ** places
    return F(floor(abs(x) * k + F(1, 2)), k) * (1 if x >= 0 else -1)


def json_number(x):
    x = num(x)
    return int(x) if x.denominator == 1 else float(x)


def paydays(request, group, count):
    """The gross, one-off pay and profile of each payday: later changes win, and those of one
    payday over those from a payday on."""
    out = []
    for n in range(request.get("first", 1), request.get("last", count) + 1):
        day = {"n": n, "gross": num(request["gross"]), "one_off": F(0), "profile": dict(request.get(group, {}))}
        for single in (False, True):
            for change in request.get("changes", []):
                if single and change.get("in") != n or not single and change.get("from", count + 1) > n:
                    continue
                if "gross" in change:
                    day["gross"] = num(change["gross"])
                if "one_off" in change:
                    day["one_off"] = num(change["one_off"])
                day["profile"].update(change.get(group, {}))
        day["profile"] = {k: v for k, v in day["profile"].items() if v is not None}
        out.append(day)
    return out


def answer(days, employer=True):
    """What a labelled year expects: each payday's net pay and cost, and the totals with
    their lines. A day is {n, gross, lines: [(key, payer, amount)]}."""
    def sums(gross, lines):
        employee = sum((a for _, payer, a in lines if payer == "employee"), F(0))
        company = sum((a for _, payer, a in lines if payer == "employer"), F(0))
        out = {"gross": gross, "net": gross - employee, "employee_deductions": employee}
        if employer:
            out.update(employer_contributions=company, employer_cost=gross + company)
        return {k: json_number(v) for k, v in out.items()}
    total, order = {}, []
    for day in days:
        for key, payer, amount in day["lines"]:
            if (key, payer) not in total:
                order.append((key, payer))
            total[key, payer] = total.get((key, payer), F(0)) + amount
    lines = [(key, payer, total[key, payer]) for key, payer in order]
    totals = sums(sum(d["gross"] for d in days), lines)
    totals["lines"] = {"set": [{"key": k, "payer": p, "amount": json_number(a)} for k, p, a in lines]} if employer else {"any": True}
    each = []
    for day in days:
        s = sums(day["gross"], day["lines"])
        one = {"number": day["n"], "gross": s["gross"], "net": s["net"]}
        if employer:
            one["employer_cost"] = s["employer_cost"]
        one.update(day.get("also", {}))
        each.append(one)
    return {"totals": totals, "paydays": each}
