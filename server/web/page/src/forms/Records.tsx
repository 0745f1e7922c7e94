// A list that one adds to: records told apart by their kind, each with a sentence and the
// fields of its kind.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../language/words.ts";
import { IconButton } from "../ui/icons.tsx";
import { complete, fresh, lacking, type EnteredRow } from "./check.ts";
import type { Field, RecordKind } from "./field.ts";
import { Fault, FieldRow, type FieldProps } from "./FieldRow.tsx";
import { More } from "./More.tsx";

const most = 6, first = 4; // fields that a kind shows at once, and that it shows where it has more

export function Records({ field, value, fault = "", faults = {}, hidden, onChange }: FieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null), add = useRef<HTMLSelectElement>(null);
  const before = useRef<number>(undefined);
  const rows = (value ?? []) as EnteredRow[];
  const kinds = field.kinds ?? [];
  const sent = complete(field, rows); // which the service counts
  const set = (next: EnteredRow[], finished: boolean) => onChange(next.length ? next : undefined, finished);
  const change = (at: number, row: EnteredRow, finished: boolean) => set(rows.map((each, i) => (i === at ? row : each)), finished);
  const begin = (kind: string) => { if (kind && rows.length < (field.schema.maxItems ?? Infinity)) set([...rows, { kind, [fresh]: true }], true); };
  useEffect(() => {
    if (before.current !== undefined && rows.length > before.current) list.current?.querySelector<HTMLElement>(":scope > .leg:last-child input")?.focus();
    if (before.current !== undefined && rows.length < before.current) add.current?.focus();
    before.current = rows.length;
  }, [rows.length]);
  return (
    <div class="field wide records" hidden={hidden} data-name={field.name}>
      <div class="label"><label for={id}>{field.label}</label></div>
      <div class="legs" ref={list}>{rows.map((row, i) => {
        const meant = kinds.find(({ kind }) => kind === row.kind);
        return meant && <One key={`${i} ${row.kind}`} kind={meant} row={row} onChange={(next, finished) => change(i, next, finished)}
          faultOf={(name) => faults[[field.name, sent.indexOf(row), ...name].join(".")]} onRemove={() => set(rows.filter((_, at) => at !== i), true)} />;
      })}</div>
      <select id={id} ref={add} aria-describedby={`${id}-error`} aria-invalid={Boolean(fault)} value="" onChange={(event) => { begin(event.currentTarget.value); event.currentTarget.value = ""; }}>
        <option value="">{t("add record")}</option>
        {kinds.map(({ kind, label }) => <option key={kind} value={kind}>{label}</option>)}
      </select>
      <Fault id={`${id}-error`} text={fault} />
    </div>
  );
}

interface OneProps {
  kind: RecordKind; row: EnteredRow;
  faultOf: (name: string[]) => string | undefined; // what the service says of the record, or of one of its fields
  onChange: (row: EnteredRow, finished: boolean) => void; onRemove: () => void;
}

// One is a record. What it lacks is told once it was left.
function One({ kind, row, faultOf, onChange, onRemove }: OneProps) {
  const id = useId();
  const leave = (event: FocusEvent & { currentTarget: HTMLElement }) => {
    if (!row[fresh] || !event.relatedTarget || event.currentTarget.contains(event.relatedTarget as Node)) return;
    const { [fresh]: _, ...left } = row;
    onChange(left, true);
  };
  const missing = row[fresh] ? undefined : lacking(kind, row);
  const at = kind.fields.length > most ? Math.max(first, kind.required.length) : kind.fields.length; // those that are required come first
  const back = kind.fields.slice(at);
  const [open, setOpen] = useState(back.some(({ name }) => name !== "name" && row[name] !== undefined));
  const marked = back.some(({ name }) => faultOf([name]));
  useEffect(() => { if (marked) setOpen(true); }, [marked]);
  const field = (each: Field) => (
    <FieldRow key={each.name} field={each} value={row[each.name]} fault={faultOf([each.name]) ?? (each === missing ? t("field missing") : undefined)} onChange={(value, finished) => {
      const { [each.name]: _, ...others } = row;
      onChange({ ...others, kind: row.kind, ...(value !== undefined && { [each.name]: value }) }, finished);
    }} />
  );
  return (
    <fieldset class="leg" onFocusOut={leave} aria-describedby={`${id}-error`}>
      <legend>{kind.label}</legend>
      <p class="quiet small">{kind.about}</p>
      <IconButton class="drop-one" name="close" label={`${t("remove")}: ${kind.label}`} title={t("remove")} onClick={onRemove} />
      <div class="grid two">{kind.fields.slice(0, at).map(field)}</div>
      {back.length > 0 && <More open={open} onToggle={setOpen}>{() => back.map(field)}</More>}
      <Fault id={`${id}-error`} text={faultOf([]) ?? ""} />
    </fieldset>
  );
}
