// Pay periods in words: those of heads such as "Gross (EUR / year)", "Jahresbrutto" or
// "Lön/mån", and of cells such as "48.100 p.a.".
import { flat, kept } from "./text.ts";

export type Span = "year" | "half_month" | "month" | "four_weeks" | "fortnight" | "week" | "day" | "hour";

// Words of several languages, by what they mean; those of two weeks and four are looked for
// before those of one. A compound is known by its beginning.
const pay = "(?:brutto|bruto|gross|netto?|gehalt|gehaelter|lohn|lon|lonn|loon|salaris|sal|entgelt|einkommen|verdienst|bezuge?|vergutung|inkomst|inkomen|inntekt|betrag|satz|pay|wage)";
const front = "(?:brutto|bruto|grund|gesamt|basis|basic|fast|fix|fest|ziel)?";
const spans: [Span, RegExp][] = [
  ["fortnight", / (?:fortnight(?:s|ly)?|bi ?weekly|(?:2|two|every two) week(?:s|ly)?|14 ?tag(?:e|ig|lich)?|14 dag(?:en|ar|er)?|(?:2|zwei) ?wochen(?:tlich)?|zwei ?wochentlich|tweewekelijks|(?:2|twee) weken|varannan vecka|fjorton ?dag\p{L}*|annenhver uke|fjorten ?dag\p{L}*|(?:2|to) uker|(?:2|tva) veckor)(?= )/gu],
  ["four_weeks", / (?:(?:4|four) ?week(?:s|ly)?|lunar(?: month)?|(?:4|vier) ?wochen(?:tlich)?|vierwochentlich|vierwekelijks|(?:4|vier) weken|(?:4|fyra) veckor|(?:4|fire) uker)(?= )/gu],
  ["half_month", / (?:semi ?monthly|half ?month|twice (?:a|per) month|halbmonat\p{L}*|halve maand|halv(?:e|an)? manad\p{L}*)(?= )/gu],
  ["year", new RegExp(` (?:years?|yrs?|yearly|annual(?:ly|ised|ized)?|per annum|annum|p ?a|jahre?s?|jahrl(?:ich)?\\p{L}*|jaar|jaarlijkse?|p ?j|jrl|ar(?:et)?|arlig(?:en|t)?|${front}(?:jahres|jaar|ars|annual)${pay}\\p{L}*)(?= )`, "gu")],
  ["month", new RegExp(` (?:months?|mths?|monthly|p ?c? ?m|per calendar month|monate?s?|monatl(?:ich)?\\p{L}*|mtl|mon|maand(?:en|elijks|elijkse)?|mnd|man(?:ad|aden)?|manatlig\\p{L}*|maned(?:en|lig|lige)?|${front}(?:monats|maand|manads|maneds)${pay}\\p{L}*)(?= )`, "gu")],
  ["week", new RegExp(` (?:weeks?|wks?|weekly|p ?w|woche|wochentl(?:ich)?\\p{L}*|wekelijkse?|vecka(?:n)?|uken?|ukentlig\\p{L}*|${front}(?:wochen|week|vecko|uke)${pay}\\p{L}*)(?= )`, "gu")],
  ["day", new RegExp(` (?:days?|daily|p ?d|tag|taglich\\p{L}*|dag(?:en)?|dagelijkse?|daglig\\p{L}*|(?:tages?|dag|dags)${pay}\\p{L}*)(?= )`, "gu")],
  ["hour", new RegExp(` (?:hours?|hrs?|hourly|p ?h|h|stunden?|std|uur|per time|i timen|timme|timmen|${front}(?:stunden|uur|tim|time)${pay}\\p{L}*)(?= )`, "gu")],
];

// Days and months of a date or a count are no pay period: "14 Tage" is one, "4 days" none.
const padded = (text: string) => ` ${flat(text)} `;

// spansIn lists the pay periods that a text names.
export const spansIn = kept((text): Span[] => {
  let rest = padded(text);
  const found: Span[] = [];
  for (const [span, words] of spans) {
    const without = rest.replace(words, " ");
    if (without !== rest) found.push(span);
    rest = without;
  }
  return found;
});

// spanOf is the pay period that a text names, if it names exactly one.
export function spanOf(text: string): Span | undefined {
  const found = spansIn(text);
  return found.length === 1 ? found[0] : undefined;
}

const compounds = new RegExp(`(?<= |brutto|bruto|grund|gesamt|basis|fast|fix|fest|ziel)(?:jahres|monats|wochen|stunden|tages?|jaar|maand|week|uur|dags?|ars|manads|maneds|vecko|uke|time?)(?=${pay}(?:\\p{L}*)(?: ))`, "gu");

// withoutSpans is a text, flat, without the words for pay periods: of a compound the pay stays.
export function withoutSpans(text: string): string {
  let rest = padded(text).replace(compounds, "");
  for (const [, words] of spans) rest = rest.replace(words, " ");
  return rest.replace(/ (?:per|pro|je|a|an|im|in|om|i|each|every|jede[rns]?|elke?|varje|hver) (?= )/gu, " ").replace(/\s+/g, " ").trim();
}

// inYear is how many of a period make a year.
export const inYear: Partial<Record<Span, number>> = { year: 1, month: 12, half_month: 24, four_weeks: 13, fortnight: 26, week: 52 };

// converted is an amount of one period as that of another, in whole cents; undefined where the
// two do not divide a year.
export function converted(amount: number, from: Span, to: Span): number | undefined {
  const [a, b] = [inYear[from], inYear[to]];
  return a && b ? Math.round((Math.round(amount * 100) * a) / b) / 100 : undefined;
}
