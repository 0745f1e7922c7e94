// A year, payday by payday: what is paid in each month, with a bonus, a raise or other
// circumstances from a month on.
import "./base.js";
import { announce, debounce, h, icon, icons, openDialog } from "./dom.js";
import { known, ownTerm, t } from "./i18n.js";
import { ask, state } from "./api.js";
import { amountOnly, money, monthName, percent } from "./format.js";
import { choice, control, showFailures } from "./form.js";
import { form } from "./entry.js";
import { asked, complete, initial, request, title, worded } from "./scenario.js";
import { brokenNote, curl, fromQuery, inFragment, link, takeAway } from "./export.js";
import { costNote, loading, notice, stale } from "./notice.js";
import { remembered } from "./memory.js";

const shownLines = 4; // the largest lines have a column of their own
const unpayable = ["year", "day"]; // periods that a year is not made of
// filled tells the fields that follow from the other paydays, which nobody sends.
const filled = (field) => Boolean(field.schema["x-filled-in-by-year"]);
const byPayday = (a, b) => (a.in ?? a.from) - (b.in ?? b.from);
const quiet = () => (state.key === "" ? 350 : 1500);

export function draw(main, catalogue, query) {
  const { state: sent, broken } = fromQuery(query);
  const begin = sent ?? remembered.year ?? { scenario: remembered.scenario ?? initial(catalogue) };
  const year = { changes: (begin.changes ?? []).toSorted(byPayday), first: begin.first, last: begin.last, scenario: payable(begin.scenario) };
  const result = h("section", { class: "result", "aria-label": t("year") });
  const plans = h("div", {});
  let turn = 0, answer, shown;

  // payable is a scenario whose period a year is made of, from gross pay.
  function payable(scenario) {
    const whole = { ...complete(catalogue, scenario), known: "gross", date: undefined };
    for (const { name } of catalogue.profile(whole.country).filter(filled)) delete whole.profile[name];
    const periods = catalogue.country(whole.country).periods.filter((each) => !unpayable.includes(each));
    return periods.includes(whole.period) ? whole : { ...whole, period: periods[0] };
  }

  const body = () => ({
    ...request(catalogue, year.scenario),
    ...(year.changes.length && { changes: year.changes.map(({ profile, ...change }) => ({ ...change, ...(profile && { [catalogue.profileKey(year.scenario.country)]: profile }) })) }),
    ...(year.first > 1 && { first: year.first }), ...(year.last && { last: year.last }),
  });

  async function update(scenario, controls) {
    const mine = ++turn;
    stale(result, true);
    if (controls.some((each) => each.check())) return;
    if (!(scenario.amount > 0)) { controls.find((each) => each.name === "gross")?.show(t("amount missing")); return; }
    if (!result.childElementCount) result.replaceChildren(loading());
    remembered.year = year;
    history.replaceState(null, "", `#/year?s=${inFragment(year)}`);
    const asks = body();
    try {
      const found = await ask("year", asks);
      if (mine !== turn) return;
      answer = found;
      shown = JSON.stringify(asks);
      for (const each of controls) each.show("");
      show(asks);
      if (begin.bonus) { pickMonth("bonus", begin.bonus); begin.bonus = undefined; }
      announce(t("year done", { net: money(answer.totals.net, answer.currency) }));
    } catch (failure) {
      if (mine !== turn) return;
      shown = JSON.stringify(asks);
      const words = (text) => catalogue.inWords(scenario.country, text);
      result.replaceChildren(notice(failure, () => update(scenario, controls), { ...(failure.fields && showFailures(failure, controls, words)), words }));
    }
    drawPlans();
    stale(result, false);
  }
  const later = debounce(update);
  const again = () => { turn++; stale(result, true); later.after(0, inputs.scenario(), inputs.controls()); };

  // named is what people call a payday: the month that it is paid in, else its number.
  function named(number) {
    const payday = answer?.paydays.find((each) => each.number === number);
    const from = payday?.from ?? monthOf(number);
    return from ? monthName(from, "long") : t(`payday ${year.scenario.period}`, { n: number });
  }

  // monthOf is the month of a payday that has no answer yet, counted from the first.
  function monthOf(number) {
    const known = answer?.paydays[0];
    if (!known?.from) return undefined;
    const [of, month] = known.from.split("-").map(Number);
    return new Date(Date.UTC(of, month - 1 + number - known.number, 1)).toISOString().slice(0, 10);
  }

  // plan adds a change at a payday, in a dialog.
  function plan(number, kind = "bonus", given = undefined) {
    const country = catalogue.country(year.scenario.country);
    const affix = () => h("span", { class: "affix", "aria-hidden": "true" }, country.currency);
    const all = catalogue.profile(year.scenario.country);
    const fields = all.filter((field) => !filled(field) && asked(field, year.scenario, all));
    const place = h("div", { class: "grid" });
    const amount = (label) => control({ name: "amount", label, kind: "number", type: "number", help: "", schema: { exclusiveMinimum: 0 }, affix: affix() }, given, () => {});
    let entries = [], made;
    const what = choice("change", t("what changes"), ["bonus", "raise", "circumstance"].map((value) => ({ value, label: t(`change.${value}`) })), kind, redraw);
    const only = choice("only", t("how long"), [{ value: "from", label: t("from then on") }, { value: "in", label: t("only then") }], "from", () => {});
    const which = choice("field", t("circumstance"), fields.map((field) => ({ value: field.name, label: field.label })), fields[0].name, redraw);
    function redraw() {
      const field = fields.find((each) => each.name === which.value());
      made = what.value() === "bonus" ? amount(t("bonus amount", { month: named(number) })) : what.value() === "raise" ? amount(t("new gross", { period: known("per", year.scenario.period) })) : control({ ...field, help: "" }, field.kind === "records" ? year.scenario.profile[field.name] : undefined, () => {});
      entries = what.value() === "bonus" ? [made] : what.value() === "raise" ? [made, only] : [which, made, only];
      place.replaceChildren(...entries.map((each) => each.element));
    }
    redraw();
    const dialog = openDialog(t("change in", { month: named(number) }), h("form", { class: "scenario", novalidate: true, autocomplete: "off", onsubmit: save }, what.element, place,
      h("div", { class: "buttons end" }, h("button", { type: "submit", class: "primary" }, t("apply")))), t("close"));
    (kind === "bonus" ? made.input : what.input).focus();

    function save(event) {
      event.preventDefault();
      const value = made.value();
      const wrong = made.check() || (what.value() !== "circumstance" && value === undefined ? t("field missing") : "");
      if (wrong) { made.show(wrong); made.input.focus(); return; }
      const when = what.value() === "bonus" ? { in: number } : { [only.value()]: number };
      const change = what.value() === "bonus" ? { one_off: value } : what.value() === "raise" ? { gross: value } : { profile: { [which.value()]: value ?? nothing(fields.find((each) => each.name === which.value())) } };
      enter({ ...when, ...change });
      dialog.close();
      again();
    }
  }

  // enter adds a change in the order of paydays. Another bonus of a payday adds to its bonus;
  // anything else takes the place of what was there.
  function enter(change) {
    const what = ({ profile, ...rest }) => [rest.in, rest.from, ...Object.keys({ ...rest, ...profile }).sort()].join();
    const at = year.changes.findIndex((each) => what(each) === what(change));
    if (at >= 0) {
      if (change.one_off) change.one_off = Math.round((change.one_off + year.changes[at].one_off) * 100) / 100;
      year.changes.splice(at, 1);
    }
    year.changes = [...year.changes, change].sort(byPayday);
  }

  // nothing is the value of a field that is left empty.
  const nothing = ({ kind, fallback }) => fallback ?? (kind === "records" ? [] : null);

  // said is a change in words.
  function said(change) {
    const { currency } = catalogue.country(year.scenario.country);
    const when = change.in ? t("in only", { month: named(change.in) }) : t("change from", { month: named(change.from) });
    const parts = [change.one_off && t("bonus of", { amount: money(change.one_off, currency) }), change.gross && t("gross of", { amount: money(change.gross, currency) }),
      ...Object.entries(change.profile ?? {}).map(([name, value]) => { const field = catalogue.profile(year.scenario.country).find((each) => each.name === name); return `${field?.label}: ${value === null || value.length === 0 ? t("not given") : worded(field, value, "short")}`; })];
    return `${when}: ${parts.filter(Boolean).join(", ")}`;
  }

  function drawPlans() {
    const bounds = answer && ["first", "last"].map((name) => {
      const numbers = Array.from({ length: periodsOf() }, (_, i) => i + 1);
      const made = choice(name, t(name === "first" ? "employed from" : "employed to"), numbers.map((value) => ({ value, label: named(value) })), year[name] ?? (name === "first" ? 1 : numbers.length), () => {
        year[name] = made.value();
        again();
      });
      return made.element;
    });
    plans.replaceChildren(h("div", { class: "profile grid" },
      h("p", { class: "label" }, t("changes of the year")),
      year.changes.length ? h("ul", { class: "changes" }, year.changes.map((change, i) => h("li", {}, h("span", {}, said(change)),
        h("button", { type: "button", class: "ghost", "aria-label": `${t("remove")}: ${said(change)}`, title: t("remove"), onclick: () => { year.changes.splice(i, 1); again(); } }, icon(icons.close))))) : h("p", { class: "quiet small" }, t("no changes")),
      h("div", { class: "buttons" }, ["bonus", "raise", "circumstance"].map((kind) => h("button", { type: "button", onclick: () => pickMonth(kind) }, icon(icons.plus), t(`change.${kind}`)))),
      bounds && h("div", { class: "grid two" }, bounds)));
  }

  const inYear = { month: 12, half_month: 24, four_weeks: 13, fortnight: 26, week: 52 };
  const periodsOf = () => Math.max(inYear[year.scenario.period] ?? 12, answer?.paydays.at(-1).number ?? 1);

  // pickMonth asks for the payday of a change first.
  function pickMonth(kind, amount) {
    const numbers = answer?.paydays.map((each) => each.number) ?? [];
    const dialog = openDialog(t(`which.${kind}`), h("div", { class: "month-picks" }, numbers.map((number) => h("button", { type: "button", onclick: () => { dialog.close(); plan(number, kind, amount); } }, named(number)))), t("close"));
  }

  function show(asks) {
    const cash = (amount) => money(amount, answer.currency);
    const { totals } = answer;
    const sums = (lines) => { const by = new Map(); for (const line of lines.filter((each) => each.payer === "employee")) by.set(line.key, (by.get(line.key) ?? 0) + Math.round(line.amount * 100)); return by; };
    const whole = sums(totals.lines);
    const large = [...whole].filter(([, sum]) => sum !== 0).sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, shownLines).map(([key]) => key);
    const labelOf = (key) => ownTerm(totals.lines.find((line) => line.key === key).label);
    const rest = whole.size > large.length && [...whole].some(([key, sum]) => sum !== 0 && !large.includes(key));
    const columns = [["gross", (of) => of.gross], ...large.map((key) => [null, (of) => (sums(of.lines).get(key) ?? 0) / 100, labelOf(key)]),
      ...(rest ? [["other lines", (of) => [...sums(of.lines)].filter(([key]) => !large.includes(key)).reduce((all, [, sum]) => all + sum, 0) / 100]] : []),
      ["employer cost", (of) => of.employer_cost]];
    const head = (name, label) => label ?? t(name);
    const changed = (number) => year.changes.filter((change) => change.in === number || change.from === number);
    const all = (payer) => totals.lines.filter((line) => line.payer === payer);
    const file = [...all("employee"), ...all("employer")];
    result.replaceChildren(
      h("div", { class: "printed" }, h("h1", {}, `${t("year")} – ${title(catalogue, year.scenario, answer.tax_year).heading}`), h("p", {}, [...title(catalogue, year.scenario).settings, ...year.changes.map(said)].join(" · "))),
      h("div", { class: "card headline" }, h("div", { class: "amounts" },
        h("div", { class: "net" }, h("p", { class: "eyebrow" }, t("net of year", { year: answer.tax_year })), h("p", { class: "big" }, cash(totals.net))),
        h("div", {}, h("p", { class: "eyebrow" }, t("gross of year")), h("p", { class: "large" }, cash(totals.gross))),
        h("dl", { class: "facts" }, [["average net", cash(answer.average_net)], ["deductions", cash(totals.employee_deductions)], ["deduction rate", totals.deduction_rate === null ? "–" : percent(totals.deduction_rate)], ["employer cost", cash(totals.employer_cost)]].map(([name, value]) => h("div", {}, h("dt", {}, t(name)), h("dd", { class: "figures" }, value))))),
      answer.warnings.map((warning) => h("p", { class: "hint-line" }, catalogue.inWords(answer.country, warning.message)))),
      h("div", { class: "card" }, h("h2", {}, t("month by month")), h("p", { class: "quiet small unprinted" }, t("year hint")), chart(cash),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("month by month") }, h("table", { class: "paydays sheet" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("payday")), h("th", { scope: "col", class: "figures" }, t("net")), columns.map(([name, , label]) => h("th", { scope: "col", class: "figures" }, head(name, label))))),
          h("tbody", {}, answer.paydays.map((payday) => h("tr", { class: changed(payday.number).length ? "changed" : "" },
            h("th", { scope: "row" }, h("button", { type: "button", class: "figure", "aria-label": t("change in", { month: named(payday.number) }), onclick: () => plan(payday.number) }, named(payday.number)),
              changed(payday.number).map((change) => h("span", { class: "rule" }, said(change).replace(/^[^:]+: /, "")))),
            h("td", { class: "figures strong" }, amountOnly(payday.net)), columns.map(([, of]) => h("td", { class: "figures" }, amountOnly(of(payday))))))),
          h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("totals")), h("td", { class: "figures" }, amountOnly(totals.net)), columns.map(([, of]) => h("td", { class: "figures" }, amountOnly(of(totals)))))))),
        takeAway(`year-${answer.country}-${answer.tax_year}`, {
          rows: () => [[t("payday"), t("gross"), ...file.map((line) => `${ownTerm(line.label)} – ${t(`payer.${line.payer}`)}`), t("net"), t("employer cost")],
            ...[...answer.paydays.map((payday) => [named(payday.number), payday]), [t("totals"), totals]].map(([label, of]) => [label, of.gross, ...file.map((line) => of.lines.find((each) => each.key === line.key && each.payer === line.payer)?.amount ?? ""), of.net, of.employer_cost])],
          json: () => answer, curl: () => curl("year", asks), link: () => link("year", year),
        })),
      h("div", { class: "card" }, h("h2", {}, t("notes")), h("ul", { class: "notes" }, [...[...answer.notes, ...ofMonths()].map((note) => catalogue.inWords(answer.country, note)), answer.disclaimer].map((note) => h("li", {}, note)))));
  }

  // ofMonths are the notes of single paydays, each with the months that it is of.
  function ofMonths() {
    const by = Map.groupBy(answer.paydays.flatMap(({ number, notes }) => (notes ?? []).map((note) => ({ number, note }))), ({ note }) => note);
    return [...by].map(([note, all]) => `${all.length > 2 ? t("from to", { from: named(all[0].number), to: named(all.at(-1).number) }) : all.map(({ number }) => named(number)).join(", ")}: ${note}`);
  }

  // chart is a bar a payday, as high as its net pay; each leads to a change there.
  function chart(cash) {
    const most = Math.max(...answer.paydays.map((each) => each.net), 0.01);
    return h("div", { class: "bars unprinted", "aria-hidden": "true" }, answer.paydays.map((payday) => {
      const piece = h("span", {});
      piece.style.height = `calc((100% - 1.3rem) * ${Math.max(0, payday.net / most)})`;
      return h("div", { title: `${named(payday.number)}: ${cash(payday.net)}`, onclick: () => plan(payday.number) }, piece, h("small", {}, payday.from ? monthName(payday.from, "short") : payday.number));
    }));
  }

  const inputs = form(catalogue, year.scenario, (scenario, controls, finished) => {
    if (scenario.country !== year.scenario.country || scenario.period !== year.scenario.period) { year.changes = []; year.first = year.last = undefined; answer = undefined; }
    year.scenario = scenario;
    if (finished && !result.inert && shown === JSON.stringify(body()) && !controls.some((each) => each.check())) return; // left as it was
    turn++;
    stale(result, true);
    later.after(finished ? 0 : quiet(), scenario, controls);
  }, { known: false, without: unpayable, date: false, skip: filled });
  year.scenario = inputs.scenario();
  drawPlans();
  main.replaceChildren(...[h("h1", {}, t("year title")), h("p", { class: "lead" }, t("year lead")), broken && brokenNote(),
    h("div", { class: "split" }, h("section", { class: "card inputs", "aria-label": t("your pay") }, inputs.element, plans, costNote()), result)].filter(Boolean));
  update(inputs.scenario(), inputs.controls());
}
