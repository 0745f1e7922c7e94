// Explanations: the tree of a figure, from the payslip down to the parameters
// and their citations. Branches are drawn when they are opened.
import { h, openDialog } from "./dom.js";
import { known, t } from "./i18n.js";
import { address } from "./rulefile.js";

const depth = 2; // levels that are open at first

// explain opens the explanation of one figure: its parts, each {label, value,
// node}, and the lines that it is made of.
export function explain(answer, { label, value, summary, parts }) {
  const tree = new Tree(answer);
  openDialog(`${label}: ${value}`,
    [summary && h("p", { class: "lead" }, summary),
      parts.length ? h("div", { class: "tree" }, parts.map((part) => tree.part(part, parts.length === 1))) : h("p", {}, t("no reasons"))],
    t("close"));
}

class Tree {
  constructor(answer) {
    this.nodes = answer.reasons?.nodes ?? [];
    this.links = new Map(answer.sources.map((source) => [source.name, source.url]));
  }

  part({ label, value, node, rule, source, parts }, open) {
    const inside = () => [
      rule && h("p", { class: "rule" }, rule), source && this.source(source),
      ...(parts ?? []).map((each) => this.part(each, false)),
      node && h("div", {}, this.node(node, 1)),
    ];
    return this.branch([h("span", { class: "name" }, label), h("span", { class: "value figures" }, value)], inside, open);
  }

  branch(head, inside, open) {
    const element = h("details", {}, h("summary", {}, head));
    const fill = () => { if (element.open && element.childElementCount === 1) element.append(...inside().filter(Boolean)); };
    element.addEventListener("toggle", fill);
    element.open = open;
    fill();
    return element;
  }

  // node draws the value with an id; as is the name by which a formula calls it.
  node(id, level, as) {
    const node = this.nodes[id - 1];
    const name = as ?? node.name;
    const head = [
      h("span", { class: "name" }, node.kind === "step" || !node.label ? h("code", {}, name) : node.label, node.kind === "step" && node.label && h("span", { class: "quiet small" }, node.label)),
      h("span", { class: "value figures" }, this.value(node)),
      node.kind !== "step" && h("span", { class: `kind ${node.kind}` }, t(node.kind)),
    ];
    const about = () => [
      node.formula && h("p", { class: "formula" }, h("code", {}, `${node.name} = ${node.formula}`)),
      node.cite && h("p", { class: "cite" }, node.cite),
      node.source && this.source(node.source),
      node.position && h("p", { class: "quiet small" }, t("in rules", { position: [node.program, node.procedure, ""].filter((each) => each !== null).join(" · ") }), h("a", { href: address(node.position), onclick: (event) => event.target.closest("dialog").close() }, node.position)),
      ...node.inputs.map((input) => this.node(input.node, level + 1, input.name)),
    ];
    return this.branch(head, about, level <= depth && node.kind === "step");
  }

  value(node) {
    const [unit, per] = node.unit?.split("/") ?? [];
    const word = { true: t("yes"), false: t("no") }[node.value] ?? node.value;
    return [word, { percent: "%", cent: "ct" }[unit] ?? unit, per && known("per", per)].filter(Boolean).join(" ");
  }

  source(name) {
    const url = [...this.links].find(([known]) => name.endsWith(known))?.[1];
    return h("p", { class: "cite" }, url ? h("a", { href: url, rel: "noreferrer", target: "_blank" }, name) : name);
  }
}
