// Many employees: any table with one row a person goes in, a table of payslips comes out.
// Nothing of it is kept, here or by the service.
import "../base.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { alone, Failure } from "../api/client.ts";
import { saveRows } from "../files/save.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import type { Row } from "../reading/sheet.ts";
import type { Span } from "../reading/span.ts";
import { tableOf, type Table } from "../reading/table.ts";
import { initial } from "../scenario/scenario.ts";
import { FileDrop } from "../ui/FileDrop.tsx";
import { Notice, Reset } from "../ui/Notice.tsx";
import type { ViewProps } from "../views.ts";
import { vocabulary } from "./columns.ts";
import { template, told, worded, type Person } from "./people.ts";
import { Progress, Results } from "./Results.tsx";
import { run } from "./run.ts";
import { Understood } from "./Understood.tsx";

export interface Opened { name: string; sheets: { rows: Row[] }[] }
type Stage = { at: "start" } | { at: "problem"; text: string } | { at: "failed"; failure: Failure; again: () => void; done?: Person[] | undefined }
  | { at: "table" } | { at: "asking"; all: number; done: number } | { at: "done"; people: Person[] };

export default function Many({ catalogue, query }: ViewProps) {
  const [country, setCountry] = useState(() => [query.get("country") ?? "", remembered.many?.country ?? ""].find((code) => catalogue.has(code)) ?? (remembered.scenario ?? initial(catalogue)).country);
  const [opened, setOpened] = useState<Opened>();
  const [table, setTable] = useState<Table>();
  const [stage, setStage] = useState<Stage>({ at: "start" });
  const turn = useRef(0);
  const pick = (code: string) => { setCountry(code); remembered.many = { country: code }; };
  const reset = () => { turn.current++; setOpened(undefined); setTable(undefined); setStage({ at: "start" }); pick(initial(catalogue).country); };
  useEffect(() => history.replaceState(null, "", `#/many?country=${country}`), [country]);
  useEffect(() => { if (opened) void read(opened); }, [opened, country]);

  // read finds what a file says, before anything is asked.
  async function read({ sheets }: Opened) {
    const mine = ++turn.current;
    try {
      const found = tableOf(await vocabulary(catalogue), sheets, country, { mark: catalogue.decimal, period: catalogue.default("period") as Span });
      if (mine !== turn.current) return;
      setTable(found);
      setStage(found ? { at: "table" } : { at: "problem", text: t("file empty") });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      setStage({ at: "failed", failure, again: () => void read({ name: "", sheets }) });
    }
  }

  async function compute(of: Table, people: Person[]) {
    const good = people.filter((each) => each.kind === "person" && !each.error && !each.result);
    let done = 0;
    setStage({ at: "asking", all: good.length, done });
    try {
      await run(good, (person, result, faults) => {
        if (result) person.result = result;
        else person.error = worded(of, catalogue, person, faults);
        setStage({ at: "asking", all: good.length, done: ++done });
      });
      setStage({ at: "done", people });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const missed = good.filter((each) => !each.result && !each.error);
      for (const each of missed) each.error = t("row not answered");
      const again = () => { for (const each of missed) delete each.error; void compute(of, people); };
      setStage({ at: "failed", failure, again, done: missed.length < good.length ? people : undefined });
    }
  }
  const peopleOf = (of: Table): Person[] => of.people().map((each) => ({ ...each, remark: told(each.remarks, catalogue), ...(each.faults.length && { error: told(each.faults, catalogue) }) }));
  return (
    <>
      <h1>{t("many title")}</h1>
      <p class="lead">{t("many lead")}</p>
      <div class="card">
        <div class="grid two">
          <FieldRow field={choiceField("country", t("country unless"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })))} value={country} onChange={(value) => pick(String(value))} />
          <div class="field"><p class="label">{t("template")}</p><div class="buttons">{(["xlsx", "csv"] as const).map((kind) => {
            const name = kind === "csv" ? "CSV" : "Excel";
            return <button key={kind} type="button" aria-label={`${t("template")}: ${name}`} onClick={() => void saveRows("employees", kind, template(catalogue, country))}>{name}</button>;
          })}</div></div>
        </div>
        <FileDrop about={t("drop about")} onOpen={setOpened} onProblem={(text) => setStage({ at: "problem", text })} />
        <p class="quiet small">{t(alone ? "stays here" : "nothing kept")}</p>
        {opened && <Reset onReset={reset} />}
      </div>
      <div>
        {stage.at === "problem" && <p class="notice" role="alert">{stage.text}</p>}
        {stage.at === "failed" && <Notice failure={stage.failure} again={stage.again} />}
        {stage.at === "asking" && <Progress all={stage.all} done={stage.done} />}
        {stage.at === "table" && table && opened && <Understood key={`${opened.name} ${country}`} catalogue={catalogue} table={table} name={opened.name} peopleOf={peopleOf} onCountry={pick} onCompute={(people) => void compute(table, people)} />}
        {table && (stage.at === "done" || (stage.at === "failed" && stage.done)) && <Results catalogue={catalogue} table={table} people={stage.at === "done" ? stage.people : stage.done ?? []} onBack={() => setStage({ at: "table" })} />}
      </div>
    </>
  );
}
