// What was found in a table, what it leaves open, and a way to put it right by hand.
import { useEffect, useRef, useState } from "preact/hooks";
import { state } from "../api/client.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { money, plain, writeNumber } from "../language/format.ts";
import { count, known, quoted, t } from "../language/words.ts";
import { blank } from "../reading/cell.ts";
import { isPersonal } from "../reading/head.ts";
import { inYear, type Span } from "../reading/span.ts";
import type { Table } from "../reading/table.ts";
import { told, type Person } from "./people.ts";
import { Questions } from "./Questions.tsx";
import { Refused } from "./Results.tsx";

const shown = 3; // examples of a column
const mostRemarks = 5; // above the button

interface UnderstoodProps { catalogue: Catalogue; table: Table; name: string; peopleOf: (table: Table) => Person[]; onCountry: (code: string) => void; onCompute: (people: Person[]) => void }

export function Understood({ catalogue, table, name, peopleOf, onCountry, onCompute }: UnderstoodProps) {
  const [focus, setFocus] = useState("");
  const [turn, setTurn] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const again = (next: string) => { setFocus(next); setTurn(turn + 1); };
  const people = peopleOf(table);
  const persons = people.filter((each) => each.kind === "person");
  const open = table.questions();
  const clear = !open.some(({ kind }) => ["pay", "country", "period"].includes(kind)); // else each row would say the same
  const good = persons.filter((each) => !clear || !each.error), wrong = persons.filter((each) => clear && each.error);
  const left = people.length - persons.length;
  useEffect(() => {
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    const question = find(".question button, .question select");
    const next = focus === "question" ? question : focus ? find(`[data-focus="${focus}"] select, [data-name="${focus}"] select`) : undefined;
    (next ?? question ?? find("button.primary"))?.focus();
  }, [turn]);
  const named = (all: number[]) => all.map((at) => quoted(table.head[at] || t("column n", { n: at + 1 }))).join(", ");
  const [personal = [], unused = []] = [true, false].map((own) => table.unused().filter((at) => isPersonal(table.head[at]) === own));
  const { currency } = catalogue.country(table.country);
  const remarks = [...new Set(good.flatMap((each) => each.remarks.map((one) => told([one], catalogue))))];
  return (
    <div ref={place}>
      <div class="card"><h2>{name}</h2>
        <p>{[count("rows read", persons.length), wrong.length > 0 && count("rows unread", wrong.length), left > 0 && count("rows left", left)].filter(Boolean).join(" ")}</p>
        <div class="grid two spans"><Period catalogue={catalogue} table={table} onChange={() => again("period")} /></div>
        <Columns table={table} open={!table.paid || focus.startsWith("column")} onChange={(at) => again(`column-${at}`)} />
        <Questions all={open} table={table} catalogue={catalogue} onAnswer={() => again("question")} onCountry={onCountry} />
        {unused.length > 0 && <p class="unused">{t("unused columns", { list: named(unused) })}</p>}
        {personal.length > 0 && <p class="unused">{t("personal columns", { list: named(personal) })}</p>}
        {table.readAs().map(({ text, value }) => <p key={text} class="read-as">{t("read as", { text, value: money(value, currency) })}</p>)}
        {remarks.slice(0, mostRemarks).map((text) => <p key={text}>{text}</p>)}
        <div class="buttons follow"><button type="button" class="primary" disabled={!good.length || open.length > 0} onClick={() => onCompute(people)}>{count(state.key !== "" ? "compute rows paid" : "compute rows", good.length)}</button>
          {open.length > 0 && <span class="quiet small">{t("questions first")}</span>}</div>
      </div>
      {wrong.length > 0 && <Refused people={wrong} title={t("rows wrong")} />}
    </div>
  );
}

// Period asks for the period of the amounts, one that the country has not too where it divides
// the year.
function Period({ catalogue, table, onChange }: { catalogue: Catalogue; table: Table; onChange: () => void }) {
  const span = table.span(table.country);
  const spans: Span[] = ["year", "month"];
  const values = new Set<Span>([...catalogue.country(table.country).periods as Span[], ...spans.filter((each) => inYear[each]), span]);
  return <FieldRow field={choiceField("period", t("amounts for"), [...values].map((value) => ({ value, label: known("period", value) })))} value={span} onChange={(value) => { table.period = value as Span; onChange(); }} />;
}

// Columns shows what each column is taken for; open where the pay was not found.
function Columns({ table, open, onChange }: { table: Table; open: boolean; onChange: (at: number) => void }) {
  const rows = table.head.flatMap((head, at) => {
    const examples = [...new Set(table.body.map((row) => row[at]).filter((cell) => !blank(cell)).map((cell) => (typeof cell === "number" ? writeNumber(cell) : String(cell))))].slice(0, shown);
    return head || examples.length ? [{ at, label: head || t("column n", { n: at + 1 }), examples }] : [];
  });
  const found = table.head.filter((_, i) => table.meaningOf(i)).length;
  return (
    <details open={open}><summary>{t("columns found", { n: plain(found), all: plain(rows.length) })}</summary>
      <table class="mapping"><thead><tr><th scope="col">{t("column of file")}</th><th scope="col">{t("meaning")}</th></tr></thead>
        <tbody>{rows.map(({ at, label, examples }) => (
          <tr key={at} data-focus={`column-${at}`}><th scope="row">{label}<span class="rule">{examples.join(" · ")}</span></th>
            <td><select aria-label={t("column means", { label })} value={table.meaningOf(at)?.name ?? ""} onChange={(event) => { table.choose(at, event.currentTarget.value); onChange(at); }}>
              <option value="">{t("passes through")}</option>
              {table.fields().map(([value, text]) => <option key={value} value={value}>{text}</option>)}
            </select></td></tr>
        ))}</tbody></table>
    </details>
  );
}
