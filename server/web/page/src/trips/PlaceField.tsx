// A field that finds places while someone types: a combobox with a list, a country before it
// where the tables have several, a state where the country has them.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Failure } from "../api/client.ts";
import type { Regime } from "../api/types.ts";
import { Fault } from "../forms/FieldRow.tsx";
import { said, t } from "../language/words.ts";
import { announce } from "../ui/announce.ts";
import { countriesOf, nameOf, namesOf, placesIn, search, statesOf, type Named, type Place } from "./places.ts";

const shortest = 2;
const quiet = 300;

interface PlaceFieldProps {
  regime: Regime; value: Place | undefined; fault?: string | undefined; name?: string;
  offered?: Place[] | undefined; // what the service says that the name may mean
  onChange: (place: Place | undefined) => void;
}

export function PlaceField({ regime, value, fault = "", offered, name = "place", onChange }: PlaceFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null), list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState(value ? nameOf(value) : "");
  const [options, setOptions] = useState<Place[]>([]);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [problem, setProblem] = useState("");
  const [country, setCountry] = useState(value?.country ?? "");
  const [state, setState] = useState("");
  const [countries, setCountries] = useState<Named[]>([]);
  const [states, setStates] = useState<string[]>([]);
  const narrowed = useRef(false); // by the fields of country and state, not by a place that was chosen
  const turn = useRef(0);
  const timer = useRef(0);
  useEffect(() => {
    let current = true;
    setCountries([]);
    countriesOf(regime).then((found) => { if (current) setCountries(found); }, () => {}); // the place can be named without
    return () => { current = false; };
  }, [regime.id]);
  useEffect(() => {
    let current = true;
    setStates([]);
    if (country) statesOf(regime, country).then((found) => { if (current) setStates(found); }, () => {});
    return () => { current = false; };
  }, [regime.id, country]);
  useEffect(() => { setText(value ? nameOf(value) : (input.current === document.activeElement ? text : "")); if (value?.country) setCountry(value.country); }, [value]);
  useEffect(() => { if (offered?.length) offer(offered); }, [offered]);
  useEffect(() => { list.current?.children[active]?.scrollIntoView({ block: "nearest" }); }, [active]);

  const offer = (places: Place[]) => { setOptions(places); setActive(-1); setOpen(places.length > 0); };
  const choose = (place: Place | undefined, shown?: string) => {
    if (!place) return;
    setText(shown ?? nameOf(place));
    setOpen(false);
    setProblem("");
    onChange(place);
  };
  const type = (next: string) => {
    setText(next);
    setProblem("");
    if (value) onChange(undefined);
    clearTimeout(timer.current);
    const mine = ++turn.current, q = next.trim();
    if (q.length < shortest) return setOpen(false);
    timer.current = window.setTimeout(() => {
      search(regime, q, narrowed.current ? country : "", narrowed.current ? state : "").then((found) => {
        if (mine !== turn.current || document.activeElement !== input.current) return;
        offer(found);
        announce(found[0]?.guessed ? `${nameOf(found[0])}: ${t("place unlisted")}` : t("places found", { n: found.length }));
      }, (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        if (mine === turn.current) setProblem(failure.message || said(`problem ${failure.kind}`));
      });
    }, quiet);
  };
  // within offers the places of a country, or of a state; the only one is taken.
  const within = async (nextCountry: string, nextState: string) => {
    narrowed.current = nextCountry !== "";
    setCountry(nextCountry);
    setState(nextState);
    if (value) onChange(undefined);
    setText("");
    if (!nextCountry) return;
    const mine = ++turn.current;
    const [found, all] = await Promise.all([placesIn(regime, nextCountry, nextState), statesOf(regime, nextCountry)]).catch(() => [[], []] as [Place[], string[]]);
    if (mine !== turn.current || (all.length > 1 && !nextState)) return;
    if (found.length === 1) return choose(found[0]);
    input.current?.focus();
    offer(found);
  };
  // left takes a name that was typed out for the place of that name.
  const left = () => {
    const typed = text.trim().toLowerCase();
    const meant = value ? undefined : options.find((option) => namesOf(option).includes(typed));
    if (meant) choose(meant, meant.guessed ? text : undefined);
    else setTimeout(() => setOpen(false), 150);
  };
  const keys = (event: KeyboardEvent) => {
    const move = (to: number) => { if (open && options.length) setActive((to + options.length) % options.length); };
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active < 0 ? -1 : active - 1);
    else if (event.key === "Enter" && open && options.length) choose(options[Math.max(0, active)]);
    else if (event.key === "Escape" && open) setOpen(false);
    else return;
    event.preventDefault();
  };
  const wrong = problem || fault;
  return (
    <div class={`whereabouts ${states.length > 1 ? "with-states" : ""}`} data-name={name}>
      <div class="field" hidden={countries.length < 2}><div class="label"><label for={`${id}-country`}>{t("country")}</label></div>
        <select id={`${id}-country`} value={country} onChange={(event) => void within(event.currentTarget.value, "")}><option value="">{t("any country")}</option>{countries.map(([code, label]) => <option key={code} value={code}>{label}</option>)}</select></div>
      {states.length > 1 && <div class="field"><div class="label"><label for={`${id}-state`}>{t("state")}</label></div>
        <select id={`${id}-state`} value={state} onChange={(event) => void within(country, event.currentTarget.value)}><option value="">{t("any country")}</option>{states.map((each) => <option key={each} value={each}>{each}</option>)}</select></div>}
      <div class="field place"><div class="label"><label for={id}>{t("place")}</label></div>
        <input id={id} ref={input} role="combobox" autocomplete="off" spellcheck={false} aria-expanded={open} aria-controls={`${id}-list`} aria-autocomplete="list" aria-describedby={`${id}-error`} aria-invalid={Boolean(wrong)}
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined} value={text} placeholder={t("place hint")} onInput={(event) => type(event.currentTarget.value)} onKeyDown={keys} onBlur={left} />
        <ul ref={list} role="listbox" id={`${id}-list`} class="options" hidden={!open} aria-label={t("places")}>{options.map((option, i) => (
          <li key={i} role="option" id={`${id}-${i}`} aria-selected={i === active} onMouseDown={(event) => { event.preventDefault(); choose(option); }}>{nameOf(option)}{option.guessed && <span class="quiet small">{t("place unlisted")}</span>}</li>
        ))}</ul>
        <Fault id={`${id}-error`} text={wrong} /></div>
    </div>
  );
}
