// A place for a file: dropped, or chosen. Its sheets are read here, and go nowhere.
import { useRef, useState } from "preact/hooks";
import { t } from "../language/words.ts";
import { decoded, textRows, type Row } from "../reading/sheet.ts";

interface Sheets { name: string; sheets: { rows: Row[] }[] }

// sheetsOf reads a file, or says why it cannot be read.
async function sheetsOf(file: File): Promise<Sheets | string> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return t("file old");
    const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
    return { name: file.name, sheets: packed ? (await import("../files/workbook.ts")).readWorkbook(bytes) : [{ rows: textRows(decoded(bytes)) }] };
  } catch {
    return t("file unread");
  }
}

export function FileDrop({ about, onOpen, onProblem }: { about: string; onOpen: (opened: Sheets) => void; onProblem: (text: string) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const found = await sheetsOf(file);
    if (input.current) input.current.value = "";
    if (typeof found === "string") onProblem(found);
    else onOpen(found);
  };
  return (
    <label class={`drop ${over ? "over" : ""}`} for="sheet" onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(event) => { event.preventDefault(); setOver(false); void take(event.dataTransfer?.files[0]); }}>
      <strong>{t("drop")}</strong><span class="quiet small">{about}</span>
      <input ref={input} type="file" id="sheet" class="unseen" accept=".csv,.txt,.tsv,.xlsx" onChange={(event) => void take(event.currentTarget.files?.[0])} />
    </label>
  );
}
