// A dialog above the page: the focus goes to its first field, or else to its first button, and
// back when it closes.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../language/words.ts";
import { IconButton } from "./icons.tsx";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const gone = useRef(false); // closing a dialog that gives way to another tells nobody
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const find = (selector: string) => element?.querySelector<HTMLElement>(`.dialog-body ${selector}`);
    const first = find(":is(input, select, textarea):not([hidden] *)") ?? find("button");
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
    return () => {
      gone.current = true;
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onClose={() => { if (!gone.current) onClose(); }} onClick={(event) => { if (event.target === dialog.current) onClose(); }}>
      <div class="dialog-head"><h2 id={heading}>{title}</h2><IconButton name="close" label={t("close")} onClick={onClose} /></div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
