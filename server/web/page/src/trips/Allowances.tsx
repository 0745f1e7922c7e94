// The allowances of a trip, day by day, on the screen and on paper.
import { useState } from "preact/hooks";
import type { Trip, TripLine, Warning } from "../api/types.ts";
import { curl } from "../files/links.ts";
import { day, money, moment } from "../language/format.ts";
import { known, said, t } from "../language/words.ts";
import { NoteList, Publication } from "../payslip/Notes.tsx";
import { TakeAway } from "../ui/TakeAway.tsx";
import { nameOf } from "./places.ts";
import type { TripState } from "./trip.ts";
import { weeksOf } from "./weeks.ts";

const sums = [["meals", "meals_total"], ["deduction", "deductions_total"], ["lodging", "lodging_total"]] as const;
const long = 14; // days beyond which a trip is folded by week
const columns = [["date", "date"], ["column.kind", "kind"], ["column.meal", "meal"], ["place", "location"], ["amount", "amount"], ["column.currency", "currency"], ["rule", "rule"], ["source", "source"]] as const;
type Sums = Record<"total" | (typeof sums)[number][1], number>;

interface AllowancesProps {
  answer: Trip; trip: TripState; body: object; regime: string; words: (text: string) => string; link: () => string;
  apply: (warning: Warning) => { label: string; take: () => void } | undefined; // does what a warning says was not done
}

export function Allowances({ answer, trip, body, regime, words, link, apply }: AllowancesProps) {
  const totals = Object.entries(answer.totals as unknown as Record<string, Sums>);
  return (
    <>
      <div class="card headline unprinted">
        <div class="net"><p class="eyebrow">{t("trip total")}</p>{totals.map(([currency, sum]) => <p key={currency} class="big">{money(sum.total, currency)}</p>)}</div>
        <dl class="facts">{totals.flatMap(([currency, sum]) => sums.filter(([, total]) => sum[total] || totals.length === 1).map(([word, total]) => <div key={currency + word}><dt>{t(`kind.${word}`)}</dt><dd class="figures">{money(sum[total], currency)}</dd></div>))}</dl>
        {answer.warnings.map((warning) => {
          const offered = apply(warning);
          return <p key={warning.message} class="hint-line">{words(warning.message)} {offered && <button type="button" onClick={offered.take}>{offered.label}</button>}</p>;
        })}
      </div>
      <div class="card">
        <div class="printed"><h1>{t("trip statement")}</h1><Itinerary trip={trip} regime={regime} /></div>
        <h2>{t("day by day")}</h2>
        {answer.lines.length ? <Days answer={answer} totals={totals} /> : <p class="lead">{t("trip nothing")}</p>}
        <TakeAway name="trip" json={() => answer} curl={() => curl("trip", body)} link={link}
          rows={() => [columns.map(([word]) => t(word)), ...answer.lines.map((line) => columns.map(([, column]) => (column === "kind" || (column === "meal" && line.meal) ? known(column, String(line[column])) : line[column] ?? null)))]} />
      </div>
      <div class="card"><h2>{t("sources")}</h2><Sources answer={answer} />
        <h2>{t("notes")}</h2><NoteList notes={[...answer.fallbacks, ...answer.notes, answer.disclaimer].map(words)} /></div>
    </>
  );
}

// citedOf are the publications of the lines: they are numbered, as most lines cite the same.
const citedOf = ({ lines }: Trip) => [...new Set(lines.map((line) => line.source))];

