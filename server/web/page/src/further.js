// What the rules of a travel regime want of a trip beside what every journey has, as
// the schema of the service lists it.
import { h, icon, icons } from "./dom.js";
import { t } from "./i18n.js";
import { control } from "./form.js";
import { field } from "./schema.js";

// further asks for those of some properties that a regime wants. What is entered is
// kept in entered, by name; path is where the properties stand in the request.
export function further(catalogue, properties, regime, entered, keep, path = []) {
  const parts = Object.entries(properties)
    .map(([name, schema]) => [name, catalogue.resolve(schema)])
    .filter(([, schema]) => schema["x-regimes"]?.includes(regime))
    .map(([name, schema]) => (schema.type === "array" ? list(name, schema) : single(name, schema)));

  function single(name, schema) {
    const made = control(field(name, schema), entered[name], () => { entered[name] = made.value(); keep(); });
    made.path = [...path, name];
    return { element: made.element, controls: () => [made], entry: () => (made.value() === undefined ? {} : { [name]: made.value() }) };
  }

  function list(name, schema) {
    const { properties: asked } = catalogue.resolve(schema.items);
    const rows = (entered[name] ??= []);
    const place = h("div", { class: "legs" });
    let drawn = [];
    function draw() {
      drawn = rows.map((row, i) => further(catalogue, asked, regime, row, keep, [...path, name, i]));
      place.replaceChildren(...drawn.map((each, i) => h("fieldset", { class: "leg" },
        h("legend", {}, `${schema.title} ${i + 1}`),
        h("button", { type: "button", class: "ghost drop-one", "aria-label": `${t("remove")}: ${schema.title} ${i + 1}`, onclick: () => { rows.splice(i, 1); keep(); draw(); } }, icon(icons.close)),
        h("div", { class: "grid two" }, each.elements))));
    }
    draw();
    const add = h("button", { type: "button", onclick: () => { rows.push({}); keep(); draw(); place.lastElementChild.querySelector("input").focus(); } }, icon(icons.plus), schema.title);
    return { element: h("div", { class: "grid" }, place, add), controls: () => drawn.flatMap((each) => each.controls()), entry: () => (rows.length ? { [name]: drawn.map((each) => each.entries()) } : {}) };
  }

  return {
    elements: parts.map((each) => each.element),
    controls: () => parts.flatMap((each) => each.controls()),
    entries: () => Object.assign({}, ...parts.map((each) => each.entry())),
  };
}
