// Asking for all rows of a table: gross pay in one stream, net pay that is wanted row by row.
import { ask, askEach, ended, Failure } from "../api/client.ts";
import type { Net } from "../api/types.ts";
import type { ServiceFault, Person } from "./people.ts";

interface Item { line?: number; result?: Net; error?: { error: string; message: string; loc?: (string | number)[] } | { loc: (string | number)[]; msg: string }[] }

const faultsOf = (error: Item["error"]): ServiceFault[] => (Array.isArray(error) ? error.map(({ loc, msg }) => ({ field: loc.at(-1), message: msg })) : [{ field: error?.loc?.at(-1), message: error?.message ?? "" }]);

// run asks for those that have no result yet; settle is told of each.
export async function run(people: Person[], settle: (person: Person, result: Net | undefined, faults: ServiceFault[]) => void) {
  const of = (known: "gross" | "net") => people.filter(({ request }) => request[known] !== undefined);
  const paid = of("gross"), lines = paid.values();
  if (paid.length) {
    await askEach<Item>("net/batch", paid.map((each) => each.request), ({ line, result, error }) => {
      if (line !== undefined && error && !Array.isArray(error)) throw ended(error);
      const person = lines.next().value;
      if (person) settle(person, result, faultsOf(error));
    });
  }
  for (const person of of("net")) {
    try {
      settle(person, await ask("gross", person.request), []);
    } catch (failure) {
      if (!(failure instanceof Failure) || !["refused", "invalid"].includes(failure.kind)) throw failure;
      const faults = failure.faults.map(({ path, message }) => ({ field: path.at(-1), message }));
      settle(person, undefined, failure.kind === "refused" ? [{ field: faults[0]?.field, message: failure.message }] : faults);
    }
  }
}
