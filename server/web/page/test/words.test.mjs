// The words of the page: each language has those that the page uses, and no other.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

const folder = new URL("../src/", import.meta.url);
const languages = await Promise.all((await readdir(new URL("words/", folder))).map(async (name) => [name, JSON.parse(await readFile(new URL(`words/${name}`, folder), "utf8"))]));

test("each language has the same words, with the same places to fill in", () => {
  const [, english] = languages.find(([name]) => name === "en.json");
  for (const [name, words] of languages) {
    assert.deepEqual(Object.keys(words), Object.keys(english), name);
    const filled = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place))].sort().join();
    for (const [word, text] of Object.entries(words)) assert.equal(filled(text), filled(english[word]), `${name}: ${word}`);
  }
});

test("no word is left over", async () => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|tsx?)$/.test(name) && !name.endsWith(".d.ts"));
  const source = (await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")))).join("\n");
  const [, english] = languages.find(([name]) => name === "en.json");
  const unused = Object.keys(english).filter((word) => {
    const group = word.split(/[.]| (?=\w+$)/)[0]; // of words whose name is put together, or that a kind of reason is
    return !source.includes(`"${word}"`) && !source.includes(`\`${group}`) && !source.includes(`"${group}"`) && !source.includes(`"${word.replace(/ one$/, "")}"`) && word !== "parameter";
  });
  assert.deepEqual(unused, []);
});
