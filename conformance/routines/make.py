"""Writes the cases that the routines of this folder compute; with --check it compares them
with those that are there, and exits with 1 if one differs."""
import json
import pathlib
import sys

import figures
import years

CASES = pathlib.Path(__file__).parent.parent / "cases"


def lines(cases):
    return "".join(json.dumps(c, separators=(",", ":")) + "\n" for c in cases)


FILES = {
    "years-routine.jsonl": lambda: lines(years.cases()),
    "de/ceilings.jsonl": lambda: lines(figures.german_ceilings()),
    "de/flat-tax.jsonl": lambda: lines(figures.german_flat_tax()),
    "nl/premiums.jsonl": lambda: lines(figures.dutch_premiums()),
    "nl/component-kinds.jsonl": lambda: lines(figures.dutch_components()),
    "se/one-off-2026.csv": lambda: figures.table(["case", "column", "yearly_income", "pay", "exp_tax", "exp_rate"], figures.swedish_one_off()),
    "se/year-tax-2026.csv": lambda: figures.table(["case", "tax_table", "column", "income", "exp_tax"], figures.swedish_years()),
}

if __name__ == "__main__":
    check, stale = "--check" in sys.argv, []
    for name, make in FILES.items():
        path, text = CASES / name, make()
        if check and (not path.exists() or path.read_text() != text):
            stale.append(name)
        elif not check:
            path.write_text(text)
    if stale:
        sys.exit("not what the routines compute: " + ", ".join(stale) + "; run python3 conformance/routines/make.py")
