// The columns that tables may have, in the words of the page: reading/vocabulary.ts knows them.
import { ask } from "./api.js";
import { known, languageNames, t } from "./i18n.js";
import { columnsOf } from "./reading/vocabulary.ts";

const languages = Object.keys(languageNames);

// vocabulary gives each country with its columns, by its code.
export async function vocabulary(catalogue) {
  const inLanguages = (await Promise.all(languages.map((language) => ask("description", { language })))).map((document) => catalogue.within(document));
  const codes = catalogue.scenario.properties.country.enum;
  const called = (code) => languages.map((each) => new Intl.DisplayNames([each], { type: "region" }).of(code));
  const every = catalogue.countries.map((each) => ({ value: each.country, names: [each.name, ...called(each.country), ...codes.filter((code) => called(code)[0] === called(each.country)[0])] }));
  const words = {
    person: t("person"), country: t("country"), year: t("year"), period: t("period"), gross: t("gross"), net: t("net wanted"),
    periods: Object.fromEntries(catalogue.scenario.properties.period.enum.map((value) => [value, known("period", value)])),
  };
  return new Map(catalogue.countries.map(({ country: code, currency, periods, years }) => {
    const country = {
      code, currency, periods, years: years.map((value) => ({ value, written: catalogue.taxYear(code, value) })), doubtfulAbove: catalogue.doubtfulAbove(code),
      fields: catalogue.profile(code), elsewhere: inLanguages.map((each) => each.profile(code)),
    };
    return [code, { country, columns: columnsOf(country, every, words) }];
  }));
}
