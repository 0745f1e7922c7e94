// The plots of the curves, one over the other: amounts, and the marginal rate. Loaded when they
// are first wanted.
import "../base.ts";
import uPlot from "uplot";
import type { Curve } from "../api/types.ts";
import { amountOnly, percent, plain } from "../language/format.ts";
import { t, type Word } from "../language/words.ts";
import { marginalRates, type Marked } from "./points.ts";

const rows = 3; // of the numbers of thresholds
const font = "12px system-ui, sans-serif";

// colour is one of the page's, as it is now: light or dark.
function colour(name: string) {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

type Figures = (number | null | undefined)[];
interface Drawn { label: string; token: string; dashed: boolean; stepped?: boolean; data: Figures }
interface Panel { thresholds: Marked[]; write: (value: number) => string; ticks: (value: number) => string; numbered?: boolean; share: number }

// chart draws the answers of the curve operation into an element, which they follow in width,
// until the function that it returns is called.
export function chart(element: HTMLElement, answers: Curve[], thresholds: Marked[]): () => void {
  const grosses = [...new Set(answers.flatMap((answer) => answer.points.map((point) => point.gross)))].sort((a, b) => a - b);
  const column = (answer: Curve, name: "net" | "employee_deductions"): Figures => {
    const by = new Map(answer.points.map((point) => [point.gross, point[name]]));
    return grosses.map((gross) => by.get(gross));
  };
  const rates = (answer: Curve, i: number): Figures => {
    const by = marginalRates(answer.points, thresholds.filter(({ of }) => of.includes(i)));
    return grosses.map((gross) => by.get(gross));
  };
  const label = (word: Word, i: number) => (answers.length > 1 ? `${t(word)} (${i + 1})` : t(word));
  const amounts = answers.flatMap((answer, i): Drawn[] => [
    { label: label("net", i), token: "--part-0", dashed: i > 0, data: column(answer, "net") },
    { label: label("deductions", i), token: "--part-1", dashed: i > 0, data: column(answer, "employee_deductions") },
  ]);
  const marginal = answers.map((answer, i): Drawn => ({ label: label("marginal rate", i), token: "--part-4", dashed: i > 0, stepped: true, data: rates(answer, i) }));
  const plots = [
    panel(element, grosses, amounts, { thresholds, write: amountOnly, ticks: plain, numbered: true, share: 0.42 }),
    panel(element, grosses, marginal, { thresholds, write: (value) => percent(Math.round(value * 10) / 10), ticks: percent, share: 0.28 }),
  ];
  const observer = new ResizeObserver(() => plots.forEach((each) => each.plot.setSize(each.size())));
  observer.observe(element);
  const recolour = () => plots.forEach((each) => each.plot.redraw(false));
  addEventListener("themechange", recolour);
  return () => {
    removeEventListener("themechange", recolour);
    observer.disconnect();
    plots.forEach((each) => each.plot.destroy());
  };
}

// panel draws lines over gross pay; the amounts begin at 0, unless a line is below it.
function panel(element: HTMLElement, grosses: number[], lines: Drawn[], { thresholds, write, ticks, numbered = false, share }: Panel) {
  const text = () => colour("--quiet"), grid = () => colour("--line");
  const size = () => ({ width: element.clientWidth, height: Math.max(numbered ? 340 : 260, Math.min(400, Math.round(element.clientWidth * share))) });
  const axis: uPlot.Axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid }, font };
  const stepped = uPlot.paths.stepped?.({ align: -1 });
  const series = lines.map((line): uPlot.Series => ({
    label: line.label, stroke: () => colour(line.token), width: 2, points: { show: false }, spanGaps: false,
    ...(line.dashed && { dash: [7, 5] }), ...(line.stepped && stepped && { paths: stepped }),
    value: (_, value: number | null | undefined) => (value === null || value === undefined ? "–" : write(value)),
  }));
  const plot = new uPlot({
    ...size(), padding: [numbered ? 11 + 13 * rows : 12, 28, 0, 0], cursor: { sync: { key: "curve" } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low ?? 0), (high ?? 1) * 1.15] } },
    axes: [{ ...axis, values: (_, list) => list.map(plain) }, { ...axis, size: 70, values: (_, list) => list.map(ticks) }],
    series: [{ label: t("gross"), value: (_, value: number | null) => (value === null ? "–" : amountOnly(value)) }, ...series],
    hooks: { draw: [(u) => marks(u, thresholds, numbered), (u) => named(u, lines)] },
  }, [grosses, ...lines.map((line) => line.data)] as uPlot.AlignedData, element);
  return { plot, size };
}

// marks draws a line for each threshold, and its number in the list under the plots.
function marks(u: uPlot, thresholds: Marked[], numbered: boolean) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour("--quiet");
  ctx.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  let last = -Infinity, row = 0; // numbers that would overprint go a row higher
  thresholds.forEach((threshold, i) => {
    const x = Math.round(u.valToPos(threshold.gross, "x", true));
    row = x - last < 18 * devicePixelRatio ? (row + 1) % rows : 0;
    last = x;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (numbered) ctx.fillText(String(i + 1), x, bbox.top - (6 + 13 * row) * devicePixelRatio);
  });
  ctx.restore();
}

// named writes the name of each line where it ends.
function named(u: uPlot, lines: Drawn[]) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.lineWidth = 4 * devicePixelRatio;
  ctx.strokeStyle = colour("--card");
  const taken: number[] = []; // where names stand already
  for (const line of lines) {
    const at = line.data.findLastIndex((value) => value !== null && value !== undefined);
    if (at < 0) continue;
    const x = Math.min(bbox.left + bbox.width, u.valToPos(u.data[0][at] ?? 0, "x", true)) - 6 * devicePixelRatio;
    const high = 15 * devicePixelRatio;
    let y = Math.max(bbox.top + high, u.valToPos(line.data[at] ?? 0, "y", true) - 8 * devicePixelRatio);
    while (taken.some((other) => Math.abs(other - y) < high)) y += high / 3;
    taken.push(y);
    ctx.fillStyle = colour(line.token);
    ctx.strokeText(line.label, x, y);
    ctx.fillText(line.label, x, y);
  }
  ctx.restore();
}
