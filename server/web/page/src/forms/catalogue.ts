// What the forms ask for, read from the schemas of the service: a country, a year or a field
// that the rules gain appears without a change here.
import { addressOf, ask, type Operation } from "../api/client.ts";
import type { Country as CountryInfo, Description, Period, Schema, Warning } from "../api/types.ts";
import { writeNumber } from "../language/format.ts";
import { known, language, locale, quoted, regionName, t } from "../language/words.ts";
import { fieldOf, innerFields, type Field } from "./field.ts";
import { worded, type Named } from "./worded.ts";

// load reads the description of the service and the list of countries.
export async function load(): Promise<Catalogue> {
  const [description, list] = await Promise.all([ask("description"), ask("countries")]);
  return new Catalogue(description, list.countries.filter((country) => country.status === "available"));
}

export type Country = Omit<CountryInfo, "periods"> & { periods: Period[] };

// named is a country with its name in the language of the page: the service has it in two.
function named(country: CountryInfo): Country {
  const name = language === "en" || language === "de" ? country.name : regionName(country.country);
  return { ...country, name, periods: country.periods as Period[] };
}

export class Catalogue {
  readonly countries: Country[];
  readonly description: Description;
  private readonly scenario: Schema;
  private readonly profiles = new Map<string, Field[]>();
  private spoken: Named[] | undefined;
  private readonly dated = new Set<string>(); // countries and years of which an answer assumed a pay date

  constructor(description: Description, countries: CountryInfo[]) {
    this.description = description;
    this.countries = countries.map(named).sort((a, b) => a.name.localeCompare(b.name, locale()));
    this.scenario = this.input("net");
  }

  // within is the catalogue as another description has it, of another language.
  within(description: Description): Catalogue {
    return new Catalogue(description, this.countries);
  }

  // open says that everybody is served without a key.
  get open(): boolean {
    return this.description.security?.length === 0;
  }

  // decimal is the decimal mark of the page's language.
  get decimal() {
    return writeNumber(0.5).charAt(1) as "," | ".";
  }

  // taxYear is a year as its country writes it.
  taxYear(code: string, year: number): string {
    const { years, tax_years: written } = this.country(code);
    return written[years.indexOf(year)] ?? String(year);
  }

  // asksDate says that an answer for a year assumed a pay date.
  asksDate(code: string, year: number): boolean {
    return this.dated.has(`${code} ${year}`);
  }

  // learn takes over from an answer whether it assumed a pay date, and says whether that is new.
  learn({ country, year, warnings }: { country: string; year: number; warnings: Warning[] }): boolean {
    const before = this.dated.size;
    if (warnings.some((warning) => warning.field === "pay_date")) this.dated.add(`${country} ${year}`);
    return this.dated.size > before;
  }

  // country is one by its code, the first where the service has none of that code.
  country(code: string): Country {
    const found = this.countries.find((country) => country.country === code) ?? this.countries[0];
    if (!found) throw new Error("the service has no country");
    return found;
  }

  has(code: string): boolean {
    return this.countries.some((country) => country.country === code);
  }

  resolve(schema: Schema): Schema {
    if (schema.$ref) return this.resolve(this.description.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {});
    const choice = schema.anyOf?.find((each) => each.type !== "null");
    return choice ? { ...schema, ...this.resolve(choice) } : schema;
  }

  // input is the schema of what an operation takes.
  input(operation: Operation): Schema {
    const described = this.description.paths[addressOf(operation)]?.post;
    return described ? this.resolve(described.requestBody.content["application/json"].schema) : {};
  }

  default(name: string): unknown {
    return this.scenario.properties?.[name]?.default;
  }

  profileKey(code: string): string {
    return code.toLowerCase();
  }

  private profileSchema(code: string): Schema {
    const property = this.scenario.properties?.[this.profileKey(code)];
    return property ? this.resolve(property) : {};
  }

  // profile lists the fields of a country's profile, their help in the words of the form.
  profile(code: string): Field[] {
    const made = this.profiles.get(code);
    if (made) return made;
    const { currency } = this.country(code);
    const fields = Object.entries(this.profileSchema(code).properties ?? {}).map(([name, schema]) => ({ ...fieldOf(name, this.resolve(schema)), currency }));
    this.profiles.set(code, fields);
    const all = [...fields, ...fields.flatMap(innerFields)];
    for (const each of all) {
      each.help = worded(each.help, all);
      each.currency = currency;
    }
    for (const kind of fields.flatMap(({ kinds }) => kinds ?? [])) kind.about = worded(kind.about, all);
    return fields;
  }

  // doubtfulAbove is the pay of a year above which the service takes it for that of a longer
  // period; undefined where the country has none.
  doubtfulAbove(code: string): number | undefined {
    return this.profileSchema(code)["x-doubtful-above"];
  }

  // amount is the field of gross pay, or of the net pay that is wanted.
  amount(side: "gross" | "net", code?: string): Field {
    const schema = (side === "net" ? this.input("gross") : this.scenario).properties?.[side] ?? {};
    return { ...fieldOf(side, schema), help: "", ...(code && { currency: this.country(code).currency }) };
  }

  // periods are all that any country has.
  get periods(): Period[] {
    return (this.scenario.properties?.period?.enum ?? []).filter((each) => each !== null) as Period[];
  }

  // codes are all countries that a request may name.
  get codes(): string[] {
    return (this.scenario.properties?.country?.enum ?? []).map(String);
  }

  // others is what texts about a payslip speak of beside the fields of a country.
  private get others(): Named[] {
    return this.spoken ??= [
      { name: "gross", label: t("gross") }, { name: "pay_date", label: t("pay date") }, { name: "one_off", label: t("change.bonus") }, { name: "social_contributions", label: t("social contributions") }, { name: "income_tax", label: t("income tax") }, { name: "employer_cost", label: t("employer cost") },
      { name: "period", label: t("period"), choices: this.periods.map((value) => ({ value, label: value, short: known("period", value) })) },
    ];
  }

  // inWords writes a text of the service about a payslip as the form does.
  inWords(code: string, text: string): string {
    const fields = this.profile(code);
    const key = this.profileKey(code);
    const named = text.replace(new RegExp(`\\b${key}\\.(\\w+)(: \\w+)?`, "g"), (whole, name: string, value = "") => {
      const field = fields.find((each) => each.name === name);
      return field ? value ? worded(name + value, [field]) : quoted(field.label) : whole;
    });
    return worded(named, [...fields, ...fields.flatMap(innerFields), ...this.others]);
  }

  // ofTrip writes a text of the service about a trip as the form does.
  ofTrip(text: string): string {
    const { properties = {} } = this.input("trip");
    const legs = this.resolve(properties.legs?.items ?? {}).properties ?? {};
    const fields = [properties, legs].flatMap((all) => Object.entries(all).map(([name, schema]) => fieldOf(name, this.resolve(schema))));
    return worded(text, fields.filter(({ schema }) => schema.title));
  }
}
