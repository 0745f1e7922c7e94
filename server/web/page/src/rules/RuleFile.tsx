// A rule file as its authors read it, with the line that a step comes from.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../language/words.ts";
import { useAnswer } from "../ui/answer.ts";
import { Loading, Notice } from "../ui/Notice.tsx";
import { namesIn, readFile, type Meaning, type Names } from "./files.ts";

export function RuleFile({ file, line }: { file: string; line: number }) {
  const [question] = useState({ file });
  const [meaning, setMeaning] = useState<Meaning>();
  const place = useRef<HTMLDivElement>(null);
  const { answer, failure, again } = useAnswer(file, question, 0, async () => (await readFile(file)).replace(/\n$/, "").split("\n"));
  const { answer: names } = useAnswer(file.endsWith(".yaml") ? file : null, question, 0, () => namesIn(file));
  useEffect(() => { if (answer) place.current?.querySelector(".meant")?.scrollIntoView({ block: "center" }); }, [answer]);
  const byLine = Map.groupBy(names?.names ?? [], (name) => name.line);
  return (
    <>
      <h1><code>{file}</code></h1>
      <p><a href="#/rules">{t("all rules")}</a></p>
      <div class="card" ref={place}>
        {failure && <Notice failure={failure} again={again} />}
        {!answer && !failure && <Loading />}
        {names && <p class="quiet">{t("names about")}</p>}
        {answer && <div class="scroll code" tabIndex={0} role="region" aria-label={file}><ol>{answer.map((text, i) => (
          <li key={i} class={i + 1 === line ? "meant" : ""} aria-current={i + 1 === line ? "true" : undefined}><code>{names ? <Annotated text={text} names={byLine.get(i + 1) ?? []} meanings={names.meanings} onMeaning={setMeaning} /> : text || " "}</code></li>
        ))}</ol></div>}
        {meaning && <Meant {...meaning} />}
      </div>
    </>
  );
}

// Annotated is a line whose names tell what they mean when they are pointed at or chosen.
function Annotated({ text, names, meanings, onMeaning }: { text: string; names: Names["names"]; meanings: Meaning[]; onMeaning: (meaning: Meaning) => void }) {
  const letters = [...text];
  let at = 0;
  const parts = names.toSorted((a, b) => a.from - b.from).flatMap(({ from, to, meaning }) => {
    const found = meanings[meaning];
    if (from - 1 < at || !found) return [];
    const before = letters.slice(at, from - 1).join("");
    at = to - 1;
    const tell = () => onMeaning(found);
    return [before, <button key={from} type="button" class="word" onClick={tell} onMouseEnter={tell} onFocus={tell}>{letters.slice(from - 1, to - 1).join("")}</button>];
  });
  return <>{parts}{letters.slice(at).join("") || (parts.length ? "" : " ")}</>;
}

// Meant writes what a name is declared as.
function Meant({ name, kind, about, unit, years, keys = [], in: given, out, source, cite }: Meaning) {
  return (
    <div class="meaning card" role="status">
      <p><strong><code>{name}</code></strong> <span class="quiet">{[kind, unit].filter(Boolean).join(" · ")}</span></p>
      {about && <p>{about}</p>}
      {keys.map(({ key, value }) => <p key={key}><code>{key}: {value}</code></p>)}
      {years && <table class="parameters"><tbody>{years.map(({ year, value }) => <tr key={year}><th scope="row">{year ?? t("every year")}</th><td class="figures">{value}</td></tr>)}</tbody></table>}
      {[["in", given] as const, ["out", out] as const].map(([key, all]) => all && <p key={key}><code>{key}: {all.join(", ")}</code></p>)}
      {(source || cite) && <p class="cite">{[source, cite].filter(Boolean).join(", ")}</p>}
    </div>
  );
}
