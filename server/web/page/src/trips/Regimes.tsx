// What both views of travel need first: the regimes whose rules there are.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../api/client.ts";
import type { Regime } from "../api/types.ts";
import { Loading, Notice } from "../ui/Notice.tsx";
import { supported } from "./places.ts";

export function Regimes({ children }: { children: (regimes: Regime[]) => ComponentChildren }) {
  const [found, setFound] = useState<Regime[] | Failure>();
  const load = () => supported().then(setFound, (failure: unknown) => {
    if (!(failure instanceof Failure)) throw failure;
    setFound(failure);
  });
  useEffect(() => { void load(); }, []);
  if (!found) return <Loading />;
  if (found instanceof Failure) return <Notice failure={found} again={() => { setFound(undefined); void load(); }} />;
  return <>{children(found)}</>;
}
