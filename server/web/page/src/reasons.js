// Explanations: the tree of a figure in sentences, from the payslip down to the
// figures of the law and their citations. Branches are drawn when they are opened.
import "./base.js";
import { h, openDialog } from "./dom.js";
import { decimalComma, known, language, ownTerm, t } from "./i18n.js";
import { money, writeNumber } from "./format.js";
import { numberOf } from "./reading/number.ts";
import { labelOf } from "./schema.js";
import { address } from "./rulefile.js";
import { origin, passedOn, sentence } from "./sentence.js";

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
    this.currency = answer.currency;
    this.links = new Map(answer.sources.map((source) => [source.name, source.url]));
  }

  part({ label, value, node, rule, source }, open) {
    const inside = () => [rule && h("p", {}, rule), source && this.source(source), ...(node ? this.about(this.nodes[node - 1], 0) : [])];
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

  // name is what a node is called by people.
  name(node) {
    if (node.label) return labelOf(ownTerm(node.label), node.name);
    return language === "en" ? labelOf("", node.name) : t("intermediate");
  }

  node(node, level) {
    const head = [
      h("span", { class: "name" }, this.name(node)), h("span", { class: "value figures" }, this.value(node)),
      node.kind !== "step" && h("span", { class: `kind ${node.kind}` }, t(node.kind)),
    ];
    return this.branch(head, () => this.about(node, level), level < depth && node.kind === "step");
  }

  // about says how a node came about, what the law says of it, and, for experts, how
  // the rules write it. A value that is only handed on is left out.
  about(given, level) {
    const of = (id) => this.nodes[id - 1];
    const way = [given];
    for (let next = passedOn(given, of); next; next = passedOn(next, of)) way.push(next);
    const node = way.at(-1);
    const inputs = [...new Set(node.inputs.map((input) => origin(of(input.node), of)))];
    const said = node.formula && sentence(node, of, (each) => this.name(each), (each) => this.value(each));
    return [
      said && h("p", { class: "sentence" }, said),
      node.cite && h("p", { class: "cite" }, ownTerm(node.cite)),
      node.source && this.source(node.source),
      ...inputs.map((input) => this.node(input, level + 1)),
      way.some((each) => each.formula || each.position) && h("details", { class: "experts" }, h("summary", {}, t("for experts")), way.map((each) => this.written(each))),
    ];
  }

  // written is a node as the rules write it.
  written(node) {
    return [
      node.formula && h("p", { class: "formula" }, h("code", {}, `${node.name} = ${node.formula}`)),
      node.position && h("p", { class: "quiet small" }, t("in rules", { position: [node.program, node.procedure, ""].filter((each) => each !== null).join(" · ") }), h("a", { href: address(node.position), onclick: (event) => event.target.closest("dialog").close() }, node.position)),
    ];
  }

  value(node) {
    const [unit, per] = node.unit?.split("/") ?? [];
    const number = numberOf(node.value ?? "", writeNumber(0.5).charAt(1));
    const exact = !(decimalComma() ? /,\d{3,}$/ : /\.\d{3,}$/).test(node.value ?? ""); // no more than cents
    const word = { true: t("yes"), false: t("no") }[node.value]
      ?? (unit === "cent" && Number.isInteger(number) ? money(number / 100, this.currency) : /^[A-Z]{3}$/.test(unit ?? "") && exact && !Number.isNaN(number) ? money(number, unit) : [/^[a-z_]+$/.test(node.value) ? known("period", node.value) : node.value ?? "–", node.value && unit !== "1" && (unit === "percent" ? "%" : unit === "year" ? t("unit.year") : unit)].filter(Boolean).join(" "));
    return [word, per && known("per", per)].filter(Boolean).join(" ");
  }

  source(name) {
    const url = [...this.links].find(([known]) => ownTerm(name).endsWith(ownTerm(known)))?.[1];
    return h("p", { class: "cite" }, url ? h("a", { href: url, rel: "noreferrer", target: "_blank" }, ownTerm(name)) : ownTerm(name));
  }
}
