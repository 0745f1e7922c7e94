import { decimalComma, locale } from "./i18n.js";

const formatters = new Map();
function formatter(options) {
  const key = locale() + JSON.stringify(options);
  if (!formatters.has(key)) formatters.set(key, new Intl.NumberFormat(locale(), options));
  return formatters.get(key);
}

// Amounts come as JSON numbers of at most two decimals, below ten million:
// far within what a number of the browser shows exactly.
const written = (options, value) => formatter(options).format(value).replace("-", "\u2212");
export const money = (amount, currency) => written({ style: "currency", currency }, amount);
export const amountOnly = (amount) => written({ minimumFractionDigits: 2, maximumFractionDigits: 2 }, amount);
export const plain = (value) => written({ maximumFractionDigits: 10 }, value);
export const percent = (value) => `${written({ maximumFractionDigits: 3 }, value)}\u00a0%`;

export function day(text) {
  const [year, month, date] = text.split("-").map(Number);
  return new Intl.DateTimeFormat(locale(), { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
    .format(new Date(Date.UTC(year, month - 1, date)));
}

// month names the month that is some months after that of a date.
export function month(text, after) {
  const [year, first] = text.split("-").map(Number);
  return new Intl.DateTimeFormat(locale(), { month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(Date.UTC(year, first - 1 + after, 1)));
}

// monthName names the month of a date.
export const monthName = (text, length) => new Intl.DateTimeFormat(locale(), { month: length, timeZone: "UTC" }).format(new Date(`${text}T00:00Z`));

export const today = () => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(new Date());

// dayOfTrip is a day whose year is known.
export function dayOfTrip(text) {
  return new Intl.DateTimeFormat(locale(), { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${text}T00:00Z`));
}

// moment writes a local date and time such as 2026-05-11T14:00.
export const moment = (text) => `${day(text.slice(0, 10))}, ${text.slice(11, 16)}`;

// writeNumber is a number as someone would type it.
export const writeNumber = (value) => (value === undefined || value === null ? "" : decimalComma() ? String(value).replace(".", ",") : String(value));

// writeAmount is an amount of money as someone would type it, with marks of thousands.
export const writeAmount = (value) => (typeof value !== "number" || Number.isNaN(value) ? "" : written(Number.isInteger(value) ? {} : { minimumFractionDigits: 2, maximumFractionDigits: 10 }, value));
