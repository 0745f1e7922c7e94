// A list that one adds to: records told apart by their kind, each with a sentence and the
// fields of its kind.
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../language/words.ts";
import { IconButton } from "../ui/icons.tsx";
import { check, left, type EnteredRow } from "./check.ts";
import type { RecordKind } from "./field.ts";
import { Fault, FieldRow, type FieldProps } from "./FieldRow.tsx";

export function Records({ field, value, fault = "", hidden, onChange }: FieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null), add = useRef<HTMLSelectElement>(null);
  const before = useRef<number>(undefined);
  const rows = (value ?? []) as EnteredRow[];
  const kinds = field.kinds ?? [];
  const wrong = check(field, rows) || fault;
  const set = (next: EnteredRow[], finished: boolean) => onChange(next.length ? next : undefined, finished);
  const change = (at: number, row: EnteredRow, finished: boolean) => set(rows.map((each, i) => (i === at ? row : each)), finished);
  const begin = (kind: string) => { if (kind && rows.length < (field.schema.maxItems ?? Infinity)) set([...rows, { kind }], true); };
  useEffect(() => {
    if (before.current !== undefined && rows.length > before.current) list.current?.querySelector<HTMLElement>(":scope > .leg:last-child input")?.focus();
    if (before.current !== undefined && rows.length < before.current) add.current?.focus();
    before.current = rows.length;
  }, [rows.length]);
  return (
    <div class="field wide records" hidden={hidden} data-name={field.name}>
      <div class="label"><label for={id}>{field.label}</label></div>
      <div class="legs" ref={list}>{rows.map((row, i) => (
        <One key={i} kind={kinds.find(({ kind }) => kind === row.kind)} row={row} onChange={(next, finished) => change(i, next, finished)}
          onRemove={() => set(rows.filter((_, at) => at !== i), true)} />
      ))}</div>
      <select id={id} ref={add} aria-describedby={`${id}-error`} aria-invalid={Boolean(wrong)} value="" onChange={(event) => { begin(event.currentTarget.value); event.currentTarget.value = ""; }}>
        <option value="">{t("add record")}</option>
        {kinds.map(({ kind, label }) => <option key={kind} value={kind}>{label}</option>)}
      </select>
      <Fault id={`${id}-error`} text={wrong} />
    </div>
  );
}

// One is a record. What it lacks is told once it was left.
function One({ kind, row, onChange, onRemove }: { kind: RecordKind | undefined; row: EnteredRow; onChange: (row: EnteredRow, finished: boolean) => void; onRemove: () => void }) {
  if (!kind) return null;
  const leave = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    if (!row[left] && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget as Node)) onChange({ ...row, [left]: true }, true);
  };
  return (
    <fieldset class="leg" onFocusOut={leave}>
      <legend>{kind.label}</legend>
      <p class="quiet small">{kind.about}</p>
      <IconButton class="drop-one" name="close" label={`${t("remove")}: ${kind.label}`} title={t("remove")} onClick={onRemove} />
      <div class="grid two">{kind.fields.map((each) => (
        <FieldRow key={each.name} field={each} value={row[each.name]} onChange={(value, finished) => {
          const { [each.name]: _, ...others } = row;
          onChange({ ...others, kind: row.kind, ...(row[left] && { [left]: true }), ...(value !== undefined && { [each.name]: value }) }, finished);
        }} />
      ))}</div>
    </fieldset>
  );
}
