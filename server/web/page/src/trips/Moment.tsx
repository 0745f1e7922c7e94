// A local date and time, with its distance to UTC where the trip has them.
import { useId } from "preact/hooks";
import { Fault } from "../forms/FieldRow.tsx";
import { t } from "../language/words.ts";
import { timeFault, type TripState, type TripTime } from "./trip.ts";

type Owner = Partial<Record<TripTime | `${TripTime} offset`, string>>;
interface MomentProps { trip: TripState; owner: Owner; name: TripTime; label: string; optional?: boolean; tried: boolean; fault?: string | undefined; onChange: (next: Owner) => void }

export function Moment({ trip, owner, name, label, optional = false, tried, fault = "", onChange }: MomentProps) {
  const id = useId();
  const missing = tried ? timeFault(trip, owner, name, optional) : undefined;
  const wrong = fault || (missing ? t(missing) : "");
  const common = { "aria-describedby": `${id}-error`, "aria-invalid": Boolean(wrong) };
  const input = <input id={id} type="datetime-local" value={owner[name] ?? ""} {...common} onInput={(event) => onChange({ [name]: event.currentTarget.value || undefined })} />;
  return (
    <div class="field" data-name={name}><div class="label"><label for={id}>{label}</label></div>
      {trip.offsets ? <div class="zoned">{input}<input type="text" placeholder="+01:00" autocomplete="off" spellcheck={false} maxLength={6} value={owner[`${name} offset`] ?? ""} aria-label={t("offset", { label })} {...common}
        onInput={(event) => onChange({ [`${name} offset`]: event.currentTarget.value.trim() || undefined })} /></div> : input}
      <Fault id={`${id}-error`} text={wrong} /></div>
  );
}
