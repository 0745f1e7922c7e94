// The plot of the curves; loaded when it is first wanted.
import uPlot from "uplot";
import { t } from "./i18n.js";
import { amountOnly, percent, plain } from "./format.js";

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// chart draws the answers of the curve operation into an element, which it
// follows in width.
export function chart(element, answers, names, thresholds) {
  const text = colour("--quiet"), line = colour("--line");
  const grosses = [...new Set(answers.flatMap((answer) => answer.points.map((point) => point.gross)))].sort((a, b) => a - b);
  const column = (answer, name) => {
    const by = new Map(answer.points.map((point) => [point.gross, point[name]]));
    return grosses.map((gross) => (by.has(gross) ? by.get(gross) : undefined));
  };
  const figures = [["net", "net", "--part-0", "money"], ["deductions", "employee_deductions", "--part-1", "money"], ["marginal rate", "marginal_rate", "--part-4", "rate"]];
  const series = answers.flatMap((answer, i) => figures.map(([word, , token, scale]) => ({
    label: answers.length > 1 ? `${t(word)} (${i + 1})` : t(word), stroke: colour(token), width: 2, dash: i ? [7, 5] : undefined, scale, points: { show: false }, spanGaps: false,
    value: (_, value) => (value === null || value === undefined ? "–" : scale === "rate" ? percent(value) : amountOnly(value)),
  })));
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: "12px system-ui, sans-serif" };
  const size = () => ({ width: element.clientWidth, height: Math.max(300, Math.min(460, Math.round(element.clientWidth * 0.5))) });

  // A mark and a number for each threshold; the list under the plot names them.
  const marks = (u) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = text;
    ctx.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textAlign = "center";
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    thresholds.forEach((threshold, i) => {
      const x = Math.round(u.valToPos(threshold.gross, "x", true));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.fillText(String(i + 1), x, bbox.top - 6 * devicePixelRatio);
    });
    ctx.restore();
  };

  const plot = new uPlot({
    ...size(), padding: [24, 8, 0, 0],
    scales: { x: { time: false }, rate: { range: (u, low, high) => [Math.min(0, low ?? 0), Math.max(60, high ?? 0)] } },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(plain) },
      { ...axis, scale: "money", size: 70, values: (_, ticks) => ticks.map(plain) },
      { ...axis, scale: "rate", side: 1, size: 55, grid: { show: false }, values: (_, ticks) => ticks.map(percent) },
    ],
    series: [{ label: t("gross"), value: (_, value) => (value === null ? "–" : amountOnly(value)) }, ...series],
    hooks: { draw: [marks] },
  }, [grosses, ...answers.flatMap((answer) => figures.map(([, name]) => column(answer, name)))], element);

  const observer = new ResizeObserver(() => plot.setSize(size()));
  observer.observe(element);
  return { destroy: () => { observer.disconnect(); plot.destroy(); } };
}
