// What the forms ask for, read from the schemas of the service: a country, a
// year or a field that the rules gain appears without a change here.
import { addressOf, ask } from "./api.js";
import { writeNumber } from "./format.js";
import { humanise, known, language, quoted, t } from "./i18n.js";

// load reads the description of the service and the list of countries.
export async function load() {
  const [document, list] = await Promise.all([ask("description"), ask("countries")]);
  return new Catalogue(document, list.countries.filter((country) => country.status === "available"));
}

// countryName is what the service calls a country, or the browser in a language that the
// service has not for every country.
const countryName = ({ country, name }) => (["en", "de"].includes(language) ? name : new Intl.DisplayNames([language], { type: "region" }).of(country) ?? name);

class Catalogue {
  constructor(document, countries) {
    this.document = document;
    this.countries = countries.map((country) => ({ ...country, name: countryName(country) }));
    this.scenario = this.input("net");
    this.target = this.input("gross");
    this.taxYears = new Map();
    this.profiles = new Map();
    this.dated = new Set(); // countries and years whose law changes inside, as far as that was learnt
  }

  // within is the catalogue as another description has it, of another language.
  within(document) {
    return new Catalogue(document, this.countries);
  }

  // decimal is the decimal mark of the page's language.
  get decimal() {
    return writeNumber(0.5).charAt(1);
  }

  // taxYear is a year as its country writes it, as far as that was learnt.
  taxYear(code, year) {
    return this.taxYears.get(`${code} ${year}`) ?? String(year);
  }

  // learn takes over from an answer how its tax year is written, and asks for the
  // other years, which costs nothing, where that is not the year alone.
  async learn(answer) {
    const { country, year } = answer;
    this.taxYears.set(`${country} ${year}`, answer.tax_year);
    if (answer.notes?.some((note) => /\bpay_date\b/.test(note))) this.dated.add(`${country} ${year}`);
    if (answer.tax_year === String(year)) return;
    await Promise.all(this.country(country).years.filter((other) => !this.taxYears.has(`${country} ${other}`)).map(async (other) => {
      this.taxYears.set(`${country} ${other}`, (await ask("parameters", { country, year: other })).tax_year);
    }));
  }

  // nameYears writes the years of a select as their country does.
  nameYears(select, code) {
    for (const option of select.options) if (option.value > 0) option.textContent = this.taxYear(code, option.value);
  }

  // inWords writes a text of the service about a payslip as the form does: the names of
  // fields and of choices by their labels.
  inWords(code, text) {
    return worded(text, [...this.profile(code), ...this.profile(code).flatMap(inner), { name: "pay_date", label: t("pay date") }, { name: "one_off", label: t("change.bonus") },
      { name: "period", label: t("period"), choices: this.scenario.properties.period.enum.map((value) => ({ value, short: known("period", value) })) }]);
  }

  // ofTrip writes a text of the service about a trip as the form does.
  ofTrip(text) {
    const { properties } = this.input("trip");
    return worded(text, [properties, this.resolve(properties.legs.items).properties].flatMap((all) => Object.entries(all).map(([name, schema]) => field(name, this.resolve(schema)))).filter(({ schema }) => schema.title));
  }

  // remedies are the values of fields that a refusal names as the way out:
  // {name, value, label}.
  remedies(code, text) {
    return this.profile(code).flatMap(({ name, label, kind, choices, schema }) => {
      const values = choices ?? (["check", "maybe"].includes(kind) ? [true, false].map((value) => ({ value, short: schema["x-choices"]?.[value] ?? t(value ? "yes" : "no") })) : []);
      const said = [...text.matchAll(new RegExp(`\\b${name}: (\\w+(?:(?:, | or | oder | of | eller )\\w+)*)`, "g"))].flatMap(([, list]) => list.split(/\W+/));
      return values.filter(({ value }) => said.includes(String(value))).map(({ value, short }) => ({ name, value, label: `${label}: ${short}` }));
    });
  }

  resolve(schema) {
    if (schema.$ref) return this.resolve(schema.$ref.slice(2).split("/").reduce((at, key) => at[key], this.document));
    const choice = schema.anyOf?.find((each) => each.type !== "null");
    return choice ? { ...schema, ...this.resolve(choice) } : schema;
  }

  // input is the schema of what an operation takes.
  input(operation) {
    const described = this.document.paths[addressOf(operation)]?.post;
    return described && this.resolve(described.requestBody.content["application/json"].schema);
  }

  country(code) {
    return this.countries.find((country) => country.country === code);
  }

  default(name) {
    return this.scenario.properties[name]?.default;
  }

  profileKey(code) {
    return code.toLowerCase();
  }

