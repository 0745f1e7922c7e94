// Programs by the steps that they take in an example, in the order of the rule files.
import type { Reason } from "../api/types.ts";
import { ownTerm, t } from "../language/words.ts";
import { address } from "./files.ts";

type Placed = Reason & { position: string };

export function Programs({ nodes }: { nodes: Reason[] }) {
  const line = (node: Placed) => Number(node.position.split(":").at(-1));
  const steps = nodes.filter((each): each is Placed => each.kind === "step" && Boolean(each.position));
  const groups = [...Map.groupBy(steps, (node) => [node.program, node.procedure].filter(Boolean).join(" · "))];
  const first = ([, list]: [string, Placed[]]) => list[0]?.position ?? "";
  return <>{groups.sort((a, b) => (first(a) < first(b) ? -1 : 1)).map(([name, list]) => (
    <details key={name} class="program"><summary><code>{name}</code><span class="quiet small">{t(list.length === 1 ? "one step" : "n steps", { n: list.length })}</span></summary>
      <ol>{list.toSorted((a, b) => line(a) - line(b)).map((node) => (
        <li key={node.id}><code>{node.name} = {node.formula}</code><span class="quiet small">= {node.value} {node.unit} · {ownTerm(node.cite ?? "")} · <a href={address(node.position)}><code>{node.position}</code></a></span></li>
      ))}</ol></details>
  ))}</>;
}
