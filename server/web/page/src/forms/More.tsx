// Fields that few need: drawn once somebody opens them.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../language/words.ts";

export function More({ open, onToggle, children }: { open: boolean; onToggle: (open: boolean) => void; children: () => ComponentChildren }) {
  const drawn = useRef(false);
  drawn.current ||= open;
  return <details open={open} onToggle={(event) => onToggle(event.currentTarget.open)}><summary>{t("more")}</summary>{drawn.current && <div class="grid two">{children()}</div>}</details>;
}
