// Formulas of the rules as sentences: names become what they mean with their values,
// signs those of a school book. What is no plain arithmetic lists what it depends on.
import { t } from "./i18n.js";
import { plain } from "./format.js";

const signs = { "*": "×", "/": "÷", "-": "−", "+": "+" };
const roundings = { down: "rounded down", up: "rounded up", half_up: "rounded" };
const longest = 6; // names that one sentence may hold

// passedOn is the node whose value a formula hands on without a calculation, be it from
// whole units to cents; of gives the node with an id.
export function passedOn(node, of) {
  const [, name, factor] = /^(?:as\(\s*)?([\w.]+)(?:\s*,\s*"[^"]*"\))?(?:\s*([*/])\s*100)?$/.exec(node.formula ?? "") ?? [];
  const input = node.inputs.length === 1 && node.inputs.find((each) => each.name === name);
  if (!input) return undefined;
  const from = of(input.node);
  return !factor || (from.unit === "cent") !== (node.unit === "cent") ? from : undefined;
}

// origin is the node that a value was handed on from.
export function origin(node, of) {
  for (let next = passedOn(node, of); next; next = passedOn(node, of)) node = next;
  return node;
}

// sentence says in words how the value of a node comes about. of gives the node with
// an id, name and value what it is called and worth.
export function sentence(node, of, name, value) {
  const inputs = new Map(node.inputs.map((input) => [input.name, { unit: of(input.node).unit, node: origin(of(input.node), of) }]));
  const result = value(node);
  const worded = ({ node: input }) => `${name(input)} ${value(input)}`;
  const said = inputs.size <= longest && arithmetic(node, inputs, worded);
  if (said) return `${said.text} = ${result}${said.rounding ? ` (${t(said.rounding)})` : ""}`;
  if (!inputs.size) return "";
  return t("depends on", { result, list: [...new Set([...inputs.values()].map(worded))].join("; ") });
}

// arithmetic writes a formula of names, numbers, signs, min and max; anything else
// gives nothing.
function arithmetic(node, inputs, worded) {
  let formula = node.formula, rounding;
  const round = /^(down|up|half_up)\((.*),\s*-?\d+\)$/.exec(formula);
  if (round && balanced(round[2])) [, rounding, formula] = [null, roundings[round[1]], round[2]];
  // A value in cents is shown in whole units: that step is none for the reader.
  const cents = [...inputs.values()].some((each) => each.unit === "cent");
  if (cents !== (node.unit === "cent")) formula = formula.replace(/\s*[*/]\s*100(?![\d.])/g, "");
  const parts = [];
  for (const [token] of formula.matchAll(/\s+|"[^"]*"|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|[-+*/(),]|./g)) {
    if (/^\s+$/.test(token)) continue;
    const input = inputs.get(token);
    if (input) parts.push(worded(input));
    else if (/^\d/.test(token)) parts.push(plain(Number(token)));
    else if (token === "max" || token === "min") parts.push(`${t(token)} `);
    else if (token in signs) parts.push(` ${signs[token]} `);
    else if (token === "(" || token === ")") parts.push(token);
    else if (token === ",") parts.push("; ");
    else return undefined;
  }
  return { text: parts.join("").replace(/\(\s+/g, "(").replace(/\s+/g, " ").trim(), rounding };
}

function balanced(text) {
  let open = 0;
  for (const sign of text) {
    open += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (open < 0) return false;
  }
  return open === 0;
}
