// A list that one adds to: records told apart by their kind, each with a sentence and
// the fields of its kind, as the schema of the service describes them.
import { h, icon, icons, newId } from "./dom.js";
import { t } from "./i18n.js";

// records makes the field of such a list; control makes the fields of a record, fault
// says what is wrong.
export function records(field, entered, changed, { control, fault }) {
  const id = newId(field.name), errorId = `${id}-error`;
  let rows = (entered ?? []).flatMap((given) => made(given) ?? []);
  const place = h("div", { class: "legs" });
  const add = h("select", { id, "aria-describedby": errorId, onchange: () => {
    const row = made({ kind: add.value });
    add.value = "";
    if (!row || rows.length >= field.schema.maxItems) return;
    rows.push(row);
    draw();
    row.controls[0].input.focus();
    changed(true);
    show(check());
  } }, h("option", { value: "" }, t("add record")), field.kinds.map(({ kind, label }) => h("option", { value: kind }, label)));
  const { element: error, show } = fault(errorId, () => [add]);

  function made(given) {
    const kind = field.kinds.find((each) => each.kind === given.kind);
    return kind && { kind, controls: kind.fields.map((each) => control({ ...each, currency: field.currency }, given[each.name], (finished) => { show(""); changed(finished); })) };
  }

  function draw() {
    place.replaceChildren(...rows.map((row) => h("fieldset", { class: "leg" },
      h("legend", {}, row.kind.label), h("p", { class: "quiet small" }, row.kind.about),
      h("button", { type: "button", class: "ghost drop-one", "aria-label": `${t("remove")}: ${row.kind.label}`, title: t("remove"), onclick: () => { rows = rows.filter((each) => each !== row); draw(); add.focus(); changed(true); } }, icon(icons.close)),
      h("div", { class: "grid two" }, row.controls.map((each) => each.element)))));
  }
  draw();

  const missing = (row) => row.controls.find((each) => row.kind.required.includes(each.name) && each.value() === undefined && !row.kind.fields.find(({ name }) => name === each.name).nullable);
  function check() {
    const row = rows.find(missing);
    return rows.flatMap(({ controls }) => controls.map((each) => each.check())).find(Boolean) ?? (row ? t("record missing", { kind: row.kind.label, field: missing(row).label }) : "");
  }

  function value() {
    const complete = rows.filter((row) => !missing(row)).map(({ kind, controls }) => ({ kind: kind.kind, ...Object.fromEntries(controls.map((each) => [each.name, each.value()]).filter(([, given]) => given !== undefined)) }));
    return complete.length ? complete : undefined;
  }
  const element = h("div", { class: "field wide records" }, h("div", { class: "label" }, h("label", { for: id }, field.label)), place, add, error);
  return {
    name: field.name, label: field.label, element, input: add, show,
    value, // of the records that are complete: check tells of others
    check,
  };
}
