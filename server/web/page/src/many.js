// Many employees: a table with one row a person goes in, a table of results comes
// out. Nothing of it is kept, here or by the service.
import "./base.js";
import { announce, h } from "./dom.js";
import { firstSentence, t } from "./i18n.js";
import { ended, post, salary, state, stream } from "./api.js";
import { money, plain } from "./format.js";
import { choice } from "./form.js";
import { saveRows } from "./export.js";
import { template, understand } from "./sheet.js";
import { notice } from "./notice.js";
import { remembered } from "./memory.js";

const path = `${salary}/net/batch`;
const listed = 100; // rows that are shown; all are in the download
const results = ["gross", "net", "employee_deductions", "employer_contributions", "employer_cost", "annual_net"];

export function draw(main, catalogue) {
  const place = h("div", {});
  const asked = (remembered.many ??= { country: remembered.scenario?.country ?? catalogue.countries[0].country });
  const country = choice("country", t("country"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })), asked.country, () => { asked.country = country.value(); remembered.many = asked; });
  const file = h("input", { type: "file", id: "sheet", class: "unseen", accept: ".csv,.txt,.xlsx", onchange: () => file.files[0] && take(file.files[0]) });
  const drop = h("label", {
    class: "drop", for: "sheet",
    ondragover: (event) => { event.preventDefault(); drop.classList.add("over"); }, ondragleave: () => drop.classList.remove("over"),
    ondrop: (event) => { event.preventDefault(); drop.classList.remove("over"); if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]); },
  }, h("strong", {}, t("drop")), h("span", { class: "quiet small" }, t("drop about")), file);

  // take reads a file and says what is in it before anything is asked.
  async function take(given) {
    let sheet;
    try {
      const rows = /\.xlsx$/i.test(given.name) ? (await import("./workbook.js")).readWorkbook(await given.arrayBuffer()) : (await import("./csv.js")).readCsv(await given.text());
      sheet = understand(catalogue, rows, asked.country);
    } catch {
      sheet = { problem: t("file unread") };
    }
    file.value = "";
    if (sheet.problem) {
      place.replaceChildren(h("p", { class: "notice", role: "alert" }, sheet.problem));
      return;
    }
    const good = sheet.people.filter((each) => !each.error);
    const paid = state.key !== "";
    place.replaceChildren(h("div", { class: "card" }, h("h2", {}, given.name),
      h("p", {}, t("rows read", { n: plain(sheet.people.length), wrong: plain(sheet.people.length - good.length) })),
      h("button", { type: "button", class: "primary", disabled: !good.length, onclick: () => compute(sheet.people) }, t(paid ? "compute rows paid" : "compute rows", { n: plain(good.length) }))),
    good.length < sheet.people.length ? table(sheet.people.filter((each) => each.error), t("rows wrong")) : "");
    place.querySelector("button").focus();
  }

  // compute asks for what has no result yet: gross pay in one stream, net pay wanted
  // row by row.
  async function compute(people) {
    const good = people.filter((each) => !each.error && !each.result);
    const told = h("p", { role: "status" }, t("loading"));
    const bar = h("progress", { max: good.length, value: 0, "aria-label": t("loading") });
    place.replaceChildren(h("div", { class: "card" }, told, bar));
    const of = (known) => good.filter(({ request }) => request[known] !== undefined);
    const settle = (person, result, faults) => {
      if (result) person.result = { ...result, annual_net: result.annual.net };
      else person.error = wording(person, faults);
      bar.value++;
    };
    try {
      const lines = of("gross").values();
      if (of("gross").length) {
        await stream(path, of("gross").map((each) => JSON.stringify(each.request)), ({ line, result, error }) => {
          if (line !== undefined) throw ended(error);
          settle(lines.next().value, result, Array.isArray(error) ? error.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`) : [error?.message]);
        });
      }
      for (const person of of("net")) {
        await post(`${salary}/gross`, person.request).then((result) => settle(person, result), (failure) => {
          if (!["refused", "invalid"].includes(failure.kind)) throw failure;
          settle(person, null, failure.kind === "refused" ? [failure.message] : failure.fields.map(({ path: at, message }) => `${at.at(-1)}: ${message}`));
        });
      }
    } catch (failure) {
      const missed = good.filter((each) => !each.result && !each.error);
      for (const each of missed) each.error = t("row not answered");
      place.replaceChildren(notice(failure, () => { for (const each of missed) delete each.error; compute(people); }), ...(missed.length < good.length ? done(people) : []));
      return;
    }
    place.replaceChildren(...done(people));
  }

  // wording says in one sentence what the service found wrong with a row.
  const wording = (person, faults) => firstSentence(catalogue.inWords(person.request.country, faults.join("; ")))[0];

  function done(people) {
    const right = people.filter((each) => each.result);
    announce(t("rows done", { n: plain(right.length), wrong: plain(people.length - right.length) }));
    const head = [t("row"), t("person"), ...["country", "tax_year", "period", "currency", ...results].map((name) => t(`column.${name}`)), t("error")];
    const rows = () => [head, ...people.map((each) => [each.row, each.person, ...["country", "tax_year", "period", "currency", ...results].map((name) => each.result?.[name]), each.error ?? ""])];
    return [h("div", { class: "card" }, h("h2", {}, t("rows done", { n: plain(right.length), wrong: plain(people.length - right.length) })),
      h("p", { class: "quiet small" }, t("nothing kept")),
      h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: () => saveRows(t("results file"), "xlsx", rows()) }, "Excel"), h("button", { type: "button", onclick: () => saveRows(t("results file"), "csv", rows()) }, "CSV"))),
    table(people, t("results"))];
  }

  function table(people, caption) {
    const shown = people.slice(0, listed);
    return h("div", { class: "card" }, h("h2", {}, caption), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "figures" }, t("row")), h("th", { scope: "col" }, t("person")), ["gross", "net", "employer cost"].map((name) => h("th", { scope: "col", class: "figures" }, t(name))))),
      h("tbody", {}, shown.map((each) => h("tr", {}, h("td", { class: "figures" }, plain(each.row)), h("th", { scope: "row" }, each.person || "–"),
        each.result ? ["gross", "net", "employer_cost"].map((name) => h("td", { class: "figures" }, money(each.result[name], each.result.currency))) : h("td", { colspan: "3", class: "wrong-row" }, each.error ?? "–")))))),
    people.length > shown.length && h("p", { class: "quiet small" }, t("more rows", { n: plain(people.length - shown.length) })));
  }

  main.replaceChildren(h("h1", {}, t("many title")), h("p", { class: "lead" }, t("many lead")),
    h("div", { class: "card" }, h("div", { class: "grid two" }, country.element, h("div", { class: "field" }, h("p", { class: "label" }, t("template")),
      h("div", { class: "buttons" }, ["xlsx", "csv"].map((kind) => h("button", { type: "button", "aria-label": `${t("template")}: ${kind === "csv" ? "CSV" : "Excel"}`, onclick: () => saveRows(t("template file"), kind, template(catalogue, asked.country)) }, kind === "csv" ? "CSV" : "Excel"))))),
    drop, h("p", { class: "quiet small" }, t("nothing kept"))), place);
}
