// A row of scenarios that can be added, changed and removed.
import { h, icon, icons, openDialog } from "./dom.js";
import { t } from "./i18n.js";
import { form } from "./entry.js";
import { title } from "./scenario.js";

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

// settingsOf are the buttons that change, copy and remove a scenario.
export function settingsOf(catalogue, index, scenario, { change, remove, copy }, options) {
  const button = (word, sign, act) => act && h("button", { type: "button", class: "ghost", "aria-label": `${t(word)}: ${t("scenario n", { n: index + 1 })}`, title: t(word), onclick: act }, icon(icons[sign]));
  return h("div", { class: "scenario-tools" }, button("change", "pencil", () => edit(catalogue, scenario, change, options)), button("duplicate", "copy", copy), button("remove", "close", remove));
}
