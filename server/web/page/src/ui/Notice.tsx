// What the page says where an answer should be and is none.
import type { ComponentChildren } from "preact";
import { Failure, state } from "../api/client.ts";
import { firstSentence, said, t } from "../language/words.ts";
import { Icon } from "./icons.tsx";

// Message is a text of the service: its first sentence, and the way out for who opens it.
export function Message({ text }: { text: string }) {
  const [first, more] = firstSentence(text);
  return <><p>{first}</p>{more && <details><summary>{t("way out")}</summary><p>{more}</p></details>}</>;
}

interface NoticeProps {
  failure: Failure; again?: (() => void) | undefined;
  words?: (text: string) => string; // writes a text of the service as the form does
  rest?: string[]; // what is wrong and stands at no field
  marked?: { label: string; focus: () => void } | undefined; // the first field that says what is wrong
  children?: ComponentChildren;
}

// Notice tells of a failure and offers what may help. What is marked at a field is said there.
export function Notice({ failure, again, words = (text) => text, rest = [], marked, children }: NoticeProps) {
  const body = () => {
    if (marked && !rest.length) return <><p>{t("no result")}</p><p><button type="button" onClick={marked.focus}>{t("mend", { label: marked.label })}</button></p></>;
    if (failure.kind === "refused") return <Message text={words(failure.message)} />;
    if (failure.kind === "invalid") return <Message text={rest.join(" ") || t("mend form")} />;
    return <p>{said(`problem ${failure.kind}`)}{failure.kind === "service" && failure.message && ` ${failure.message}`}</p>;
  };
  return (
    <div class="notice" role="alert"><Icon name="warn" /><div>
      {body()}
      {["key", "credits"].includes(failure.kind) && <p><a class="button" href="#/key">{t("other key")}</a></p>}
      {["away", "service", "limit"].includes(failure.kind) && again && <p><button type="button" onClick={again}>{t("again")}</button></p>}
      {children}
    </div></div>
  );
}

// CostNote says, to those who pay, when a result is charged.
export const CostNote = () => (state.key === "" ? null : <p class="quiet small unprinted">{t("cost")}</p>);

// Reset begins a view anew.
export const Reset = ({ onReset }: { onReset: () => void }) => <p class="reset"><button type="button" class="quiet-button" onClick={onReset}>{t("reset")}</button></p>;

export const Loading = () => <p class="quiet" role="status">{t("loading")}</p>;

// BrokenLink says that the address holds nothing that can be read.
export const BrokenLink = ({ broken }: { broken: boolean }) => (broken ? <p class="notice" role="alert">{t("link broken")}</p> : null);
