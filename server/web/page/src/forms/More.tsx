// Fields that few need: folded, and drawn once the rest of the page is there.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../language/words.ts";

const pause = 600; // milliseconds

export function More({ open, onToggle, children }: { open: boolean; onToggle: (open: boolean) => void; children: () => ComponentChildren }) {
  const [drawn, setDrawn] = useState(open);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), open ? 0 : pause);
    return () => clearTimeout(timer);
  }, [open]);
  return <details open={open} onToggle={(event) => onToggle(event.currentTarget.open)}><summary>{t("more")}</summary>{(drawn || open) && <div class="grid two">{children()}</div>}</details>;
}
