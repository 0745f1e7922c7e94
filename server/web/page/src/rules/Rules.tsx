// The rules of a country and year: its figures, what changed, the steps of the calculation, and
// what they are tested against.
import "../base.ts";
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api/client.ts";
import type { Catalogue, Country } from "../forms/catalogue.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { money } from "../language/format.ts";
import { t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { complete, initial, request } from "../scenario/scenario.ts";
import { announce } from "../ui/announce.ts";
import { useAnswer } from "../ui/answer.ts";
import { Loading, Notice } from "../ui/Notice.tsx";
import type { ViewProps } from "../views.ts";
import { Figures } from "./Figures.tsx";
import { address, filesOf } from "./files.ts";
import { Programs } from "./Programs.tsx";
import { RuleFile } from "./RuleFile.tsx";

export default function Rules(props: ViewProps) {
  const file = props.query.get("file");
  return file ? <RuleFile file={file} line={Number(props.query.get("line"))} /> : <Overview {...props} />;
}

interface Pick { country: string; year: number; before: number }

// pickOf completes a choice: the newest year, beside the one before it; 0 is none.
function pickOf(catalogue: Catalogue, { country: code, year, before }: { country: string; year?: number; before?: number | undefined }): Pick {
  const country = catalogue.country(code);
  const now = year !== undefined && country.years.includes(year) ? year : country.years.at(-1) ?? 0;
  const fits = before !== undefined && before !== now && (before === 0 || country.years.includes(before));
  return { country: country.country, year: now, before: fits ? before : country.years.filter((each) => each < now).at(-1) ?? 0 };
}

function Overview({ catalogue, query }: ViewProps) {
  const [pick, setPick] = useState(() => pickOf(catalogue, { country: query.get("country") ?? (remembered.scenario ?? initial(catalogue)).country, year: Number(query.get("year")) }));
  const [word, setWord] = useState("");
  const country = catalogue.country(pick.country);
  const { answer, failure, stale, again } = useAnswer(JSON.stringify(pick), pick, 0, async () => {
    const list = (year: number) => ask("parameters", { country: pick.country, year });
    const [now, before, files] = await Promise.all([list(pick.year), pick.before ? list(pick.before) : undefined, filesOf(pick.country)]);
    return { now, before, files, pick };
  });
  useEffect(() => { history.replaceState(null, "", `#/rules?${new URLSearchParams({ country: pick.country, year: String(pick.year) })}`); }, [pick]);
  useEffect(() => { if (answer) announce(t("figures shown", { n: answer.now.parameters.length })); }, [answer]);
  const years = (without?: number) => country.years.filter((year) => year !== without).map((value) => ({ value, label: catalogue.taxYear(pick.country, value) }));
  return (
    <>
      <h1>{t("rules")}</h1>
      <p class="lead">{t("rules lead")}</p>
      <div class="card slim"><div class="grid four">
        <FieldRow field={choiceField("country", t("country"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })))} value={pick.country} onChange={(value) => setPick(pickOf(catalogue, { ...pick, country: String(value) }))} />
        <FieldRow field={choiceField("year", t("year"), years())} value={pick.year} onChange={(value) => setPick(pickOf(catalogue, { country: pick.country, year: Number(value) }))} />
        <FieldRow field={choiceField("before", t("differs from"), [{ value: 0, label: t("nothing") }, ...years(pick.year)])} value={pick.before} onChange={(value) => setPick({ ...pick, before: Number(value) })} />
        <FieldRow field={{ name: "find", label: t("find"), kind: "text", help: "", schema: {} }} value={word || undefined} onChange={(value) => setWord(String(value ?? ""))} />
      </div></div>
      <div class={stale ? "stale" : ""} inert={stale}>
        {failure && <Notice failure={failure} again={again} />}
        {!answer && !failure && <Loading />}
        {answer && <>
          <Figures now={answer.now} before={answer.before} word={word} />
          <Steps key={JSON.stringify(answer.pick)} catalogue={catalogue} country={country} year={answer.pick.year} />
          <div class="card"><h2>{t("rule files")}</h2><p class="quiet">{t("rule files about")}</p><ul class="files">{answer.files.map((file) => <li key={file}><a href={address(file)}><code>{file}</code></a></li>)}</ul></div>
          <div class="card"><h2>{t("evidence")}</h2><p>{country.conformance}</p></div>
        </>}
      </div>
    </>
  );
}

// Steps shows the programs by the steps that they take in an example.
function Steps({ catalogue, country, year }: { catalogue: Catalogue; country: Country; year: number }) {
  const [open, setOpen] = useState(false);
  const [scenario] = useState(() => complete(catalogue, { ...initial(catalogue), ...(remembered.scenario?.known === "gross" ? remembered.scenario : {}), country: country.country, year }));
  const { answer, failure, again } = useAnswer(open ? "example" : null, scenario, 0, () => ask("explain", request(catalogue, scenario)));
  return (
    <details class="card" onToggle={(event) => { if (event.currentTarget.open) setOpen(true); }}><summary>{t("programs")}</summary>
      {failure ? <Notice failure={failure} again={again} /> : answer ? <><p class="quiet">{t("programs about", { amount: money(answer.gross, answer.currency) })}</p><Programs nodes={answer.reasons.nodes} /></> : <Loading />}
    </details>
  );
}
