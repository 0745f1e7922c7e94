// One place of a trip, with arrival and departure.
import type { Place as Located, Regime, Schema } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { t } from "../language/words.ts";
import { IconButton } from "../ui/icons.tsx";
import { Further, furtherNames } from "./Further.tsx";
import { Moment } from "./Moment.tsx";
import { PlaceField } from "./PlaceField.tsx";
import type { Leg, TripState } from "./trip.ts";

interface LegRowProps {
  catalogue: Catalogue; trip: TripState; regime: Regime; leg: Leg; index: number; properties: Record<string, Schema>;
  faults: Record<string, string>; tried: boolean; offered: Located[] | undefined;
  onChange: (leg: Leg) => void; onCopy: () => void; onRemove: (() => void) | undefined;
}

export function LegRow({ catalogue, trip, regime, leg, index, properties, faults, tried, offered, onChange, onCopy, onRemove }: LegRowProps) {
  const change = (next: Partial<Leg>) => onChange({ ...leg, ...next });
  const between = trip.legs.length > 1 && index > 0 && index < trip.legs.length - 1;
  const names = leg.home ? [] : furtherNames(catalogue, properties, trip.regime);
  const entered = Object.values(leg.further ?? {}).some((value) => value !== undefined && value !== "");
  const time = (name: "arrive" | "depart") => <Moment trip={trip} owner={leg} name={name} label={t(name)} tried={tried} fault={faults[`leg-${index}-${name}`]} onChange={(next) => change(next)} />;
  const tool = (word: "duplicate" | "remove") => ({ label: `${t(word)}: ${t("leg", { n: index + 1 })}`, title: t(word) });
  return (
    <fieldset class="leg"><legend class="unseen">{t("leg", { n: index + 1 })}</legend>
      <div class="stay">
        {leg.home ? <p class="field">{t("home")}</p> : <PlaceField key={regime.id} regime={regime} value={leg.place} offered={offered} fault={faults[`leg-${index}-place`] ?? (tried && !leg.place ? t("place missing") : undefined)} onChange={(place) => change({ place })} />}
        {time("arrive")}{time("depart")}
        <div class="stay-tools"><IconButton name="copy" {...tool("duplicate")} onClick={onCopy} />{onRemove && <IconButton name="close" {...tool("remove")} onClick={onRemove} />}</div>
      </div>
      {(names.length > 0 || between) && <details key={trip.regime} open={leg.home || entered}><summary>{t("more")}</summary><div class="grid two">
        {!leg.home && <Further catalogue={catalogue} properties={properties} regime={trip.regime} entered={leg.further ?? {}} faults={faults} prefix={`leg-${index}-`} onChange={(further) => change({ further })} />}
        {between && <FieldRow field={{ name: "home", label: t("home"), help: properties.home?.description ?? "", kind: "check", fallback: false, schema: {} }} value={leg.home} onChange={(value) => change({ home: value === true })} />}
      </div></details>}
    </fieldset>
  );
}
