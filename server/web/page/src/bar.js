// A bar that shows what an amount is made of.
import { h } from "./dom.js";
import { percent } from "./format.js";

const fallback = 8;

// bar draws groups {heading, parts} of a total, a part being {label, amount,
// className}; format writes amounts. The lists under it say the same in words.
export function bar(caption, groups, format) {
  const shown = groups.map(({ heading, parts }) => ({ heading, parts: parts.filter((part) => part.amount > 0) })).filter(({ parts }) => parts.length);
  const positive = shown.flatMap(({ parts }) => parts);
  const total = positive.reduce((sum, part) => sum + part.amount, 0);
  const share = (part) => (total ? (part.amount / total) * 100 : 0);
  const strip = h("div", { class: "strip", "aria-hidden": "true" }, positive.map((part) => {
    const piece = h("span", { class: part.className ?? `part-${fallback}`, title: `${part.label} ${format(part.amount)}` });
    piece.style.flexGrow = share(part);
    return piece;
  }));
  return h("figure", { class: "bar" }, h("figcaption", {}, caption), strip,
    shown.map(({ heading, parts }) => [heading && h("p", { class: "eyebrow group" }, heading), h("ul", { class: "legend shares" }, parts.map((part) => h("li", {},
      h("span", { class: `dot ${part.className ?? `part-${fallback}`}`, "aria-hidden": "true" }),
      h("span", {}, part.label), h("span", { class: "figures amount-of" }, format(part.amount)), h("span", { class: "figures" }, percent(Math.round(share(part) * 10) / 10)))))]));
}
