// The start of the page, before its words are there: what its address holds is taken out of it,
// and what every view needs is asked for.
import { ask, setKey, state } from "./api/client.ts";

// takeKey takes a key out of the address and the history: the first-start address carries
// one in its fragment. It returns a key that is not kept because another one is: anybody can
// write such an address.
export function takeKey(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given === null) return undefined;
  history.replaceState(null, "", location.pathname + location.search + "#/payslip");
  const key = given.trim();
  if (state.key !== "" && state.key !== key) return key;
  setKey(key);
  return undefined;
}

// takeQuery makes of an address such as /?country=UK&gross=4000 that of the view.
function takeQuery() {
  if (!/[?&](country|gross|net)=/.test(location.search) || location.hash.includes("?")) return;
  history.replaceState(null, "", `${location.pathname}#/payslip${location.search}`);
}

takeQuery();
export const otherKey = takeKey();
for (const needed of ["description", "countries"] as const) ask(needed).catch(() => {}); // who needs it asks again, and is told
