// No name of the API stands in a sentence on the page: all texts that the rules of a country may
// send there, in each language that the rules have, in the words of the form.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { after, test } from "node:test";
import { load } from "./load.mjs";
import { start } from "./server.mjs";
import yaml from "js-yaml";

const rules = new URL("../../../../rules/", import.meta.url);
const server = await start({ flags: ["--open"] });
after(() => server.stop());

// textsOf are the texts of a rule file in one language, without what programs fill in. What
// checks say is for authors.
function textsOf(value, language) {
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, language));
  if (typeof value !== "object" || value === null) return [];
  const own = typeof value[language] === "string" ? [value[language].replace(/\{[^}]*\}/g, "…")] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => (["checks", "accepted", "kept"].includes(key) ? [] : textsOf(inner, language)))];
}

test("texts that countries send have no names of the API, in any language", async () => {
  const wrong = [];
  let read = 0;
  for (const [language, locale] of [["en", "en-GB"], ["de", "de-DE"], ["nl", "nl-NL"], ["sv", "sv-SE"], ["nb", "nb-NO"], ["es", "es-ES"]]) {
    const page = await load('export { load } from "./src/forms/catalogue.ts";', { server, locale });
    const catalogue = await page.load();
    for (const { country } of catalogue.countries) {
      const folder = new URL(`${country.toLowerCase()}/`, rules);
      for (const name of (await readdir(folder, { recursive: true })).filter((each) => each.endsWith(".yaml"))) {
        for (const text of textsOf(yaml.load(await readFile(new URL(name, folder), "utf8"), { schema: yaml.FAILSAFE_SCHEMA }), language)) {
          read++;
          const said = catalogue.inWords(country, text);
          const names = ["gross", ...catalogue.profile(country).map(({ name }) => name)].join("|"); // with which no sentence of English begins
          if (/[a-z]_[a-z]/.test(said.replace(/https?:\S+/g, "")) || new RegExp(language === "en" ? `(^|[.] )(${names})\\b` : "\\bgross\\b").test(said)) wrong.push(`${language} ${country} ${name}: ${said}`);
        }
      }
    }
  }
  assert.ok(read > 1500, `${read} texts`);
  assert.deepEqual(wrong, []);
});
