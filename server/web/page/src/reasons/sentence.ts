// Formulas of the rules as sentences: names become what they mean with their values, signs those
// of a school book. What is no plain arithmetic lists what it depends on.
import type { Reason } from "../api/types.ts";
import { plain } from "../language/format.ts";
import { t, type Word } from "../language/words.ts";

export type NodeOf = (id: number) => Reason | undefined;
type InWords = (node: Reason) => string;

// Tree is a formula as the service parses it: a node by its id, an operation, or a value.
type Tree = { id: number } | { name: string } | { op: string; of: Tree[] } | string | number | boolean | null;
const treeOf = (node: Reason) => node.formula_tree as Tree | undefined;
const operation = (tree: Tree | undefined) => (tree && typeof tree === "object" && "op" in tree ? tree : undefined);

const signs: Record<string, [sign: string, rank: number]> = { "+": ["+", 1], "-": ["−", 1], "*": ["×", 2], "/": ["÷", 2] };
const roundings: Record<string, Word> = { down: "rounded down", up: "rounded up", half_up: "rounded" };
const longest = 6; // names that one sentence may hold

// inner is a formula without a change of its unit.
function inner(tree: Tree | undefined): Tree | undefined {
  const { op, of: [first] } = operation(tree) ?? { op: "", of: [] };
  return op === "as" || op === "value" ? inner(first) : tree;
}

// centsOf is what a formula turns from whole units to cents, or back.
function centsOf(tree: Tree | undefined): Tree | undefined {
  const { op = "", of: [first, factor] = [] } = operation(tree) ?? {};
  return (op === "*" || op === "/") && factor === 100 ? first : undefined;
}

// passedOn is the node whose value a formula hands on without a calculation, be it from whole
// units to cents.
export function passedOn(node: Reason, of: NodeOf): Reason | undefined {
  const tree = inner(treeOf(node)), converted = inner(centsOf(tree)), handed = converted ?? tree;
  const from = handed && typeof handed === "object" && "id" in handed ? of(handed.id) : undefined;
  return from && (converted === undefined || (from.unit === "cent") !== (node.unit === "cent")) ? from : undefined;
}

// origin is the node that a value was handed on from.
export function origin(node: Reason, of: NodeOf): Reason {
  for (let next = passedOn(node, of); next; next = passedOn(node, of)) node = next;
  return node;
}

// sentence says in words how the value of a node comes about; name and value are what a node is
// called and worth.
export function sentence(node: Reason, of: NodeOf, name: InWords, value: InWords): string {
  const read = node.inputs.flatMap((input) => of(input.node) ?? []);
  const worded = (from: Reason) => { const first = origin(from, of); return `${name(first)} ${value(first)}`; };
  if (!read.length) return "";
  const tree = inner(treeOf(node)), { op = "", of: [rounded] = [] } = operation(tree) ?? {};
  const rounding = roundings[op];
  // A value in cents is shown in whole units: that step is none for the reader.
  const cents = read.some(({ unit }) => unit === "cent") !== (node.unit === "cent");
  const said = read.length <= longest ? arithmetic(rounding ? rounded : tree, of, worded, cents) : undefined;
  if (said) return `${said} = ${value(node)}${rounding ? ` (${t(rounding)})` : ""}`;
  return t("depends on", { result: value(node), list: [...new Set(read.map(worded))].join("; ") });
}

// arithmetic writes a formula of nodes, numbers, signs, min and max, and of a choice the part that
// holds; anything else gives nothing. rank is how strongly the sign outside binds.
function arithmetic(given: Tree | undefined, of: NodeOf, worded: InWords, cents: boolean, rank = 0): string | undefined {
  const whole = inner(given), tree = (cents ? inner(centsOf(whole)) : undefined) ?? whole;
  const part = (each: Tree | undefined, outside = 0) => arithmetic(each, of, worded, cents, outside);
  if (typeof tree === "number") return plain(tree);
  if (typeof tree !== "object" || tree === null) return undefined;
  if ("id" in tree) { const node = of(tree.id); return node && worded(node); }
  if (!("op" in tree)) return undefined;
  const { op, of: parts } = tree, [first, second, third] = parts;
  if (op === "max" || op === "min") {
    const all = parts.map((each) => part(each));
    return all.includes(undefined) ? undefined : `${t(op)} (${all.join("; ")})`;
  }
  if (op === "if" || op === "choose") {
    const { value } = (first && typeof first === "object" && "id" in first ? of(first.id) : undefined) ?? {};
    return value === "true" ? part(second, rank) : value === "false" ? part(third, rank) : undefined;
  }
  const [sign, own] = signs[op] ?? [];
  if (!sign || own === undefined || second === undefined) return undefined;
  const [left, right] = [part(first, own), part(second, own + 0.5)];
  if (left === undefined || right === undefined) return undefined;
  return own < rank ? `(${left} ${sign} ${right})` : `${left} ${sign} ${right}`;
}
