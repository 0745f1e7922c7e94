// The key: entered once, kept in the browser only.
import "./base.js";
import { announce, h } from "./dom.js";
import { t } from "./i18n.js";
import { ask, setKey, state } from "./api.js";
import { notice } from "./notice.js";
import { plain } from "./format.js";

export function draw(main) {
  const problem = h("div", {});
  const error = h("p", { class: "error", id: "key-error", hidden: true });
  const input = h("input", { id: "key", type: "password", autocomplete: "off", spellcheck: "false", "aria-describedby": "key-help key-error" });
  const show = (text) => {
    error.textContent = text;
    error.hidden = text === "";
    input.setAttribute("aria-invalid", String(text !== ""));
  };

  async function enter(event) {
    event.preventDefault();
    const key = input.value.trim();
    problem.replaceChildren();
    if (key === "") { show(t("key missing")); input.focus(); return; }
    show("");
    const before = state.key;
    setKey(key);
    try {
      await ask("countries");
      announce(t("signed in"));
      if (location.hash === "#/payslip") dispatchEvent(new Event("hashchange")); // signed in where it was asked for
      else location.hash = "#/payslip";
    } catch (failure) {
      if (failure.kind === "key") {
        setKey(before);
        show(t("problem key"));
        input.focus();
      } else problem.replaceChildren(notice(failure, () => enter(event)));
    }
  }

  const intro = state.key === ""
    ? [h("h1", {}, t("welcome")), h("p", { class: "lead" }, t("welcome text"))]
    : [h("h1", {}, t("key title"))];
  const inUse = state.key !== "" && h("section", { class: "card" },
    h("p", { class: "keyline" }, h("code", {}, `${state.key.slice(0, 12)}…${state.key.slice(-4)}`)),
    state.credits !== null && h("p", {}, `${t("credits left")}: `, h("strong", { class: "figures" }, plain(state.credits))),
    h("p", { class: "quiet" }, t("credits rule")),
    h("p", {}, h("button", { type: "button", onclick: () => { setKey(""); location.hash = "#/key"; draw(main); } }, t("sign out"))));
  main.replaceChildren(h("div", { class: "narrow" }, ...intro, inUse || "",
    h("form", { class: "card", onsubmit: enter },
      h("div", { class: "field" }, h("div", { class: "label" }, h("label", { for: "key" }, t("key label"))), input, error),
      h("p", { class: "quiet", id: "key-help" }, t("key help"), h("code", { class: "block" }, "payslate keys create --credits 1000")),
      problem,
      h("button", { type: "submit", class: "primary" }, t("sign in")))));
  input.focus();
}
