// Fields of a form, as schema.js describes them.
import { h, newId } from "./dom.js";
import { firstSentence, t } from "./i18n.js";
import { records } from "./records.js";
import { money as inMoney, plain, writeAmount, writeNumber } from "./format.js";
import { amountOf, currenciesIn, rateOf, twofold } from "./reading/number.ts";

// longest is the longest choice that fits half a row.
const longest = 16;
const longWord = /\p{L}{20}/u; // in a label, which half a row would break

// fault is where a field says what is wrong with it, in one sentence; rest is the way
// out, for who opens it. inputs() are marked with it.
export function fault(id, inputs) {
  const element = h("div", { class: "error", id, hidden: true });
  function show(message, rest) {
    element.replaceChildren(...(message ? [h("p", {}, message)] : []), ...(message && rest ? [h("details", {}, h("summary", {}, t("way out")), h("p", {}, rest))] : []));
    element.hidden = !message;
    for (const each of inputs()) each.setAttribute("aria-invalid", message ? "true" : "false");
  }
  return { element, show };
}

// control makes the field of one property. value() is what was entered,
// undefined where nothing was; show(message) puts an error beside it.
export function control(field, entered, changed) {
  if (field.kind === "records") return records(field, entered, changed, { control, fault });
  const id = newId(field.name.replaceAll("_", "-"));
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  const more = field.help && field.help !== field.label && field.help !== `${field.label}.`;
  const described = more ? `${helpId} ${errorId}` : errorId;
  const number = field.kind === "number";
  const currency = field.currency ?? field.affix?.textContent;
  const money = number && field.type !== "integer" && field.schema?.multipleOf === undefined;
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
    const hint = field.placeholder ?? (field.fallback !== undefined ? writeNumber(field.fallback) : field.required === undefined && field.schema?.description ? t("not given") : "");
    input = h("input", {
      id, type: field.schema?.format === "date" ? "date" : "text", inputmode: number ? (field.type === "integer" ? "numeric" : "decimal") : undefined, autocomplete: "off", spellcheck: "false",
      maxlength: field.schema?.maxLength, value: money ? writeAmount(entered) : number ? writeNumber(entered) : entered ?? "", placeholder: hint, "aria-describedby": described,
      oninput: () => update(false), onchange: () => update(),
    });
    value = () => {
      const text = input.value.trim();
      if (text === "") return undefined;
      return !number ? text : money || field.type === "integer" ? amountOf(text) : rateOf(text);
    };
  }
  const { element: error, show } = fault(errorId, () => inputs ?? [input]);
  // update tells of a change; someone who types has not finished yet. What was said of
  // a value holds until it is another.
  let last;
  function update(finished = true) {
    const now = String(input.type === "text" ? input.value : value());
    if (now !== last) {
      show(check());
      sayRead();
    }
    if (finished && money && typeof value() === "number" && !check()) input.value = writeAmount(value());
    last = String(input.type === "text" ? input.value : value());
    changed?.(finished);
  }
  // sayRead says what an amount is read as that may be read in two ways.
  const read = money && h("p", { class: "quiet small read-as", role: "status", hidden: true });
  function sayRead() {
    if (!read) return;
    const decimal = writeNumber(0.5).charAt(1);
    read.hidden = !(twofold(input.value) && input.value.includes(decimal)) || check() !== "";
    if (!read.hidden) read.textContent = t("amount as", { value: currency ? inMoney(value(), currency) : writeAmount(value()) });
  }

  // check says what is wrong with what was entered, before the service is asked.
  function check() {
    const now = value();
    if (typeof now !== "number" || field.kind !== "number") return "";
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field.schema ?? {};
    if (Number.isNaN(now)) return t("no number");
    const sent = money && currency ? currenciesIn(input.value, true) : [];
    if (sent.length && !sent.includes(currency)) return t("amount foreign", { currency: sent[0], own: currency });
    if (field.type === "integer" && !Number.isInteger(now)) return t("no whole number");
    const written = minimum >= 1000 && field.type === "integer" ? String : plain; // a year is no amount
    if (now > maximum) return t("at most", { n: written(maximum) });
    if (now < minimum) return t("at least", { n: written(minimum) });
    if (now <= exclusiveMinimum) return t("more than", { n: plain(exclusiveMinimum) });
    if (now >= exclusiveMaximum) return t("less than", { n: plain(exclusiveMaximum) });
    return multipleOf < 1 && !Number.isInteger(Math.round((now / multipleOf) * 1e9) / 1e9) ? t("in steps", { n: plain(multipleOf) }) : "";
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
  const long = (field.kind === "choice" && field.choices.some((each) => String(each.label).length > longest)) || longWord.test(field.label);
  const element = field.kind === "check"
    ? h("div", { class: "field check" }, h("div", { class: "label" }, input, label, hint), help, error)
    : inputs
    ? h("fieldset", { class: "field several" }, h("legend", { class: "label" }, label, hint), h("div", { class: "boxes" }, inputs.map((each, i) => h("label", {}, each, field.choices[i].short))), help, error)
    : h("div", { class: long ? "field wide" : "field" }, h("div", { class: "label" }, label, hint), field.affix ? h("div", { class: "affixed" }, input, field.affix) : input, read, help, error);
  return { name: field.name, label: field.label, element, input, value, show, check };
}

// choice is a field of a few values that always has one.
export const choice = (name, label, options, chosen, changed) =>
  control({ name, label, kind: "choice", choices: options, fallback: undefined, required: true }, chosen ?? options[0]?.value, changed);

// told says in the page's own words what the service found wrong with a value.
function told({ type, ctx = {}, message }) {
  const bound = { less_than_equal: ["at most", ctx.le], greater_than_equal: ["at least", ctx.ge], greater_than: ["more than", ctx.gt], less_than: ["less than", ctx.lt], multiple_of: ["in steps", ctx.multiple_of] }[type];
  if (bound?.[1] !== undefined) return t(bound[0], { n: plain(bound[1]) });
  const word = { missing: "field missing", int_type: "no whole number", int_from_float: "no whole number", float_type: "no number", literal_error: "no choice" }[type];
  return word ? t(word) : message;
}

// showFailures puts the errors of a failure beside the fields they concern, and
// returns those that concern none, and the first field that is marked. words writes
// a text of the service as the form does.
export function showFailures(failure, controls, words = (text) => text) {
  const rest = [];
  let marked;
  for (const fault of failure.fields) {
    const { path } = fault;
    const concerned = controls.find((each) => each.path ? each.path.every((step, i) => step === path[i]) : each.name === path.at(-1));
    const message = words(told(fault));
    if (concerned) {
      concerned.show(...firstSentence(message));
      for (let within = concerned.element.closest("details"); within; within = within.parentElement.closest("details")) within.open = true;
      marked ??= concerned;
    } else rest.push(message);
  }
  return { rest, marked };
}
