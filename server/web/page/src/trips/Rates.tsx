// The rates of a place on a day: what each meal and night is worth, by season where the table has
// seasons.
import "../base.ts";
import { useEffect, useState } from "preact/hooks";
import { addressOf, ask } from "../api/client.ts";
import type { Rate, Regime } from "../api/types.ts";
import { follow, link, stateIn } from "../files/links.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { choiceField } from "../forms/ScenarioForm.tsx";
import { day, money, month } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { remembered } from "../memory.ts";
import { NoteList, Publication } from "../payslip/Notes.tsx";
import { announce } from "../ui/announce.ts";
import { pauseAfter, useAnswer } from "../ui/answer.ts";
import { BrokenLink, CostNote, Notice, Reset } from "../ui/Notice.tsx";
import { TakeAway } from "../ui/TakeAway.tsx";
import type { ViewProps } from "../views.ts";
import { PlaceField } from "./PlaceField.tsx";
import { asked, nameOf, regimeChoices, type Place } from "./places.ts";
import { Regimes } from "./Regimes.tsx";

export interface RatesState { regime: string; date: string; place?: Place | undefined }

export default function Rates({ query }: ViewProps) {
  return <Regimes>{(regimes) => <LookUp regimes={regimes} query={query} />}</Regimes>;
}

const today = () => new Date().toISOString().slice(0, 10);

function LookUp({ regimes, query }: { regimes: Regime[]; query: URLSearchParams }) {
  const [sent] = useState(() => stateIn<RatesState>(query));
  const [entry, setEntry] = useState(() => {
    const given = sent.state ?? remembered.rates;
    const regime = regimes.find(({ id }) => id === given?.regime)?.id ?? regimes[0]?.id ?? "";
    return { value: { date: today(), ...given, regime }, finished: true };
  });
  const wanted = entry.value;
  const question = { regime: wanted.regime, ...asked(wanted.place), date: wanted.date };
  const id = wanted.place && wanted.date ? JSON.stringify(question) : null;
  const { answer, failure, stale, again } = useAnswer(id, entry, pauseAfter(entry, 300), () => ask("rates", question));
  const change = (next: Partial<RatesState>, finished = true) => setEntry({ value: { ...wanted, ...next }, finished });
  useEffect(() => {
    remembered.rates = wanted;
    follow("rates", wanted);
  }, [wanted]);
  useEffect(() => { if (answer) announce(t("rates found", { place: nameOf(answer.location as Place) })); }, [answer]);
  const refused = !stale && failure && (failure.kind === "refused" || failure.candidates) ? failure : undefined;
  const regime = regimes.find((each) => each.id === wanted.regime) ?? regimes[0]!;
  const shown = answer ?? failure;
  return (
    <>
      <h1>{t("rates")}</h1>
      <p class="lead">{t("rates lead")}</p>
      <BrokenLink broken={sent.broken} />
      <div class="split">
        <form class="card inputs scenario" noValidate autocomplete="off" onSubmit={(event) => { event.preventDefault(); change({}); }}>
          <FieldRow field={choiceField("regime", t("regime"), regimeChoices(regimes))} value={wanted.regime} onChange={(value) => change({ regime: String(value), place: undefined })} />
          <PlaceField key={wanted.regime} regime={regime} value={wanted.place} fault={refused?.message} offered={refused?.candidates} onChange={(place) => change({ place })} />
          <FieldRow field={{ name: "date", label: t("date"), kind: "text", help: "", schema: { format: "date" } }} value={wanted.date} onChange={(date, finished) => change({ date: String(date ?? "") }, finished)} />
          <CostNote />
          <Reset onReset={() => change({ regime: regimes[0]?.id ?? "", place: undefined, date: today() })} />
        </form>
        <section class={`result ${shown && stale ? "stale" : ""}`} inert={Boolean(shown && stale)} aria-label={t("rates")}>
          {failure && <Notice failure={failure} again={again} marked={refused && { label: t("place"), focus: () => document.querySelector<HTMLElement>("[role=combobox]")?.focus() }} />}
          {answer && <RateSheet answer={answer} link={() => link("rates", wanted)} curl={() => `curl '${location.origin}${addressOf("rates")}?${new URLSearchParams(question)}' \\\n  -H "X-API-Key: $PAYSLATE_KEY"`} />}
          {!shown && <div class="card empty"><p class="lead">{t("place missing")}</p></div>}
        </section>
      </div>
    </>
  );
}

