// What a table of employees leaves open, asked above the button: nothing is computed before it
// is answered. reading/table.ts finds the questions.
import type { ComponentChildren } from "preact";
import type { Catalogue } from "../forms/catalogue.ts";
import { plain } from "../language/format.ts";
import { count, known, quoted, said, t } from "../language/words.ts";
import { blank } from "../reading/cell.ts";
import { spanOf, type Span } from "../reading/span.ts";
import type { Question, Table } from "../reading/table.ts";

const shown = 2; // examples of a column

interface QuestionsProps {
  all: Question[]; table: Table; catalogue: Catalogue;
  onAnswer: () => void; // shows the table anew
  onCountry: (code: string) => void; // reads it for another country
}
interface Asked { text: string; answers: [text: string, settle: () => void][]; note?: string }

export function Questions({ all, table, catalogue, onAnswer, onCountry }: QuestionsProps) {
  const button = (text: string, settle: () => void): ComponentChildren => <button key={text} type="button" onClick={() => { settle(); onAnswer(); }}>{text}</button>;
  const columns = all.flatMap((question) => (question.kind === "column" || question.kind === "unread" ? [question.at] : []));
  return (
    <>
      {all.map((question, i) => {
        const { text, answers, note } = asked(question, table, catalogue, onCountry);
        return <div key={i} class="question" role="alert"><p>{text}</p><div class="buttons">{note && <span>{note}</span>}{answers.map(([label, settle]) => button(label, settle))}</div></div>;
      })}
      {columns.length > 1 && <div class="buttons">{button(t("leave all out"), () => { for (const at of columns) table.choose(at, ""); })}</div>}
    </>
  );
}

// asked puts a question in words, with its answers.
function asked(question: Question, table: Table, catalogue: Catalogue, onCountry: (code: string) => void): Asked {
  const examples = (at: number) => [...new Set(table.body.map((row) => row[at]).filter((cell) => !blank(cell)).map(String))].slice(0, shown).join(", ");
  const headOf = (at: number) => table.head[at] || t("column n", { n: at + 1 });
  const leaveOut = (at: number): [string, () => void] => [t("leave out"), () => table.choose(at, "")];
  const own = catalogue.country(table.country);
  switch (question.kind) {
    case "pay": return { text: t("ask pay"), answers: question.columns.map((at) => [`${headOf(at)} (${examples(at)})`, () => table.choose(at, "gross")]), ...(!question.columns.length && { note: t("no pay") }) };
    case "country": {
      const found = [question.currencies.length > 0 && t("ask currency", { currencies: question.currencies.join(", "), country: own.name, own: own.currency }), question.terms.length > 0 && t("ask terms", { terms: question.terms.map(quoted).join(", "), country: own.name })];
      return { text: [...found.filter(Boolean), t("ask country")].join(" "), answers: [...question.countries.map((code): [string, () => void] => [catalogue.country(code).name, () => onCountry(code)]), [t("all the same", { country: own.name }), () => table.answer(question)]] };
    }
    case "period": {
      const values = new Set<Span>([...catalogue.country(question.country).periods as Span[], "month", "year"]);
      const words = { label: quoted(question.label), example: question.example, period: known("per", question.said ?? table.span(question.country)) };
      return { text: `${said(`ask period ${question.why}`, words)} ${t("ask period")}`, answers: [...values].map((value) => [known("period", value), () => { table.period = value; }]) };
    }
    case "stray": {
      const { rows, example, said: of, as } = question;
      const list = rows.map((row) => plain(table.headRow + 2 + row)).join(", ");
      return { text: count("ask stray", rows.length, { rows: list, example, period: known("per", of), as: known("per", as) }), answers: [as, of].map((span): [string, () => void] => [known("period", span), () => table.take(rows, span)]) };
    }
    case "column": {
      const { at, column } = question;
      const use = t(column.yearly && spanOf(headOf(at)) === "month" ? "use as yearly" : "use as", { field: quoted(column.label) });
      return { text: t(column.usable ? "ask column" : "ask component", { label: quoted(headOf(at)), examples: examples(at), field: quoted(column.label) }), answers: [...(column.usable ? [[use, () => table.choose(at, column.name)] as [string, () => void]] : []), leaveOut(at)] };
    }
    case "unread": return { text: t("ask unread", { label: quoted(headOf(question.at)), field: quoted(question.column.label), example: quoted(question.example) }), answers: [leaveOut(question.at)] };
    case "needs": {
      const { columns, field, values } = question;
      const labelOf = (value: unknown) => field.field?.choices?.find((each) => each.value === value)?.label ?? String(value);
      return { text: t("ask needs", { label: columns.map((at) => quoted(headOf(at))).join(", "), field: quoted(field.label) }), answers: [...values.map((value): [string, () => void] => [labelOf(value), () => table.fix(columns, field.name, value)]), [t("leave out"), () => { for (const at of columns) table.choose(at, ""); }]] };
    }
    case "rival": {
      const all = [question.pay, ...question.columns];
      return { text: t("ask rival", { list: all.map((at) => quoted(headOf(at))).join(", "), row: plain(question.row) }), answers: all.map((at) => [headOf(at), () => { table.choose(at, "gross"); table.answer(question); }]) };
    }
  }
}
