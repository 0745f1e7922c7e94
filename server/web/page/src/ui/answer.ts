// An answer of the service in a view: on its way, of something else than what is entered
// now, refused, or there.
import { useEffect, useRef, useState } from "preact/hooks";
import { Failure, state } from "../api/client.ts";

export interface Answered<Answer> {
  answer?: Answer | undefined; failure?: Failure | undefined;
  stale: boolean; // what is shown is not of what is entered now
  settled: boolean; // who enters has finished, or paused
  again: () => void;
}

// Entry is what was entered last. Someone who types has not finished yet.
export interface Entry<Value> { value: Value; finished: boolean }

// pauseAfter is for how many milliseconds someone who types is left alone: longer where
// each result costs a credit.
export const pauseAfter = ({ finished }: Entry<unknown>, free = 350) => (finished ? 0 : state.key === "" ? free : 1500);

// useAnswer asks a question once its entry is finished. id tells questions apart; null is
// none that can be asked.
export function useAnswer<Answer>(id: string | null, entry: object, pause: number, ask: () => Promise<Answer>): Answered<Answer> {
  const [found, setFound] = useState<{ id?: string; answer?: Answer; failure?: Failure }>({});
  const [settled, setSettled] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const flight = useRef<string | null>(null);
  const thrown = useRef<unknown>(undefined);
  if (thrown.current !== undefined) throw thrown.current as Error;
  useEffect(() => {
    if (flight.current !== id) flight.current = null; // what is on its way is of something else
    if (id !== null && id === found.id) {
      setSettled(true);
      return undefined;
    }
    setSettled(false);
    const timer = setTimeout(() => {
      setSettled(true);
      if (id === null || flight.current === id) return;
      flight.current = id;
      const settle = (next: { answer?: Answer; failure?: Failure }) => {
        if (flight.current !== id) return;
        flight.current = null;
        setFound({ id, ...next });
      };
      ask().then((answer) => settle({ answer }), (failure: unknown) => {
        if (failure instanceof Failure) return settle({ failure });
        thrown.current = failure;
        setSettled(false);
      });
    }, pause);
    return () => clearTimeout(timer);
  }, [id, entry, attempt]);
  const again = () => { setFound({}); setAttempt(attempt + 1); };
  return { answer: found.answer, failure: found.failure, stale: id === null || found.id !== id, settled, again };
}
