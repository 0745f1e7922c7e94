// Taking away what a view shows: on paper, as files, as a command, as a link.
import { useState } from "preact/hooks";
import type { Cell } from "../files/csv.ts";
import { save, saveRows } from "../files/save.ts";
import { t } from "../language/words.ts";
import { copy } from "./announce.ts";

interface TakeAwayProps {
  name: string; // of the file
  rows: () => Cell[][]; json: () => unknown; curl: () => string; link: () => string;
}

export function TakeAway({ name, rows, json, curl, link }: TakeAwayProps) {
  const [told, setTold] = useState("");
  const copied = async (what: string, make: () => string) => {
    await copy(make(), t("copied", { what }));
    setTold(t("copied", { what }));
  };
  return (
    <div class="buttons unprinted" role="group" aria-label={t("take away")}>
      <span class="quiet small">{t("take away")}</span>
      <button type="button" onClick={() => print()}>PDF</button>
      <button type="button" onClick={() => void saveRows(name, "csv", rows())}>CSV</button>
      <button type="button" onClick={() => void saveRows(name, "xlsx", rows())}>Excel</button>
      <button type="button" onClick={() => save(name, "json", JSON.stringify(json(), null, 2))}>JSON</button>
      <button type="button" onClick={() => void copied("curl", curl)}>curl</button>
      <button type="button" onClick={() => void copied(t("copy link"), link)}>{t("copy link")}</button>
      <span class="quiet small" role="status">{told}</span>
    </div>
  );
}
