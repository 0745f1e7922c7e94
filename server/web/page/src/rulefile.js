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

// fetchList asks for the version of the rules and the names of their files.
export const fetchList = async () => JSON.parse(await fetchText(""));

// folderOf is the folder of a country's files.
export const folderOf = (code) => code.toLowerCase();

// filesOf lists the files of one country; all of them where it has no folder of
// its own.
export function filesOf({ files }, code) {
  const own = files.filter((file) => file.startsWith(`${folderOf(code)}/`));
  return own.length ? own : files;
}
