// A row of scenarios that can be added, changed and removed.
import { h, icon, icons, openDialog } from "./dom.js";
import { t } from "./i18n.js";
import { form, title } from "./scenario.js";

// edit changes a scenario in a dialog; done is told of the result once.
export function edit(catalogue, scenario, done, options) {
  const inputs = form(catalogue, scenario, () => {}, options);
  const dialog = openDialog(t("change scenario"), [inputs.element,
    h("div", { class: "buttons end" }, h("button", {
      type: "submit", class: "primary", onclick: () => {
        const wrong = inputs.controls().find((each) => each.check());
        if (wrong) { wrong.show(wrong.check()); wrong.input.focus(); return; }
        const now = inputs.scenario();
        if (options?.amount !== false && !(now.amount > 0)) {
          const amount = inputs.controls().find((each) => each.name === now.known);
          amount.show(t("amount missing"));
          amount.input.focus();
          return;
        }
        dialog.close();
        done(now);
      },
    }, t("apply")))], t("close"));
  inputs.element.addEventListener("submit", () => dialog.querySelector(".primary").click());
}

// summary says in words what a scenario is.
export function summary(catalogue, scenario, taxYear) {
  const { heading, settings } = title(catalogue, scenario, taxYear);
  return [h("strong", {}, heading), h("span", { class: "quiet small" }, settings.length ? settings.join(" · ") : t("defaults"))];
}

export const scenarioTools = (catalogue, index, scenario, { change, remove }, options) => h("div", { class: "scenario-tools" },
  h("button", { type: "button", class: "ghost", "aria-label": `${t("change")}: ${t("scenario n", { n: index + 1 })}`, onclick: () => edit(catalogue, scenario, change, options) }, icon(icons.pencil)),
  remove && h("button", { type: "button", class: "ghost", "aria-label": `${t("remove")}: ${t("scenario n", { n: index + 1 })}`, onclick: remove }, icon(icons.close)));

// broken says whether an address has the state of a view that cannot be read.
export const broken = (query) => query.get("s") !== null && typeof fromFragment(query.get("s")) !== "object";

// inFragment is a view's state as part of an address, and back.
export const inFragment = (value) => encodeURIComponent(JSON.stringify(value));
export function fromFragment(text) {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
