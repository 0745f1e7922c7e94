// Formulas of the rules as sentences: names become what they mean with their values,
// signs those of a school book. What is no plain arithmetic lists what it depends on.
import type { Reason } from "../api/types.ts";
import { plain } from "../language/format.ts";
import { t, type Word } from "../language/words.ts";

export type NodeOf = (id: number) => Reason | undefined;
type InWords = (node: Reason) => string;

const signs: Record<string, string> = { "*": "×", "/": "÷", "-": "−", "+": "+" };
const roundings: Record<string, Word> = { down: "rounded down", up: "rounded up", half_up: "rounded" };
const longest = 6; // names that one sentence may hold

// passedOn is the node whose value a formula hands on without a calculation, be it from
// whole units to cents.
export function passedOn(node: Reason, of: NodeOf): Reason | undefined {
  const [, name, factor] = /^(?:as\(\s*)?([\w.]+)(?:\s*,\s*"[^"]*"\))?(?:\s*([*/])\s*100)?$/.exec(node.formula ?? "") ?? [];
  const [input] = node.inputs.length === 1 ? node.inputs.filter((each) => each.name === name) : [];
  const from = input && of(input.node);
  return from && (!factor || (from.unit === "cent") !== (node.unit === "cent")) ? from : undefined;
}

// origin is the node that a value was handed on from.
export function origin(node: Reason, of: NodeOf): Reason {
  for (let next = passedOn(node, of); next; next = passedOn(node, of)) node = next;
  return node;
}

// sentence says in words how the value of a node comes about; name and value are what a node
// is called and worth.
export function sentence(node: Reason, of: NodeOf, name: InWords, value: InWords): string {
  const inputs = new Map<string, { unit: string | null; node: Reason }>();
  for (const input of node.inputs) {
    const from = of(input.node);
    if (from) inputs.set(input.name, { unit: from.unit, node: origin(from, of) });
  }
  const worded = ({ node: input }: { node: Reason }) => `${name(input)} ${value(input)}`;
  const said = inputs.size <= longest ? arithmetic(node, inputs, worded) : undefined;
  if (said) return `${said.text} = ${value(node)}${said.rounding ? ` (${t(said.rounding)})` : ""}`;
  if (!inputs.size) return "";
  return t("depends on", { result: value(node), list: [...new Set([...inputs.values()].map(worded))].join("; ") });
}

// arithmetic writes a formula of names, numbers, signs, min and max; anything else
// gives nothing.
function arithmetic(node: Reason, inputs: Map<string, { unit: string | null; node: Reason }>, worded: (input: { node: Reason }) => string): { text: string; rounding: Word | undefined } | undefined {
  let formula = node.formula ?? "";
  const [, how = "", inner] = /^(down|up|half_up)\((.*),\s*-?\d+\)$/.exec(formula) ?? [];
  const rounding = inner !== undefined && balanced(inner) ? roundings[how] : undefined;
  if (rounding && inner !== undefined) formula = inner;
  // A value in cents is shown in whole units: that step is none for the reader.
  const cents = [...inputs.values()].some((each) => each.unit === "cent");
  if (cents !== (node.unit === "cent")) formula = formula.replace(/\s*[*/]\s*100(?![\d.])/g, "");
  const parts: string[] = [];
  for (const [token] of formula.matchAll(/\s+|"[^"]*"|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|[-+*/(),]|./g)) {
    const input = inputs.get(token);
    if (/^\s+$/.test(token)) continue;
    if (input) parts.push(worded(input));
    else if (/^\d/.test(token)) parts.push(plain(Number(token)));
    else if (token === "max" || token === "min") parts.push(`${t(token)} `);
    else if (signs[token]) parts.push(` ${signs[token]} `);
    else if (token === "(" || token === ")") parts.push(token);
    else if (token === ",") parts.push("; ");
    else return undefined;
  }
  return { text: parts.join("").replace(/\(\s+/g, "(").replace(/\s+/g, " ").trim(), rounding };
}

function balanced(text: string): boolean {
  let open = 0;
  for (const sign of text) {
    open += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (open < 0) return false;
  }
  return open === 0;
}
