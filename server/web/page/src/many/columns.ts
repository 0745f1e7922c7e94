// The columns that tables may have, in the words of the page: reading/vocabulary.ts knows them.
import { ask } from "../api/client.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { known, language, languageNames, regionName, t } from "../language/words.ts";
import type { Span } from "../reading/span.ts";
import type { Place } from "../reading/table.ts";
import { columnsOf, type Field as Readable } from "../reading/vocabulary.ts";

const languages = Object.keys(languageNames);

// vocabulary gives each country with its columns, by its code.
export async function vocabulary(catalogue: Catalogue): Promise<Map<string, Place>> {
  const inLanguages = (await Promise.all(languages.map((each) => ask("tables", { language: each })))).map((description) => catalogue.within(description));
  const [own = catalogue] = inLanguages.filter((_, i) => languages[i] === language);
  const called = (code: string) => languages.map((each) => new Intl.DisplayNames([each], { type: "region" }).of(code) ?? code);
  const every = catalogue.countries.map((each) => ({
    value: each.country, names: [each.name, regionName(each.country), ...called(each.country), ...catalogue.codes.filter((code) => called(code)[0] === called(each.country)[0])],
  }));
  const words = {
    person: t("person"), country: t("country"), year: t("year"), period: t("period"), gross: t("gross"), net: t("net wanted"),
    periods: Object.fromEntries(catalogue.periods.map((value) => [value, known("period", value)])),
  };
  return new Map(catalogue.countries.map(({ country: code, currency, periods, years }) => {
    const country = {
      code, currency, periods: periods as Span[], years: years.map((value) => ({ value, written: catalogue.taxYear(code, value) })), doubtfulAbove: catalogue.doubtfulAbove(code),
      fields: own.profile(code) as Readable[], elsewhere: inLanguages.map((each) => each.profile(code) as Readable[]),
    };
    return [code, { country, columns: columnsOf(country, every, words) }];
  }));
}
