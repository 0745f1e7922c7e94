// The answer on a small screen, in sight while its headline is not.
import { useEffect, useState } from "preact/hooks";
import { money } from "../language/format.ts";
import { t } from "../language/words.ts";

interface Peeked { net: number; gross: number; currency: string }

export function Peek({ answer, stale }: { answer: Peeked | undefined; stale: boolean }) {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const headline = document.querySelector(".result .headline");
    if (!headline) return undefined;
    const watch = new IntersectionObserver(([entry]) => setSeen(Boolean(entry?.isIntersecting)));
    watch.observe(headline);
    return () => watch.disconnect();
  }, [answer]);
  if (!answer) return null;
  const pair = (name: "net" | "gross") => <span>{t(name)} <strong class="figures">{money(answer[name], answer.currency)}</strong></span>;
  return <p class={`peek unprinted ${seen ? "seen" : ""} ${stale ? "dim" : ""}`} aria-hidden="true">{pair("net")}{pair("gross")}</p>;
}
