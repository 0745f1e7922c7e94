// What answers a refusal, or a warning, with one click.
import type { Remedy } from "../api/types.ts";

export const Remedies = ({ remedies, words, onTake }: { remedies: Remedy[] | undefined; words: (text: string) => string; onTake: (remedy: Remedy) => void }) => (remedies?.length
  ? <div class="buttons remedies">{remedies.map((remedy) => <button key={remedy.label} type="button" onClick={() => onTake(remedy)}>{words(remedy.label)}</button>)}</div> : null);
