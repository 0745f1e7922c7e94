// Many employees: any table with one row a person goes in, a table of payslips comes
// out. Nothing of it is kept, here or by the service.
import "./base.js";
import { announce, h } from "./dom.js";
import { count, known, quoted, t } from "./i18n.js";
import { ask, askEach, ended, state } from "./api.js";
import { amountOnly, money, plain, writeNumber } from "./format.js";
import { choice } from "./form.js";
import { saveRows } from "./export.js";
import { initial } from "./scenario.js";
import { vocabulary } from "./columns.js";
import { outcome, template, told, worded, written } from "./people.js";
import { questions } from "./questions.js";
import { blank } from "./reading/cell.ts";
import { decoded, textRows } from "./reading/sheet.ts";
import { inYear } from "./reading/span.ts";
import { tableOf } from "./reading/table.ts";
import { notice } from "./notice.js";
import { remembered } from "./memory.js";

const listed = 100; // rows that are shown; all are in the download
const shown = 3; // examples of a column
const mostRemarks = 5; // above the button

export function draw(main, catalogue) {
  const place = h("div", {});
  const asked = (remembered.many ??= { country: (remembered.scenario ?? initial(catalogue)).country });
  let sheets, name;
  const country = choice("country", t("country unless"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })), asked.country, () => {
    asked.country = country.value();
    remembered.many = asked;
    if (sheets) read();
  });
  const file = h("input", { type: "file", id: "sheet", class: "unseen", accept: ".csv,.txt,.tsv,.xlsx", onchange: () => file.files[0] && take(file.files[0]) });
  const drop = h("label", {
    class: "drop", for: "sheet",
    ondragover: (event) => { event.preventDefault(); drop.classList.add("over"); }, ondragleave: () => drop.classList.remove("over"),
    ondrop: (event) => { event.preventDefault(); drop.classList.remove("over"); if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]); },
  }, h("strong", {}, t("drop")), h("span", { class: "quiet small" }, t("drop about")), file);

  const problem = (text) => place.replaceChildren(h("p", { class: "notice", role: "alert" }, text));

  // take reads a file and says what is in it before anything is asked.
  async function take(given) {
    try {
      const bytes = new Uint8Array(await given.arrayBuffer());
      const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
      if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return problem(t("file old"));
      sheets = packed ? (await import("./workbook.js")).readWorkbook(bytes) : [{ rows: textRows(decoded(bytes)) }];
      name = given.name;
    } catch {
      return problem(t("file unread"));
    } finally {
      file.value = "";
    }
    await read();
  }

  async function read() {
    let table;
    try {
      table = tableOf(await vocabulary(catalogue), sheets, asked.country, { mark: catalogue.decimal, period: catalogue.default("period") });
    } catch (failure) {
      place.replaceChildren(notice(failure, read));
      return;
    }
    if (!table) return problem(t("file empty"));
    understood(table);
  }

  // understood shows what was found in a table, asks what it leaves open, and lets it be put
  // right by hand.
  function understood(table, focus) {
    const people = table.people();
    for (const each of people) {
      if (each.faults.length) each.error = told(each.faults, catalogue);
      each.remark = told(each.remarks, catalogue);
    }
    const persons = people.filter((each) => each.kind === "person");
    const open = table.questions();
    const clear = !open.some(({ kind }) => ["pay", "country", "period"].includes(kind)); // else each row would say the same
    const good = persons.filter((each) => !clear || !each.error);
    const left = people.length - persons.length;
    const wrong = persons.filter((each) => clear && each.error);
    const asks = questions(open, table, catalogue, { again: () => understood(table, "question"), elsewhere: (code) => { country.input.value = code; asked.country = code; remembered.many = asked; read(); } });
    place.replaceChildren(h("div", { class: "card" }, h("h2", {}, name),
      h("p", {}, [count("rows read", persons.length), wrong.length > 0 && count("rows unread", wrong.length), left > 0 && count("rows left", left)].filter(Boolean).join(" ")),
      h("div", { class: "grid two spans" }, periodOf(table)),
      columnsOf(table, focus), ...asks, ...notesOf(table, good),
      h("div", { class: "buttons follow" }, h("button", { type: "button", class: "primary", disabled: !good.length || open.length > 0, onclick: () => compute(table, people) }, count(state.key !== "" ? "compute rows paid" : "compute rows", good.length)),
        open.length > 0 && h("span", { class: "quiet small" }, t("questions first")))),
    wrong.length ? refused(wrong) : "");
    const next = focus === "question" ? place.querySelector(".question button, .question select") : focus && place.querySelector(`[data-focus="${focus}"] select, [data-name="${focus}"] select`);
    (next ?? place.querySelector(".question button, .question select") ?? place.querySelector("button.primary"))?.focus();
  }

  // periodOf asks for the period of the amounts, one that the country has not too where it
  // divides the year.
  function periodOf(table) {
    const span = table.span(asked.country);
    const { periods } = catalogue.country(asked.country);
    const values = [...new Set([...periods, ...["year", "month"].filter((each) => inYear[each]), span])];
    const spans = choice("period", t("amounts for"), values.map((value) => ({ value, label: known("period", value) })), span, () => { table.period = spans.value(); understood(table, "period"); });
    return spans.element;
  }

  // notesOf says, above the button, which columns are not used, how amounts are read that may
  // be read in two ways, and what is done to rows.
  function notesOf(table, good) {
    const unused = table.unused().map((at) => quoted(table.head[at] || t("column n", { n: at + 1 })));
    const { currency } = catalogue.country(asked.country);
    const remarks = [...new Set(good.flatMap((each) => each.remarks.map((one) => told([one], catalogue))))];
    return [
      unused.length > 0 && h("p", { class: "unused" }, t("unused columns", { list: unused.join(", ") })),
      ...table.readAs().map(({ text, value }) => h("p", { class: "read-as" }, t("read as", { text, value: money(value, currency) }))),
      ...remarks.slice(0, mostRemarks).map((text) => h("p", {}, text)),
    ].filter(Boolean);
  }

  // columnsOf shows what each column is taken for; open where the pay was not found.
  function columnsOf(table, focus) {
    const fields = table.fields();
    const rows = table.head.map((head, i) => {
      const examples = [...new Set(table.body.map((row) => row[i]).filter((cell) => !blank(cell)).map((cell) => (typeof cell === "number" ? writeNumber(cell) : String(cell))))].slice(0, shown);
      if (!head && !examples.length) return null;
      const label = head || t("column n", { n: i + 1 });
      const pick = h("select", { "aria-label": t("column means", { label }), onchange: () => { table.choose(i, pick.value); understood(table, `column-${i}`); } },
        h("option", { value: "" }, t("passes through")), fields.map(([value, text]) => h("option", { value, selected: table.meaningOf(i)?.name === value }, text)));
      return h("tr", { "data-focus": `column-${i}` }, h("th", { scope: "row" }, label, h("span", { class: "rule" }, examples.join(" · "))), h("td", {}, pick));
    });
    const open = !table.paid || (focus ?? "").startsWith("column");
    const found = table.head.filter((_, i) => table.meaningOf(i)).length;
    return h("details", { open }, h("summary", {}, t("columns found", { n: plain(found), all: plain(rows.filter(Boolean).length) })),
      h("table", { class: "mapping" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("column of file")), h("th", { scope: "col" }, t("meaning")))), h("tbody", {}, rows)));
  }

  const refused = (people, title = t("rows wrong")) => h("div", { class: "card" }, h("h2", {}, title), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "figures" }, t("row")), h("th", { scope: "col" }, t("person")), h("th", { scope: "col" }, t("remark")))),
    h("tbody", {}, people.slice(0, listed).map((each) => h("tr", {}, h("td", { class: "figures" }, plain(each.row)), h("th", { scope: "row" }, each.person || "–"), h("td", { class: "wrong-row" }, each.error)))))));

  // compute asks for what has no result yet: gross pay in one stream, net pay wanted
  // row by row.
  async function compute(table, people) {
    const good = people.filter((each) => each.kind === "person" && !each.error && !each.result);
    const told = h("p", { role: "status" }, t("loading"));
    const bar = h("progress", { max: good.length, value: 0, "aria-label": t("loading") });
    place.replaceChildren(h("div", { class: "card" }, told, bar));
    const of = (known) => good.filter(({ request }) => request[known] !== undefined);
    const settle = (person, result, faults) => {
      if (result) person.result = result;
      else person.error = worded(table, catalogue, person, faults);
      bar.value++;
    };
    const faultsOf = (error) => (Array.isArray(error) ? error.map(({ loc, msg }) => ({ field: loc.at(-1), message: msg })) : [{ field: error?.loc?.at(-1), message: error?.message ?? "" }]);
    try {
      const lines = of("gross").values();
      if (of("gross").length) {
        await askEach("net/batch", of("gross").map((each) => each.request), ({ line, result, error }) => {
          if (line !== undefined) throw ended(error);
          settle(lines.next().value, result, faultsOf(error));
        });
      }
      for (const person of of("net")) {
        await ask("gross", person.request).then((result) => settle(person, result), (failure) => {
          if (!["refused", "invalid"].includes(failure.kind)) throw failure;
          settle(person, null, failure.kind === "refused" ? [{ field: failure.fields[0]?.path.at(-1), message: failure.message }] : failure.fields.map(({ path: at, message }) => ({ field: at.at(-1), message })));
        });
      }
    } catch (failure) {
      const missed = good.filter((each) => !each.result && !each.error);
      for (const each of missed) each.error = t("row not answered");
      place.replaceChildren(notice(failure, () => { for (const each of missed) delete each.error; compute(table, people); }), ...(missed.length < good.length ? done(table, people) : []));
      return;
    }
    place.replaceChildren(...done(table, people));
  }

  function done(table, people) {
    const right = people.filter((each) => each.result).length, wrong = people.filter((each) => each.error).length;
    const said = [count("results n", right), wrong > 0 && count("errors n", wrong)].filter(Boolean).join(", ");
    announce(said);
    const result = outcome(table, people);
    const rows = () => written(table, people, result);
    return [h("div", { class: "card" }, h("h2", {}, said),
      h("p", { class: "quiet small" }, t("results about")),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: () => saveRows(t("results file"), "xlsx", rows()) }, "Excel"), h("button", { type: "button", onclick: () => saveRows(t("results file"), "csv", rows()) }, "CSV"),
        h("button", { type: "button", onclick: () => understood(table) }, t("back to columns")))),
    wrong ? refused(people.filter((each) => each.error), count("errors n", wrong)) : "",
    assumed(people), results(people, result)];
  }

  // assumed lists what the answers assume, and what was left out, each with its number of rows.
  function assumed(people) {
    const by = new Map();
    for (const each of people.filter(({ result }) => result)) {
      for (const text of [...each.remarks.map((one) => told([one], catalogue)), ...each.result.warnings.map(({ message }) => catalogue.inWords(each.result.country, message))]) by.set(text, (by.get(text) ?? 0) + 1);
    }
    return by.size ? h("div", { class: "card" }, h("h2", {}, t("assumed")), h("ul", { class: "notes" }, [...by].slice(0, listed).map(([text, n]) => h("li", {}, `${text} (${count("people", n)})`)))) : "";
  }

  // first orders the figures of the screen: the net pay before the lines.
  const first = ({ name }) => ({ gross: 0, net: 1 }[name] ?? 2);

  function results(people, { columns, totals }) {
    const rows = people.slice(0, listed);
    const figures = columns.map((column, i) => ({ ...column, i })).filter(({ figure }) => figure).sort((a, b) => first(a) - first(b));
    const write = (value) => (typeof value === "number" ? amountOnly(value) : value ?? "");
    return h("div", { class: "card" }, h("h2", {}, t("results")), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("results") }, h("table", { class: "sheet" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("person")), h("th", { scope: "col", class: "figures" }, t("row")), h("th", { scope: "col" }, t("column.currency")), figures.map(({ label }) => h("th", { scope: "col", class: "figures" }, label)))),
      h("tbody", {}, rows.map((each) => h("tr", { class: each.kind === "person" ? "" : "quiet" }, h("th", { scope: "row" }, each.person || each.cells.find((cell) => !blank(cell))), h("td", { class: "figures" }, plain(each.row)),
        each.result ? [h("td", {}, each.result.currency), figures.map(({ of }) => h("td", { class: "figures" }, write(of(each.result))))]
          : h("td", { colspan: String(figures.length + 1), class: each.error ? "wrong-row" : "quiet" }, each.error ?? t(each.kind === "total" ? "total of file" : "note of file"))))),
      h("tfoot", {}, totals.map(({ currency, count: n, values }) => h("tr", { class: "strong" }, h("th", { scope: "row" }, t("totals")), h("td", {}, count("people", n)), h("td", {}, currency), figures.map(({ i }) => h("td", { class: "figures" }, write(values[i])))))))),
    people.length > rows.length && h("p", { class: "quiet small" }, count("more rows", people.length - rows.length)));
  }

  main.replaceChildren(h("h1", {}, t("many title")), h("p", { class: "lead" }, t("many lead")),
    h("div", { class: "card" }, h("div", { class: "grid two" }, country.element, h("div", { class: "field" }, h("p", { class: "label" }, t("template")),
      h("div", { class: "buttons" }, ["xlsx", "csv"].map((kind) => h("button", { type: "button", "aria-label": `${t("template")}: ${kind === "csv" ? "CSV" : "Excel"}`, onclick: () => saveRows(t("template file"), kind, template(catalogue, asked.country)) }, kind === "csv" ? "CSV" : "Excel"))))),
    drop, h("p", { class: "quiet small" }, t(globalThis.payslateHere === true ? "stays here" : "nothing kept"))), place);
}
