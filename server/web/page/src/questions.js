// What a table of employees leaves open, asked above the button: nothing is computed before it
// is answered. reading/table.ts finds the questions.
import { h } from "./dom.js";
import { known, quoted, t } from "./i18n.js";
import { plain } from "./format.js";
import { blank } from "./reading/cell.ts";
import { spanOf } from "./reading/span.ts";

const shown = 2; // examples of a column

// questions makes an element of each of some questions. again() shows the table anew,
// elsewhere(code) reads it for another country.
export function questions(all, table, catalogue, { again, elsewhere }) {
  const box = (text, ...answers) => h("div", { class: "question", role: "alert" }, h("p", {}, text), h("div", { class: "buttons" }, answers));
  const button = (text, settle) => h("button", { type: "button", onclick: () => { settle(); again(); } }, text);
  const examples = (at) => [...new Set(table.body.map((row) => row[at]).filter((cell) => !blank(cell)).map(String))].slice(0, shown).join(", ");
  const headOf = (at) => table.head[at] || t("column n", { n: at + 1 });
  const nameOf = (code) => catalogue.country(code).name;
  const leaveOut = (at) => button(t("leave out"), () => table.choose(at, ""));

  const ask = {
    pay: ({ columns }) => box(t("ask pay"), ...columns.length ? columns.map((at) => button(`${headOf(at)} (${examples(at)})`, () => table.choose(at, "gross"))) : [h("span", {}, t("no pay"))]),
    country: (question) => {
      const own = catalogue.country(table.country);
      const found = [question.currencies.length > 0 && t("ask currency", { currencies: question.currencies.join(", "), country: own.name, own: own.currency }), question.terms.length > 0 && t("ask terms", { terms: question.terms.map(quoted).join(", "), country: own.name })];
      return box([...found.filter(Boolean), t("ask country")].join(" "), ...question.countries.map((code) => h("button", { type: "button", onclick: () => elsewhere(code) }, nameOf(code))), button(t("all the same", { country: own.name }), () => table.answer(question)));
    },
    period: (question) => {
      const { periods } = catalogue.country(question.country);
      const values = [...new Set([...periods, "month", "year"])];
      const words = { label: quoted(question.label), example: question.example, period: known("per", question.said ?? table.span(question.country)) };
      return box(`${t(`ask period ${question.why}`, words)} ${t("ask period")}`, ...values.map((value) => button(known("period", value), () => { table.period = value; })));
    },
    column: (question) => {
      const { at, column } = question;
      const text = t(column.usable ? "ask column" : "ask component", { label: quoted(headOf(at)), examples: examples(at), field: quoted(column.label) });
      const twelve = column.yearly && spanOf(headOf(at)) === "month";
      return box(text, column.usable && button(t(twelve ? "use as yearly" : "use as", { field: quoted(column.label) }), () => table.choose(at, column.name)), leaveOut(at));
    },
    unread: ({ at, column, example }) => box(t("ask unread", { label: quoted(headOf(at)), field: quoted(column.label), example: quoted(example) }), leaveOut(at)),
    needs: ({ columns, field, values }) => box(t("ask needs", { label: columns.map((at) => quoted(headOf(at))).join(", "), field: quoted(field.label) }),
      ...values.map((value) => button(field.field.choices?.find((each) => each.value === value)?.label ?? String(value), () => table.fix(columns, field.name, value))),
      button(t("leave out"), () => { for (const at of columns) table.choose(at, ""); })),
    rival: (question) => {
      const { columns, pay, row } = question;
      return box(t("ask rival", { list: [pay, ...columns].map((at) => quoted(headOf(at))).join(", "), row: plain(row) }),
        ...[pay, ...columns].map((at) => button(headOf(at), () => { table.choose(at, "gross"); table.answer(question); })));
    },
  };

  const columns = all.filter(({ kind }) => kind === "column" || kind === "unread");
  return [...all.map((question) => ask[question.kind](question)),
    ...(columns.length > 1 ? [h("div", { class: "buttons" }, button(t("leave all out"), () => { for (const { at } of columns) table.choose(at, ""); }))] : [])];
}
