// A rule file as its authors read it, with the line that a step comes from.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { Failure } from "./api.js";
import { loading, notice } from "./notice.js";

const folder = "/rules/";

export async function fetchText(name) {
  let response;
  try {
    response = await fetch(folder + name);
  } catch {
    throw new Failure("away", "");
  }
  if (!response.ok) throw new Failure("service", name);
  return response.text();
}

// address is where the page shows a position such as file:line.
export function address(position) {
  const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(position);
  return `#/rules?${new URLSearchParams({ file, ...(line && { line }) })}`;
}

export async function draw(main, file, line) {
  const place = h("div", { class: "card" }, loading());
  main.replaceChildren(h("h1", {}, h("code", {}, file)), h("p", {}, h("a", { href: "#/rules" }, t("all rules"))), place);
  try {
    const lines = (await fetchText(file)).replace(/\n$/, "").split("\n");
    place.replaceChildren(h("div", { class: "scroll code", tabindex: "0", role: "region", "aria-label": file }, h("ol", {}, lines.map((text, i) =>
      h("li", { class: i + 1 === line ? "meant" : "", "aria-current": i + 1 === line ? "true" : undefined }, h("code", {}, text || " "))))));
    place.querySelector(".meant")?.scrollIntoView({ block: "center" });
  } catch (failure) {
    place.replaceChildren(notice(failure, () => draw(main, file, line)));
  }
}

// listFiles shows the rule files, those of one country first.
export async function listFiles(place, code) {
  try {
    const { files } = JSON.parse(await fetchText(""));
    const own = files.filter((file) => file.startsWith(`${code.toLowerCase()}/`));
    place.replaceChildren(h("ul", { class: "files" }, (own.length ? own : files).map((file) => h("li", {}, h("a", { href: address(file) }, h("code", {}, file))))));
  } catch (failure) {
    place.replaceChildren(notice(failure, () => listFiles(place, code)));
  }
}