  // profile lists the fields of a country's profile, their help in the words of the form.
  profile(code) {
    if (!this.profiles.has(code)) {
      const property = this.scenario.properties[this.profileKey(code)];
      const fields = property ? Object.entries(this.resolve(property).properties).map(([name, schema]) => field(name, this.resolve(schema))) : [];
      this.profiles.set(code, fields);
      const all = [...fields, ...fields.flatMap(inner)];
      for (const each of all) each.help = worded(each.help, all);
      for (const kind of fields.flatMap(({ kinds }) => kinds ?? [])) kind.about = worded(kind.about, all);
    }
    return this.profiles.get(code);
  }

  // doubtfulAbove is the pay of a year above which the service takes it for that of a longer
  // period; undefined where the country has none.
  doubtfulAbove(code) {
    const property = this.scenario.properties[this.profileKey(code)];
    return property && this.resolve(property)["x-doubtful-above"];
  }

  amount(known) {
    const schema = (known === "net" ? this.target : this.scenario).properties[known];
    return { ...field(known, schema), example: schema.examples?.[0] };
  }
}

// inner are the fields of the records of a list.
const inner = ({ kinds }) => kinds?.flatMap(({ fields }) => fields) ?? [];

// worded writes the names of some fields, and of their choices, by their labels.
function worded(text, fields) {
  let said = text;
  for (const { name, label, kind, kinds, choices = kinds?.map((each) => ({ value: each.kind, short: each.label })) } of fields) {
    const short = (value) => choices?.find((each) => String(each.value) === value)?.short ?? (["check", "maybe"].includes(kind) && { true: t("yes"), false: t("no") }[value]);
    said = said.replace(new RegExp(`\\b${name}: (\\w+)(?:( or | oder )(\\w+))?`, "g"), (whole, value, or, other) =>
      (short(value) ? `${quoted(label)}: ${short(value)}${or ? or + (short(other) || other) : ""}` : whole));
    for (const { value, short: meaning } of choices ?? []) if (/_/.test(value)) said = said.replace(new RegExp(`\\b${value}\\b`, "g"), meaning);
    const alone = name.includes("_") ? "" : "(?<=\\b(?:send|leave|without|give|ohne|sende|senden|indicó|envíe|quite|sin) )";
    said = said.replace(new RegExp(`${alone}\\b${name}\\b|^${name}(?= (?:was|wurde|is|angavs|er)\\b)`, "gi"), quoted(label));
  }
  return said.replace(/\b(?:send(?:en)?|envíe)\b/gi, (word) => (/^[SE]/.test(word) ? humanise(t("send")) : t("send")));
}

// field says how a property is asked for.
export function field(name, schema) {
  const types = [schema.type].flat();
  const type = types.find((each) => each !== "null");
  const nullable = types.includes("null");
  const text = schema.description ?? "";
  const base = { name, label: schema.title ?? labelOf(text, name), help: text, type, nullable, fallback: schema.default, schema };
  if (type === "boolean") return { ...base, kind: nullable ? "maybe" : "check" };
  if (schema.items?.oneOf) return { ...base, kind: "records", kinds: schema.items.oneOf.map(kindOf) };
  if (schema.items?.enum) return { ...base, kind: "several", choices: choicesOf(schema.items) };
  let choices = schema.enum;
  if (!choices && type === "integer" && schema.maximum - schema.minimum < 10) {
    choices = Array.from({ length: schema.maximum - schema.minimum + 1 }, (_, i) => schema.minimum + i);
  }
  if (!choices && type === "string" && schema.examples?.length > 2) choices = schema.examples;
  if (choices) return { ...base, kind: "choice", choices: choicesOf(schema, choices) };
  const example = schema.examples?.[0];
  return { ...base, kind: type === "string" ? "text" : "number", placeholder: example === undefined ? undefined : t("such as", { value: example }) };
}

// kindOf is one kind of the records of a list, with its fields.
function kindOf({ title, description, properties, required }) {
  const { kind, ...fields } = properties;
  return { kind: kind.enum[0], label: title, about: description, required, fields: Object.entries(fields).map(([name, schema]) => field(name, schema)) };
}

// choicesOf words the values among which one chooses.
const choicesOf = (schema, values = schema.enum) => values.filter((value) => value !== null).map((value) => ({ value, ...choiceLabel(value, schema["x-choices"]?.[value]) }));

// labelOf is how a description begins: up to its first stop.
export function labelOf(text, name) {
  const start = text.split(/[.,:;(]/, 1)[0].trim();
  return start || humanise(name);
}

// choiceLabel writes a value for people: codes are kept before what they mean,
// words are replaced by it. short leaves the meaning of a code out.
function choiceLabel(value, meaning) {
  const text = String(value);
  const written = /^[a-z]/.test(text) ? humanise(text) : text;
  if (!meaning) return { label: written, short: written };
  return /^[a-z]/.test(text) ? { label: meaning, short: meaning } : { label: `${text} – ${meaning}`, short: text };
}
