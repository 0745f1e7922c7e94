// What an answer assumes: folded, each with its remedies. A doubtful amount, and a tax that is left
// out, are told at once.
import type { Remedy, Warning } from "../api/types.ts";
import { count } from "../language/words.ts";
import { Remedies } from "./Remedies.tsx";

interface AssumptionsProps { warnings: Warning[]; words: (text: string) => string; onTake: (remedy: Remedy) => void }

export function Assumptions({ warnings, words, onTake }: AssumptionsProps) {
  const told = warnings.filter(({ code }) => /_doubtful$|^not_taxed_|_tax_not_included$/.test(code));
  const assumed = warnings.filter((each) => !told.includes(each));
  const said = (warning: Warning) => <>{words(warning.message)}<Remedies remedies={warning.remedies} words={words} onTake={onTake} /></>;
  return (
    <>
      {told.map((warning) => <div key={warning.message} class="hint-line doubtful" role="status">{said(warning)}</div>)}
      {assumed.length > 0 && <details class="assumptions"><summary>{count("assumptions", assumed.length)}</summary>
        <ul class="notes">{assumed.map((warning) => <li key={warning.message} class="hint-line">{said(warning)}</li>)}</ul></details>}
    </>
  );
}
