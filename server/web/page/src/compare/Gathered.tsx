// What several scenarios assume, and what to know of them: said once, with their numbers.
import type { Compared } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { count, t } from "../language/words.ts";
import { NoteList } from "../payslip/Notes.tsx";

const ofOne = /^\S+ (\d+): (.+)$/s; // a note of one scenario

// general are the notes on the whole comparison, which stand below its table.
export const general = (notes: string[]) => notes.filter((note) => !ofOne.test(note));

// gathered says once what holds for several scenarios: their notes begin with the word and
// number of theirs.
export function gathered(notes: string[], of: number[]): string[] {
  const by = new Map<string, number[]>();
  for (const note of notes) {
    const [, number, text = note] = ofOne.exec(note) ?? [];
    const numbers = by.get(text) ?? [];
    by.set(text, number ? [...numbers, (of[Number(number) - 1] ?? 0) + 1] : numbers);
  }
  return [...by].map(([text, numbers]) => (numbers.length ? `${t("scenario n", { n: numbers.join(", ") })}: ${text}` : text));
}

// inWordsOf writes a text on a comparison as the forms of its countries do.
export const inWordsOf = (catalogue: Catalogue, { rows }: Compared) => (text: string) => [...new Set(rows.map((row) => row.country))].reduce((said, code) => catalogue.inWords(code, said), text);

export function Gathered({ catalogue, answer, of }: { catalogue: Catalogue; answer: Compared; of: number[] }) {
  const words = inWordsOf(catalogue, answer);
  const told = [...answer.warnings.map(({ message }) => message), ...general(answer.notes)];
  const assumed = gathered(answer.warnings.map(({ message }) => message), of);
  const list = (all: string[]) => <NoteList notes={all.map(words)} />;
  return (
    <div class="card">
      {assumed.length > 0 && <details class="assumptions"><summary>{count("assumptions", assumed.length)}</summary>{list(assumed)}</details>}
      <h2>{t("notes")}</h2>
      {list([...gathered(answer.notes.filter((note) => !told.includes(note)), of), answer.disclaimer])}
    </div>
  );
}
