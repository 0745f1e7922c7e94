// Explanations: the tree of a figure in sentences, from the payslip down to the figures of the
// law and their citations. Branches are drawn when they are opened.
import "../base.ts";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Explained, Reason } from "../api/types.ts";
import { money } from "../language/format.ts";
import { calendarName, known, language, ownTerm, said, t } from "../language/words.ts";
import { labelOf } from "../forms/field.ts";
import { address } from "../rules/files.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { origin, passedOn, sentence, type NodeOf } from "./sentence.ts";

// Part is a line of an explanation; node is its place among the reasons.
export interface Part { label: string; value: string; rule?: string; source: string; node: number | undefined | null }
export interface Explanation { answer: Explained; label: string; value: string; summary: string | undefined; parts: Part[] }

const depth = 2; // levels that are open at first

export default function Reasons({ answer, label, value, summary, parts, onClose }: Explanation & { onClose: () => void }) {
  const of: NodeOf = (id) => answer.reasons.nodes[id - 1];
  const tree: Tree = { of, currency: answer.currency, sources: answer.sources, onClose };
  return (
    <Dialog title={`${label}: ${value}`} onClose={onClose}>
      {summary && <p class="lead">{summary}</p>}
      {parts.length ? <div class="tree">{parts.map((part) => <PartOf key={part.label} part={part} tree={tree} open={parts.length === 1} />)}</div> : <p>{t("no reasons")}</p>}
    </Dialog>
  );
}

interface Tree { of: NodeOf; currency: string; sources: Explained["sources"]; onClose: () => void }

function Branch({ head, open, children }: { head: ComponentChildren; open: boolean; children: () => ComponentChildren }) {
  const [drawn, setDrawn] = useState(open);
  return <details open={open} onToggle={(event) => { if (event.currentTarget.open) setDrawn(true); }}><summary>{head}</summary>{drawn && children()}</details>;
}

function PartOf({ part, tree, open }: { part: Part; tree: Tree; open: boolean }) {
  const node = part.node ? tree.of(part.node) : undefined;
  return (
    <Branch open={open} head={<><span class="name">{part.label}</span><span class="value figures">{part.value}</span></>}>
      {() => <>{part.rule && <p>{part.rule}</p>}{part.source && <Cited name={part.source} tree={tree} />}{node && <About given={node} level={0} tree={tree} />}</>}
    </Branch>
  );
}

// nameOf is what a node is called by people.
const nameOf = (node: Reason) => (node.label ? labelOf(ownTerm(node.label), node.name) : language === "en" ? labelOf("", node.name) : t("intermediate"));

function Node({ node, level, tree }: { node: Reason; level: number; tree: Tree }) {
  return (
    <Branch open={level < depth && node.kind === "step"} head={<>
      <span class="name">{nameOf(node)}</span><span class="value figures">{valueOf(node, tree.currency)}</span>
      {node.kind !== "step" && <span class={`kind ${node.kind}`}>{said(node.kind)}</span>}
    </>}>{() => <About given={node} level={level} tree={tree} />}</Branch>
  );
}

// About says how a node came about, what the law says of it, and, for experts, how the rules
// write it. A value that is only handed on is left out.
function About({ given, level, tree }: { given: Reason; level: number; tree: Tree }) {
  const way = [given];
  for (let next = passedOn(given, tree.of); next; next = passedOn(next, tree.of)) way.push(next);
  const node = way.at(-1) ?? given;
  const inputs = new Set(node.inputs.flatMap((input) => { const from = tree.of(input.node); return from ? [origin(from, tree.of)] : []; }));
  const words = node.formula && sentence(node, tree.of, nameOf, (each) => valueOf(each, tree.currency));
  return (
    <>
      {words && <p class="sentence">{words}</p>}
      {node.cite && <p class="cite">{ownTerm(node.cite)}</p>}
      {node.source && <Cited name={node.source} tree={tree} />}
      {[...inputs].map((input) => <Node key={input.id} node={input} level={level + 1} tree={tree} />)}
      {way.some((each) => each.formula || each.position) && <details class="experts"><summary>{t("for experts")}</summary>{way.map((each) => <Written key={each.id} node={each} onClose={tree.onClose} />)}</details>}
    </>
  );
}

// Written is a node as the rules write it.
const Written = ({ node, onClose }: { node: Reason; onClose: () => void }) => (
  <>
    {node.formula && <p class="formula"><code>{node.name} = {node.formula}</code></p>}
    {node.position && <p class="quiet small">{t("in rules", { position: [node.program, node.procedure, ""].filter((each) => each !== null).join(" · ") })}<a href={address(node.position)} onClick={onClose}>{node.position}</a></p>}
  </>
);

// valueOf writes the value of a node in its unit.
function valueOf(node: Reason, currency: string): string {
  const [unit = "", per] = node.unit?.split("/") ?? [];
  const text = node.value ?? "", { number, decimals } = node;
  const word = () => {
    if (text === "true" || text === "false") return t(text === "true" ? "yes" : "no");
    if (typeof number === "number" && unit === "cent" && Number.isInteger(number)) return money(number / 100, currency);
    if (typeof number === "number" && /^[A-Z]{3}$/.test(unit) && (decimals ?? 0) <= 2) return money(number, unit);
    const written = /^[a-z_]+$/.test(text) ? known("period", text) : text || "–";
    const behind = unit === "percent" ? "%" : calendarName(unit) ?? unit;
    return text && unit !== "1" && behind ? `${written} ${behind}` : written;
  };
  return per ? `${word()} ${known("per", per)}` : word();
}

function Cited({ name, tree }: { name: string; tree: Tree }) {
  const source = tree.sources.find((each) => ownTerm(name).endsWith(ownTerm(each.name)));
  return <p class="cite">{source ? <a href={source.url} rel="noreferrer" target="_blank">{ownTerm(name)}</a> : ownTerm(name)}</p>;
}
