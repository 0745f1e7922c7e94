// A bar that shows what an amount is made of.
import { h } from "./dom.js";
import { percent } from "./format.js";

const fallback = 8;

// bar draws parts {label, amount, className} of a total; format writes amounts.
// The list under it says the same in words.
export function bar(caption, parts, format) {
  const positive = parts.filter((part) => part.amount > 0);
  const total = positive.reduce((sum, part) => sum + part.amount, 0);
  const share = (part) => (total ? (part.amount / total) * 100 : 0);
  const strip = h("div", { class: "strip", "aria-hidden": "true" }, positive.map((part) => {
    const piece = h("span", { class: part.className ?? `part-${fallback}`, title: `${part.label} ${format(part.amount)}` });
    piece.style.flexGrow = share(part);
    return piece;
  }));
  return h("figure", { class: "bar" }, h("figcaption", {}, caption), strip,
    h("ul", { class: "legend shares" }, positive.map((part) => h("li", {},
      h("span", { class: `dot ${part.className ?? `part-${fallback}`}`, "aria-hidden": "true" }),
      h("span", {}, part.label), h("span", { class: "figures amount-of" }, format(part.amount)), h("span", { class: "figures" }, percent(Math.round(share(part) * 10) / 10))))));
}
