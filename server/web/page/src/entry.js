// The form of one scenario: what matters first, the rest under "More".
import { h, newId } from "./dom.js";
import { money } from "./format.js";
import { known, t } from "./i18n.js";
import { choice, control } from "./form.js";
import { asked, complete } from "./scenario.js";

const inYear = { year: 1, month: 12, half_month: 24, four_weeks: 13, fortnight: 26, week: 52 }; // periods that divide it
const first = 4; // fields of the profile that are asked for at once

// form shows a scenario and tells of its changes. options.amount false leaves
// the amount out, options.known false allows gross only.
export function form(catalogue, scenario, changed, options = {}) {
  const element = h("form", { class: "scenario", autocomplete: "off", novalidate: true, onsubmit: (event) => event.preventDefault() });
  let now = complete(catalogue, scenario);
  let controls = [];
  let open = false;
  let converted = ""; // what was made of the amount when the period changed

  // fieldsOf are the fields of the profile that this form asks for.
  const fieldsOf = () => catalogue.profile(now.country).filter((field) => !options.skip?.(field));

  function read(finished) {
    const by = Object.fromEntries(controls.map((each) => [each.name, each.value()]));
    const fields = fieldsOf();
    const profile = Object.fromEntries(fields.map(({ name }) => [name, by[name]]).filter(([, value]) => value !== undefined));
    const amount = options.amount === false ? now.amount : by[now.known];
    const before = JSON.stringify(now);
    now = { ...now, profile, amount, date: by.date };
    if (converted && amount !== converted.amount) said.hidden = true;
    show(fields);
    if (JSON.stringify(now) !== before) for (const each of controls) each.show(each.check()); // what was refused is being mended
    changed(now, controls, finished);
  }

  // show hides the fields that mean nothing beside the others; what was entered there
  // is left out.
  function show(fields) {
    date.element.hidden = options.date === false || !now.date && !catalogue.dated.has(`${now.country} ${now.year}`);
    for (const field of fields) {
      const made = controls.find((each) => each.path?.at(-1) === field.name);
      made.element.hidden = !asked(field, now, fields);
      if (made.element.hidden) delete now.profile[field.name];
    }
  }

  let date; // the day of payment, asked for where the law changes within the year
  const said = h("p", { class: "quiet small", role: "status", hidden: true });

  // convert makes of the amount of one period that of another, as far as both divide the
  // year, and says so.
  function convert(next) {
    const from = inYear[now.period], to = inYear[next.period];
    said.hidden = now.period === next.period || !(now.amount > 0) || options.amount === false;
    if (said.hidden) return next;
    const { currency } = catalogue.country(now.country);
    const amount = from && to ? Math.round((now.amount * 100 * from) / to) / 100 : now.amount;
    converted = { amount };
    said.textContent = t(from && to ? "converted" : "not converted", { before: money(now.amount, currency), from: known("per", now.period), after: money(amount, currency), to: known("per", next.period) });
    return { ...next, amount };
  }

  function rebuild(next, focus) {
    now = complete(catalogue, next);
    draw();
    if (focus) element.querySelector(`[data-name="${focus}"] select, [data-name="${focus}"] input:checked`)?.focus();
    changed(now, controls, true);
  }

  // pick is a select that makes another form of this.
  function pick(name, label, list, value) {
    const made = choice(name, label, list, value, () => rebuild(name === "period" ? convert({ ...now, period: made.value() }) : name === "country" ? { ...now, country: made.value(), date: undefined } : { ...now, [name]: made.value(), date: undefined }, name));
    made.element.dataset.name = name;
    return made;
  }

  // pay asks for the amount, and on which side of the payslip it stands.
  function pay(country) {
    if (options.amount === false) return [];
    const amount = control({
      ...catalogue.amount(now.known), label: t(`${now.known} for`, { period: known("per", now.period) }), help: "",
      affix: h("span", { class: "affix", "aria-hidden": "true" }, country.currency),
    }, now.amount, read);
    amount.element.classList.add("amount");
    controls.push(amount);
    if (options.known === false) return [amount.element, said];
    const group = newId("known");
    return [h("fieldset", { class: "sides", "data-name": "known" }, h("legend", { class: "unseen" }, t("known side")),
      ["gross", "net"].map((value) => h("label", {},
        h("input", { type: "radio", name: group, value, checked: now.known === value, onchange: () => rebuild({ ...now, known: value, amount: options.other?.(value) ?? now.amount }, "known") }),
        h("span", {}, t(`know ${value}`))))), amount.element, said];
  }

  function draw() {
    const country = catalogue.country(now.country);
    const where = pick("country", t("country"), catalogue.countries.map((each) => ({ value: each.country, label: each.name })), now.country);
    where.element.classList.add("wide");
    const year = pick("year", t("year"), country.years.map((value) => ({ value, label: catalogue.taxYear(now.country, value) })), now.year);
    const period = pick("period", t("period"), country.periods.filter((value) => !options.without?.includes(value)).map((value) => ({ value, label: known("period", value) })), now.period);
    date = control({ name: "date", label: t("pay date"), kind: "text", help: "", schema: { format: "date" } }, now.date, read);
    date.path = ["pay_date"];
    controls = [where, year, period, date];
    const amount = pay(country);
    const asks = fieldsOf();
    const fields = asks.map((field) => Object.assign(control({ ...field, currency: country.currency }, now.profile[field.name], read), { path: [catalogue.profileKey(now.country), field.name] }));
    controls.push(...fields);
    show(asks);
    const lists = asks.filter(({ kind }) => kind === "records").map(({ name }) => name);
    open ||= asks.slice(first).some(({ name }) => now.profile[name] !== undefined && !lists.includes(name));
    const elements = fields.filter(({ name }) => !lists.includes(name)).map((each) => each.element);
    element.replaceChildren(
      h("div", { class: "grid two" }, where.element, year.element, period.element, date.element), ...amount,
      h("div", { class: "profile", role: "group", "aria-label": t("profile") },
        h("div", { class: "grid two" }, elements.slice(0, first)),
        h("details", { open, ontoggle: (event) => { open = event.target.open; } }, h("summary", {}, t("more")), h("div", { class: "grid two" }, elements.slice(first))),
        fields.filter(({ name }) => lists.includes(name)).map((each) => each.element)));
  }

  draw();
  const nameYears = () => catalogue.nameYears(controls.find((each) => each.name === "year").input, now.country);
  // give enters values of the profile, as if by hand.
  const give = (profile) => rebuild({ ...now, profile: { ...now.profile, ...profile } });
  // learnt shows what an answer says that the form should ask for.
  const learnt = () => { nameYears(); show(fieldsOf()); };
  return { element, learnt, give, scenario: () => now, controls: () => controls };
}
