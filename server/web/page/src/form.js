// Fields of a form, as schema.js describes them.
import { h, newId } from "./dom.js";
import { t } from "./i18n.js";
import { plain, readNumber, writeNumber } from "./format.js";

// longest is the longest choice that fits half a row.
const longest = 16;

// control makes the field of one property. value() is what was entered,
// undefined where nothing was; show(message) puts an error beside it.
export function control(field, entered, changed) {
  const id = newId(field.name.replaceAll("_", "-"));
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  const more = field.help && field.help !== field.label && field.help !== `${field.label}.`;
  const described = more ? `${helpId} ${errorId}` : errorId;
  let input, value, inputs;

  if (field.kind === "several") {
    inputs = field.choices.map((choice) => h("input", { type: "checkbox", value: choice.value, checked: (entered ?? field.fallback ?? []).includes(choice.value), "aria-describedby": described, onchange: () => update() }));
    input = inputs[0];
    value = () => {
      const chosen = field.choices.filter((_, i) => inputs[i].checked).map((choice) => choice.value);
      return String(chosen) === String(field.fallback ?? []) ? undefined : chosen;
    };
  } else if (field.kind === "check") {
    input = h("input", { type: "checkbox", id, checked: entered ?? field.fallback ?? false, "aria-describedby": described, onchange: () => update() });
    value = () => (input.checked === (field.fallback ?? false) ? undefined : input.checked);
  } else if (field.kind === "maybe" || field.kind === "choice") {
    const options = field.kind === "maybe"
      ? [{ value: true, label: t("yes") }, { value: false, label: t("no") }]
      : field.choices;
    const open = field.fallback === undefined && !field.required;
    const chosen = entered ?? field.fallback;
    input = h("select", { id, "aria-describedby": described, onchange: () => update() },
      open && h("option", { value: "" }, t("not given")),
      options.map((option) => h("option", { value: String(option.value), selected: chosen !== undefined && String(option.value) === String(chosen) }, option.label)));
    value = () => {
      const option = options.find((each) => String(each.value) === input.value);
      return option === undefined || (option.value === field.fallback && !field.required) ? undefined : option.value;
    };
  } else {
    const number = field.kind === "number";
    const hint = field.placeholder ?? (field.fallback !== undefined ? writeNumber(field.fallback) : field.required === undefined && field.schema?.description ? t("not given") : "");
    input = h("input", {
      id, type: field.schema?.format === "date" ? "date" : "text", inputmode: number ? (field.type === "integer" ? "numeric" : "decimal") : undefined, autocomplete: "off", spellcheck: "false",
      maxlength: field.schema?.maxLength, value: number ? writeNumber(entered) : entered ?? "", placeholder: hint, "aria-describedby": described,
      oninput: () => update(false), onchange: () => update(),
    });
    value = () => {
      const text = input.value.trim();
      if (text === "") return undefined;
      return number ? readNumber(text) : text;
    };
  }
  const error = h("p", { class: "error", id: errorId, hidden: true });

  function show(message) {
    error.textContent = message ?? "";
    error.hidden = !message;
    for (const each of inputs ?? [input]) each.setAttribute("aria-invalid", message ? "true" : "false");
  }
  // update tells of a change; someone who types has not finished yet.
  function update(finished = true) {
    show(check());
    changed?.(finished);
  }
  // check says what is wrong with what was entered, before the service is asked.
  function check() {
    const now = value();
    if (typeof now !== "number" || field.kind !== "number") return "";
    const { minimum, maximum, exclusiveMinimum } = field.schema ?? {};
    if (Number.isNaN(now)) return t("no number");
    if (field.type === "integer" && !Number.isInteger(now)) return t("no whole number");
    if (now > maximum) return t("at most", { n: plain(maximum) });
    if (now < minimum) return t("at least", { n: plain(minimum) });
    return now <= exclusiveMinimum ? t("more than", { n: plain(exclusiveMinimum) }) : "";
  }

  const label = inputs ? field.label : h("label", { for: id }, field.label);
  const help = more && h("p", { class: "help", id: helpId, hidden: true }, field.help);
  const hint = more && h("button", {
    type: "button", class: "hint", "aria-label": t("help on", { label: field.label }), "aria-expanded": "false", "aria-controls": helpId,
    onclick: () => {
      help.hidden = !help.hidden;
      hint.setAttribute("aria-expanded", String(!help.hidden));
    },
  }, "?");
  const long = field.kind === "choice" && field.choices.some((each) => String(each.label).length > longest);
  const element = field.kind === "check"
    ? h("div", { class: "field check" }, h("div", { class: "label" }, input, label, hint), help, error)
    : inputs
    ? h("fieldset", { class: "field several" }, h("legend", { class: "label" }, label, hint), h("div", { class: "boxes" }, inputs.map((each, i) => h("label", {}, each, field.choices[i].short))), help, error)
    : h("div", { class: long ? "field wide" : "field" }, h("div", { class: "label" }, label, hint), field.affix ? h("div", { class: "affixed" }, input, field.affix) : input, help, error);
  return { name: field.name, element, input, value, show, check };
}

// choice is a field of a few values that always has one.
export const choice = (name, label, options, chosen, changed) =>
  control({ name, label, kind: "choice", choices: options, fallback: undefined, required: true }, chosen ?? options[0]?.value, changed);

// showFailures puts the errors of a failure beside the fields they concern, and
// returns those that concern none.
export function showFailures(failure, controls) {
  const rest = [];
  let first;
  for (const { path, message } of failure.fields) {
    const concerned = controls.find((each) => each.path ? each.path.every((step, i) => step === path[i]) : each.name === path.at(-1));
    if (concerned) {
      concerned.show(message);
      first ??= concerned;
    } else rest.push(message);
  }
  return rest;
}
