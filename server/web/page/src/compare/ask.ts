// What a comparison asks, and what is wrong with some of its scenarios.
import { ask, Failure } from "../api/client.ts";
import type { Compared, Remedy } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { request, type Body, type Scenario } from "../scenario/scenario.ts";

export interface Wrong { text: string; remedies: Remedy[]; body: CompareBody; of: number[] }
export interface CompareBody { scenarios: Body[] }

// Comparison is the answer to those scenarios that are not refused: of says which scenario each
// row is of, wrong what is wrong with others.
export interface Comparison { answer?: Compared; of: number[]; wrong: Map<number, Wrong>; body: CompareBody; scenarios: Scenario[] }

// compare asks for all; what is refused is left out and asked no more, which costs nothing.
export async function compare(catalogue: Catalogue, scenarios: Scenario[]): Promise<Comparison> {
  const wrong = new Map<number, Wrong>();
  for (;;) {
    const of = scenarios.map((_, i) => i).filter((i) => !wrong.has(i));
    const body = { scenarios: of.flatMap((i) => { const scenario = scenarios[i]; return scenario ? [request(catalogue, scenario)] : []; }) };
    if (!of.length) return { of, wrong, body, scenarios };
    try {
      return { answer: await ask("compare", body), of, wrong, body, scenarios };
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const before = wrong.size;
      for (const { path: [list, at], message, remedies } of failure.faults) {
        const i = list === "scenarios" ? of[Number(at)] : undefined;
        // What the service counts from 1 in its words stands on the card.
        if (i !== undefined) wrong.set(i, { text: catalogue.inWords(scenarios[i]?.country ?? "", message.replace(/^\S+ \d+: /, "")), remedies: remedies ?? failure.remedies, body, of });
      }
      if (wrong.size === before) throw failure;
    }
  }
}
