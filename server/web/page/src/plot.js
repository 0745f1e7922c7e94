// The plots of the curves, one over the other: amounts, and the marginal rate over
// steps wide enough that no rounding shows. Loaded when they are first wanted.
import "./base.js";
import uPlot from "uplot";
import { t } from "./i18n.js";
import { amountOnly, percent, plain } from "./format.js";

const rows = 3; // of the numbers of thresholds
const steps = 50; // of the marginal rate over a span
const font = "12px system-ui, sans-serif";

// colour is one of the page's, as it is now: light or dark.
function colour(name) {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

// marginal is what was deducted of the gross pay added over wide steps: a rate at the
// end of each, nothing between, where a figure is missing on the way.
export function marginal(points) {
  const width = Math.max(1, Math.round(points.length / steps));
  const rates = new Map();
  for (let i = width; i < points.length; i += width) {
    const from = points[i - width], to = points[i];
    const whole = points.slice(i - width, i + 1).every((point) => point.net !== null);
    rates.set(to.gross, whole ? (100 * (to.employee_deductions - from.employee_deductions)) / (to.gross - from.gross) : null);
  }
  return rates;
}

// chart draws the answers of the curve operation into an element, which they
// follow in width.
export function chart(element, answers, names, thresholds) {
  const grosses = [...new Set(answers.flatMap((answer) => answer.points.map((point) => point.gross)))].sort((a, b) => a - b);
  const column = (answer, name) => {
    const by = new Map(answer.points.map((point) => [point.gross, point[name]]));
    return grosses.map((gross) => by.get(gross));
  };
  const rates = (answer) => {
    const by = marginal(answer.points);
    return grosses.map((gross) => by.get(gross));
  };
  const label = (word, i) => (answers.length > 1 ? `${t(word)} (${i + 1})` : t(word));
  const amounts = answers.flatMap((answer, i) => [["net", "net", "--part-0"], ["deductions", "employee_deductions", "--part-1"]].map(([word, name, token]) => ({ label: label(word, i), token, i, data: column(answer, name) })));
  const plots = [
    panel(element, grosses, amounts, { thresholds, write: amountOnly, ticks: plain, numbered: true, share: 0.42 }),
    panel(element, grosses, answers.map((answer, i) => ({ label: label("marginal rate", i), token: "--part-4", i, data: rates(answer), stepped: true })), { thresholds, write: (value) => percent(Math.round(value * 10) / 10), ticks: percent, share: 0.28 }),
  ];
  const observer = new ResizeObserver(() => plots.forEach((each) => each.plot.setSize(each.size())));
  observer.observe(element);
  const recolour = () => plots.forEach((each) => each.plot.redraw(false));
  addEventListener("themechange", recolour);
  return { destroy: () => { removeEventListener("themechange", recolour); observer.disconnect(); plots.forEach((each) => each.plot.destroy()); } };
}

// panel draws lines over gross pay; both axes begin at 0, unless a line is below it.
function panel(element, grosses, lines, { thresholds, write, ticks, numbered, share }) {
  const text = () => colour("--quiet"), grid = () => colour("--line");
  const size = () => ({ width: element.clientWidth, height: Math.max(numbered ? 340 : 260, Math.min(400, Math.round(element.clientWidth * share))) });
  const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid }, font };
  const plot = new uPlot({
    ...size(), padding: [numbered ? 11 + 13 * rows : 12, 28, 0, 0], cursor: { sync: { key: "curve" } },
    scales: { x: { time: false, range: (u, low, high) => [0, high] }, y: { range: (u, low, high) => [Math.min(0, low ?? 0), (high ?? 1) * 1.15] } },
    axes: [{ ...axis, values: (_, list) => list.map(plain) }, { ...axis, size: 70, values: (_, list) => list.map(ticks) }],
    series: [{ label: t("gross"), value: (_, value) => (value === null ? "–" : amountOnly(value)) }, ...lines.map((line) => ({
      label: line.label, stroke: () => colour(line.token), width: 2, dash: line.i ? [7, 5] : undefined, points: { show: false }, spanGaps: false,
      ...(line.stepped && { paths: uPlot.paths.stepped({ align: -1 }) }), value: (_, value) => (value === null || value === undefined ? "–" : write(value)),
    }))],
    hooks: { draw: [(u) => marks(u, thresholds, numbered), (u) => named(u, lines)] },
  }, [grosses, ...lines.map((line) => line.data)], element);
  return { plot, size };
}

// marks draws a line for each threshold, and its number in the list under the plots.
function marks(u, thresholds, numbered) {
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
function named(u, lines) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "right";
  ctx.lineWidth = 4 * devicePixelRatio;
  ctx.strokeStyle = colour("--card");
  const taken = []; // where names stand already
  for (const line of lines) {
    const at = line.data.findLastIndex((value) => value !== null && value !== undefined);
    if (at < 0) continue;
    const x = Math.min(bbox.left + bbox.width, u.valToPos(u.data[0][at], "x", true)) - 6 * devicePixelRatio;
    const high = 15 * devicePixelRatio;
    let y = Math.max(bbox.top + high, u.valToPos(line.data[at], "y", true) - 8 * devicePixelRatio);
    while (taken.some((other) => Math.abs(other - y) < high)) y += high / 3;
    taken.push(y);
    ctx.fillStyle = colour(line.token);
    ctx.strokeText(line.label, x, y);
    ctx.fillText(line.label, x, y);
  }
  ctx.restore();
}