type Figure = [name: string, value: number];
const meal = /^(breakfast|lunch|dinner)(_deduction)?$/;

// label is what a figure of a table is called.
function label(key: string): string {
  const [, name, deducted] = meal.exec(key) ?? [];
  if (name) return deducted ? `${t("kind.deduction")}: ${known("meal", name)}` : known("meal", name);
  return key === "overnight" ? t("kind.lodging") : known("figure", key);
}

// RateSheet shows the answer: the day's amounts, the table's other figures, its seasons.
function RateSheet({ answer, link: address, curl }: { answer: Rate; link: () => string; curl: () => string }) {
  const { currency } = answer;
  const all = Object.entries(answer.breakdown as Record<string, unknown>);
  const isYear = (key: string) => key.includes("year");
  const seasons = all.filter((each): each is [string, number[]] => Array.isArray(each[1]) && typeof each[1][0] === "number");
  const figures = all.filter((each): each is Figure => typeof each[1] === "number" && !isYear(each[0]));
  const others = all.filter(([key, value]) => typeof value === "boolean" || (typeof value === "number" && isYear(key)));
  const { season } = answer.breakdown as { season?: { from: string; to: string } };
  const row = (name: string, value: string) => <tr key={name}><th scope="row">{name}</th><td class="figures">{value}</td></tr>;
  const cash = (amount: number) => money(amount, currency);
  const night = (amount: number | null) => (amount === null ? "–" : money(amount, answer.lodging_currency ?? currency));
  return (
    <>
      <div class="card headline"><div class="amounts">
        <div class="net"><p class="eyebrow">{t("night at", { place: nameOf(answer.location as Place) })}</p><p class="big"><span class="figures">{night(answer.lodging)}</span></p></div>
        <div><p class="eyebrow">{t("meals of a day")}</p><p class="large figures">{cash(answer.meals)}</p></div>
        <p class="quiet small">{[day(answer.date), season && t("season", { from: day(season.from), to: day(season.to) })].filter(Boolean).join(" · ")}</p>
      </div>
      {[...new Set([...answer.fallbacks, ...answer.warnings.map(({ message }) => message)])].map((each) => <p key={each} class="hint-line">{each}</p>)}</div>
      <div class="card"><h2>{t("amounts of the table")}</h2>
        <table class="lines"><tbody>{figures.map(([key, value]) => row(label(key), cash(value)))}{others.map(([key, value]) => row(label(key), typeof value === "boolean" ? t(value ? "yes" : "no") : String(value as number)))}</tbody></table>
        {seasons.map(([key, amounts]) => <Months key={key} answer={answer} name={key} amounts={amounts} write={night} />)}
        <TakeAway name={`rates-${answer.regime}`} json={() => answer} link={address} curl={curl}
          rows={() => [[t("figure of the law"), t("amount"), t("column.currency")], [t("night"), answer.lodging, answer.lodging_currency], ...figures.map(([key, value]) => [label(key), value, currency]),
            ...seasons.flatMap(([key, amounts]) => amounts.map((amount, i) => [`${label(key)}: ${month(answer.source.valid_from, i)}`, amount, answer.lodging_currency]))]} />
      </div>
      <div class="card">{answer.candidates.length > 0 && <p>{t("may also mean", { places: answer.candidates.map((each) => nameOf(each as Place)).join("; ") })}</p>}
        <h2>{t("sources")}</h2><p><Publication source={answer.source} /></p>
        <NoteList notes={[...answer.notes, answer.disclaimer]} /></div>
    </>
  );
}

// Months shows amounts by the months of the table's year; the day's is marked.
function Months({ answer, name, amounts, write }: { answer: Rate; name: string; amounts: number[]; write: (amount: number) => string }) {
  const at = (i: number) => month(answer.source.valid_from, i);
  const meant = month(answer.date, 0);
  return <><h3>{label(name)}</h3><div class="months">{amounts.map((amount, i) => <div key={i} class={at(i) === meant ? "meant" : ""}><span class="quiet small">{at(i)}</span><span class="figures">{write(amount)}</span></div>)}</div></>;
}