function Days({ answer, totals }: { answer: Trip; totals: [string, Sums][] }) {
  const dates = [...new Set(answer.lines.map((line) => line.date))];
  const cited = citedOf(answer);
  const mark = (source: string) => cited.length > 1 && <span class="cited"> [{cited.indexOf(source) + 1}]</span>;
  const dayOf = (date: string, folded = false) => <Day key={date} date={date} lines={answer.lines.filter((line) => line.date === date)} folded={folded} mark={mark} />;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("day by day")}><table class="lines">
      <thead><tr><th scope="col">{t("item")}</th><th scope="col" class="figures">{t("amount")}</th></tr></thead>
      {dates.length > long ? weeksOf(dates).map((week) => <Week key={week[0]} week={week} lines={answer.lines} currencies={totals.map(([currency]) => currency)} dayOf={dayOf} />) : dates.map((date) => dayOf(date))}
      <tbody>{totals.map(([currency, sum]) => [
        ...sums.filter(([, total]) => sum[total]).map(([word, total]) => <tr key={word} class="printed-row"><th scope="row">{t(`kind.${word}`)}</th><td class="figures">{money(sum[total], currency)}</td></tr>),
        <tr key={currency} class="side"><th scope="row">{t("trip total")}</th><td class="figures">{money(sum.total, currency)}</td></tr>,
      ])}</tbody>
    </table></div>
  );
}

// Day is what one day gives; a place that all of its lines share is said once.
function Day({ date, lines, folded, mark }: { date: string; lines: TripLine[]; folded: boolean; mark: (source: string) => preact.ComponentChildren }) {
  const places = new Set(lines.map((line) => line.location));
  const [only] = places.size === 1 ? places : [];
  return (
    <tbody class={folded ? "folded" : ""}>
      <tr class="side"><th scope="rowgroup" colSpan={2}>{day(date)}{only && <span class="quiet where">, {only}</span>}</th></tr>
      {lines.map((line, i) => (
        <tr key={i}><th scope="row">{known("kind", line.kind)}{line.meal && `: ${known("meal", line.meal)}`}{only ? "" : `, ${line.location}`} <span class="rule">{line.rule}{mark(line.source)}</span></th><td class="figures">{money(line.amount, line.currency)}</td></tr>
      ))}
    </tbody>
  );
}

// Week shows a week by its sums, and its days when it is opened; paper has them all.
function Week({ week, lines, currencies, dayOf }: { week: string[]; lines: TripLine[]; currencies: string[]; dayOf: (date: string, folded: boolean) => preact.ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const own = lines.filter(({ date }) => week.includes(date));
  const added = currencies.map((currency) => [currency, own.filter((line) => line.currency === currency).reduce((sum, line) => sum + Math.round(line.amount * 100), 0)] as const).filter(([, sum]) => sum !== 0);
  return (
    <>
      <tbody class="unprinted"><tr class="side"><th scope="row"><button type="button" class="figure" aria-expanded={open} onClick={() => setOpen(!open)}>{day(week[0] ?? "")} – {day(week.at(-1) ?? "")}</button></th>
        <td class="figures">{added.map(([currency, sum]) => <div key={currency}>{money(sum / 100, currency)}</div>)}</td></tr></tbody>
      {week.map((date) => dayOf(date, !open))}
    </>
  );
}

function Sources({ answer }: { answer: Trip }) {
  const cited = citedOf(answer);
  const items = cited.map((name) => {
    const source = answer.sources.find((each) => name.includes(each.name) || each.name.includes(name));
    return <li key={name}>{source ? <Publication source={source} name={name} /> : name}</li>;
  });
  return cited.length > 1 ? <ol class="notes">{items}</ol> : <ul class="notes">{items}</ul>;
}

// Itinerary is the head of the printed statement: what was asked for.
function Itinerary({ trip, regime }: { trip: TripState; regime: string }) {
  const row = (label: string, content: preact.ComponentChildren) => <tr><th scope="row">{label}</th><td>{content}</td></tr>;
  return (
    <table class="itinerary"><tbody>
      {row(t("regime"), regime)}
      {trip.leave_home && row(t("left home"), moment(trip.leave_home))}
      {trip.legs.map((leg, i) => row(t("leg", { n: i + 1 }), `${leg.home ? said("home") : nameOf(leg.place ?? {})}: ${moment(leg.arrive ?? "")} – ${moment(leg.depart ?? "")}`))}
      {trip.return_home && row(t("came home"), moment(trip.return_home))}
      {row(t("traveller"), <span class="blank" />)}{row(t("purpose"), <span class="blank" />)}
    </tbody></table>
  );
}
