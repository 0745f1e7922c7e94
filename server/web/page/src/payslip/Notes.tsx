// What to know of an answer, and where it is from.
import type { Slip, Source } from "../api/types.ts";
import { licence, ownTerm, t } from "../language/words.ts";

export const NoteList = ({ notes }: { notes: string[] }) => <ul class="notes">{notes.map((note) => <li key={note}>{note}</li>)}</ul>;

// Publication leads to what an answer rests on; name is how its line calls it.
export const Publication = ({ source: { name: own, url, license }, name = ownTerm(own) }: { source: Pick<Source, "name" | "url" | "license">; name?: string }) => (
  <><a href={url} rel="noreferrer" target="_blank">{name}</a> <span class="quiet small">{licence(license)}</span></>
);

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
        <ul class="notes">{answer.sources.map((source) => <li key={source.name}><Publication source={source} /></li>)}</ul>
        {version}
      </details>
      <div class="printed"><h2>{t("sources")}</h2><ul class="notes">{answer.sources.map((source) => <li key={source.name}>{ownTerm(source.name)}, {source.url}</li>)}</ul>{version}</div>
    </div>
  );
}
