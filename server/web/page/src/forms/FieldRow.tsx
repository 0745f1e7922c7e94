// One field of a form.
import type { ComponentChildren, TargetedEvent } from "preact";
import { useId, useState } from "preact/hooks";
import type { Value } from "../api/types.ts";
import { firstSentence, t } from "../language/words.ts";
import { Message } from "../ui/Notice.tsx";
import { asTyped, check, chosen, foreign, readAs, typed } from "./check.ts";
import { choicesFor, type Field } from "./field.ts";
import { Records } from "./Records.tsx";

export interface FieldProps {
  field: Field; value: Value | undefined;
  fault?: string | undefined; // what the service, or the view, says is wrong with it
  faults?: Record<string, string>; // those of its records
  hidden?: boolean; affix?: string; class?: string;
  onChange: (value: Value | undefined, finished: boolean) => void;
}

const longest = 16; // letters of the longest choice that fits half a row
const longWord = /\p{L}{20}/u; // in a label, which half a row would break
const isLong = ({ kind, choices = [], label }: Field) => (kind === "choice" && choices.some((each) => each.label.length > longest)) || longWord.test(label);

// useText is what stands in an input: as someone types it, until the value is another.
function useText(field: Field, value: Value | undefined) {
  const [text, setText] = useState(() => asTyped(field, value));
  const now = typed(field, text);
  const same = Object.is(now, value) || (now === undefined && value === undefined);
  return [same ? text : asTyped(field, value), setText] as const;
}

export function FieldRow(props: FieldProps) {
  const { field } = props;
  if (field.kind === "records") return <Records {...props} />;
  if (field.kind === "several") return <Several {...props} />;
  if (field.kind === "check") return <Check {...props} />;
  if (field.kind === "choice" || field.kind === "maybe") return <Select {...props} />;
  return <Text {...props} />;
}

// Fault is what is wrong with a field, in one sentence; the way out is for who opens it.
export const Fault = ({ id, text }: { id: string; text: string }) => <div class="error" id={id} hidden={!text}>{text && <Message text={text} />}</div>;

function Frame({ field, id, kind = "", hidden, help, fault, children, before }: { field: Field; id: string; kind?: string | undefined; hidden?: boolean | undefined; help: boolean; fault: string; children?: ComponentChildren; before?: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <div class={`field ${kind}`} hidden={hidden} data-name={field.name}>
      <div class="label">
        {before}<label for={id}>{field.label}</label>
        {help && <button type="button" class="hint" aria-label={t("help on", { label: field.label })} aria-expanded={open} aria-controls={`${id}-help`} onClick={() => setOpen(!open)}>?</button>}
      </div>
      <div class="entry">
        {children}
        {help && <p class="help" id={`${id}-help`} hidden={!open}>{field.help}</p>}
        <Fault id={`${id}-error`} text={fault} />
      </div>
    </div>
  );
}

// hasHelp says whether the help of a field tells more than its label.
const hasHelp = ({ help, label }: Field) => Boolean(help) && help !== label && help !== `${label}.`;
const describedBy = (field: Field, id: string) => (hasHelp(field) ? `${id}-help ${id}-error` : `${id}-error`);

function Text({ field, value, fault = "", hidden, affix, class: extra, onChange }: FieldProps) {
  const id = useId();
  const [text, setText] = useText(field, value);
  const wrong = foreign(field, text) || check(field, value) || fault;
  const number = field.kind === "number";
  const hint = field.placeholder ?? (typeof field.fallback === "number" || typeof field.fallback === "string" ? asTyped({ ...field, kind: field.kind }, field.fallback) : field.schema.description ? t("not given") : "");
  const read = readAs(field, text);
  const enter = (next: string, finished: boolean) => {
    const now = typed(field, next);
    setText(finished && typeof now === "number" && !check(field, now) ? asTyped(field, now) : next);
    onChange(now, finished);
  };
  const common = {
    id, autocomplete: "off", spellcheck: false, value: text, "aria-describedby": describedBy(field, id), "aria-invalid": Boolean(wrong),
    onInput: (event: TargetedEvent<HTMLInputElement>) => enter(event.currentTarget.value, false), onChange: (event: TargetedEvent<HTMLInputElement>) => enter(event.currentTarget.value, true),
  };
  const input = field.schema.format === "date" ? <input type="date" {...common} />
    : <input type="text" inputMode={number ? (field.type === "integer" ? "numeric" : "decimal") : undefined} maxLength={field.schema.maxLength} placeholder={hint} {...common} />;
  return (
    <Frame field={field} id={id} hidden={hidden} kind={`${isLong(field) ? "wide" : ""} ${extra ?? ""}`} help={hasHelp(field)} fault={wrong}>
      {affix ? <div class="affixed">{input}<span class="affix" aria-hidden="true">{affix}</span></div> : input}
      {read && <p class="quiet small read-as" role="status">{read}</p>}
    </Frame>
  );
}

function Select({ field, value, fault = "", hidden, class: extra, onChange }: FieldProps) {
  const id = useId();
  const open = field.fallback === undefined && !field.required;
  const now = String((value ?? field.fallback ?? ""));
  return (
    <Frame field={field} id={id} hidden={hidden} kind={`${isLong(field) ? "wide" : ""} ${extra ?? ""}`} help={hasHelp(field)} fault={fault}>
      <select id={id} aria-describedby={describedBy(field, id)} aria-invalid={Boolean(fault)} value={now} onChange={(event) => onChange(chosen(field, event.currentTarget.value), true)}>
        {open && <option value="">{t("not given")}</option>}
        {choicesFor(field).map((each) => <option key={String(each.value)} value={String(each.value)} selected={String(each.value) === now}>{each.label}</option>)}
      </select>
    </Frame>
  );
}

function Check({ field, value, fault = "", hidden, onChange }: FieldProps) {
  const id = useId();
  const fallback = field.fallback ?? false;
  const box = <input type="checkbox" id={id} checked={Boolean(value ?? fallback)} aria-describedby={describedBy(field, id)} aria-invalid={Boolean(fault)}
    onChange={(event) => onChange(event.currentTarget.checked === fallback ? undefined : event.currentTarget.checked, true)} />;
  return <Frame field={field} id={id} hidden={hidden} kind="check" help={hasHelp(field)} fault={fault} before={box} />;
}

function Several({ field, value, fault = "", hidden, onChange }: FieldProps) {
  const id = useId();
  const fallback = (field.fallback ?? []) as Value[];
  const now = (value ?? fallback) as Value[];
  const choices = field.choices ?? [];
  const change = (one: Value, on: boolean) => {
    const next = choices.map((each) => each.value).filter((each) => (each === one ? on : now.includes(each)));
    onChange(String(next) === String(fallback) ? undefined : next, true);
  };
  return (
    <fieldset class="field several" hidden={hidden} data-name={field.name}>
      <legend class="label">{field.label}</legend>
      <div class="boxes">{choices.map((each) => (
        <label key={String(each.value)}><input type="checkbox" checked={now.includes(each.value)} aria-describedby={`${id}-error`} aria-invalid={Boolean(fault)} onChange={(event) => change(each.value, event.currentTarget.checked)} />{each.short}</label>
      ))}</div>
      {hasHelp(field) && <p class="help">{firstSentence(field.help)[0]}</p>}
      <Fault id={`${id}-error`} text={fault} />
    </fieldset>
  );
}
