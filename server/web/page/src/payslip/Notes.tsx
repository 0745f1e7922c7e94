// What to know of an answer, and where it is from.
import type { Slip } from "../api/types.ts";
import { licence, ownTerm, t } from "../language/words.ts";

export function Notes({ answer, words }: { answer: Slip; words: (text: string) => string }) {
  const assumed = new Set(answer.warnings.map(({ message }) => message)); // told beside the total
  const version = <p class="quiet small">{t("computed by", { rules: answer.rules_version, program: answer.computed_by })}</p>;
  return (
    <div class="card">
      <h2>{t("notes")}</h2>
      <ul class="notes">
        {answer.notes.map((note) => <li key={note} class={assumed.has(note) ? "printed" : ""}>{words(note)}</li>)}
        <li>{answer.disclaimer}</li>
      </ul>
      <details class="unprinted"><summary>{t("sources")}</summary>
        <ul class="notes">{answer.sources.map((source) => <li key={source.name}><a href={source.url} rel="noreferrer" target="_blank">{ownTerm(source.name)}</a> <span class="quiet small">{licence(source.license)}</span></li>)}</ul>
        {version}
      </details>
      <div class="printed"><h2>{t("sources")}</h2><ul class="notes">{answer.sources.map((source) => <li key={source.name}>{ownTerm(source.name)}, {source.url}</li>)}</ul>{version}</div>
    </div>
  );
}
