// What the rules of a travel regime want of a trip beside what every journey has, as the schema
// of the service lists it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Schema } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { fieldOf } from "../forms/field.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { t } from "../language/words.ts";
import { Icon, IconButton } from "../ui/icons.tsx";
import type { Entered } from "./trip.ts";

interface FurtherProps {
  catalogue: Catalogue; properties: Record<string, Schema>; regime: string; entered: Entered; faults: Record<string, string>;
  prefix?: string; // of the names of its fields among the faults
  onChange: (entered: Entered) => void;
}

// wantedBy lists those of some properties that a regime wants.
const wantedBy = (catalogue: Catalogue, properties: Record<string, Schema>, regime: string) => Object.entries(properties)
  .map(([name, schema]) => ({ name, schema: catalogue.resolve(schema) })).filter(({ schema }) => schema["x-regimes"]?.includes(regime));
export const furtherNames = (catalogue: Catalogue, properties: Record<string, Schema>, regime: string) => wantedBy(catalogue, properties, regime).map(({ name }) => name);

export function Further({ catalogue, properties, regime, entered, faults, prefix = "", onChange }: FurtherProps) {
  return <>{wantedBy(catalogue, properties, regime).map(({ name, schema }) => {
    const set = (value: Entered[string]) => onChange({ ...entered, [name]: value });
    if (schema.type === "array") return <List key={name} {...{ catalogue, schema, regime, faults }} name={name} rows={(entered[name] ?? []) as Entered[]} onChange={(rows) => set(rows)} />;
    return <FieldRow key={name} field={fieldOf(name, schema)} value={entered[name]} fault={faults[prefix + name]} onChange={set} />;
  })}</>;
}

interface ListProps { catalogue: Catalogue; schema: Schema; regime: string; name: string; rows: Entered[]; faults: Record<string, string>; onChange: (rows: Entered[]) => void }

function List({ catalogue, schema, regime, name, rows, faults, onChange }: ListProps) {
  const properties = catalogue.resolve(schema.items ?? {}).properties ?? {};
  const place = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => { if (added) place.current?.querySelector<HTMLElement>(":scope > .leg:last-child input")?.focus(); }, [added]);
  const label = schema.title ?? "";
  return (
    <div class="grid">
      <div class="legs" ref={place}>{rows.map((row, i) => (
        <fieldset key={i} class="leg"><legend>{label} {i + 1}</legend>
          <IconButton class="drop-one" name="close" label={`${t("remove")}: ${label} ${i + 1}`} title={t("remove")} onClick={() => onChange(rows.filter((_, at) => at !== i))} />
          <div class="grid two"><Further catalogue={catalogue} properties={properties} regime={regime} entered={row} faults={faults} prefix={`${name}-${i}-`} onChange={(next) => onChange(rows.map((each, at) => (at === i ? next : each)))} /></div></fieldset>
      ))}</div>
      <button type="button" onClick={() => { onChange([...rows, {}]); setAdded(added + 1); }}><Icon name="plus" />{label}</button>
    </div>
  );
}
