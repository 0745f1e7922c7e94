// Amounts, shares and days as the language of the page writes them.
import { decimalComma, locale } from "./words.ts";

const formatters = new Map<string, Intl.NumberFormat>();
function formatter(options: Intl.NumberFormatOptions) {
  const key = locale() + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.NumberFormat(locale(), options);
  formatters.set(key, made);
  return made;
}

// Amounts come as JSON numbers of at most two decimals, below ten million:
// far within what a number of the browser shows exactly.
const written = (options: Intl.NumberFormatOptions, value: number) => formatter(options).format(value).replace("-", "\u2212");
export const money = (amount: number, currency: string) => written({ style: "currency", currency }, amount);
export const amountOnly = (amount: number) => written({ minimumFractionDigits: 2, maximumFractionDigits: 2 }, amount);
export const plain = (value: number) => written({ maximumFractionDigits: 10 }, value);
export const percent = (value: number) => `${written({ maximumFractionDigits: 3 }, value)}\u00a0%`;

// briefly is an amount without the cents where there are none.
export const briefly = (amount: number, currency: string) => (Number.isInteger(amount) ? written({ style: "currency", currency, maximumFractionDigits: 0 }, amount) : money(amount, currency));

const dated = (options: Intl.DateTimeFormatOptions, date: Date) => new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(date);
const at = (text: string) => new Date(`${text}T00:00Z`);

export const day = (text: string) => dated({ weekday: "short", day: "numeric", month: "short", year: "numeric" }, at(text));

// dayOfTrip is a day whose year is known.
export const dayOfTrip = (text: string) => dated({ weekday: "short", day: "numeric", month: "short" }, at(text));

// month names the month that is some months after that of a date.
export function month(text: string, after: number) {
  const date = at(text);
  return dated({ month: "short", year: "numeric" }, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after, 1)));
}

// monthName names the month of a date.
export const monthName = (text: string, length: "long" | "short") => dated({ month: length }, at(text));

export const today = () => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(new Date());

// moment writes a local date and time such as 2026-05-11T14:00.
export const moment = (text: string) => `${day(text.slice(0, 10))}, ${text.slice(11, 16)}`;

// writeNumber is a number as someone would type it.
export const writeNumber = (value: number | string | null | undefined) => (value === undefined || value === null ? "" : decimalComma() ? String(value).replace(".", ",") : String(value));

// writeAmount is an amount of money as someone would type it, with marks of thousands.
export const writeAmount = (value: unknown) => (typeof value !== "number" || Number.isNaN(value) ? ""
  : written(Number.isInteger(value) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 10 }, value));

// difference is how much more or less one amount is than another.
export function difference(amount: number, cash: (amount: number) => string) {
  const exact = Math.round(amount * 100) / 100;
  return exact > 0 ? `+${cash(exact)}` : exact === 0 ? "±0" : cash(exact);
}
