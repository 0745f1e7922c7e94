// The words of one language are a module of their own: "words:en" and so on.
import { words } from "./src/words.js";
import { words as es } from "./src/words.es.js";
import { words as nb } from "./src/words.nb.js";
import { words as nl } from "./src/words.nl.js";
import { words as sv } from "./src/words.sv.js";

const of = (at) => Object.fromEntries(Object.entries(words).map(([name, texts]) => [name, texts[at]]));
const languages = { en: of(0), de: of(1), nl, sv, nb, es };
for (const [language, texts] of Object.entries(languages)) {
  const differing = [...new Set([...Object.keys(words), ...Object.keys(texts)])].filter((name) => !(name in words) || !texts[name]);
  if (differing.length) throw new Error(`texts in ${language} that are missing or unused: ${differing.join("; ")}`);
}

export const wordsOf = {
  name: "words",
  setup(plan) {
    plan.onResolve({ filter: /^words:/ }, ({ path }) => ({ path: path.slice("words:".length), namespace: "words" }));
    plan.onLoad({ filter: /.*/, namespace: "words" }, ({ path }) => {
      return { contents: `export const words = ${JSON.stringify(languages[path])};` };
    });
  },
};
