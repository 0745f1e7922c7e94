// What people put on a payslip, in their words: chips that enter it.
import { said } from "../language/words.ts";
import type { Field } from "./field.ts";

// chips name the kinds of components that hold such a thing, the best first, or else the fields of
// a profile. Without a word of the page a chip says what the rules call the kind.
const chips = [
  { word: "car", kinds: ["company_car", "benefit_in_kind"], fields: [] },
  { word: "pension", kinds: ["pension"], fields: ["pension_employee_rate"] },
  { word: "", kinds: ["retirement"], fields: [] },
  { word: "", kinds: ["commuter"], fields: [] },
  { word: "ticket", kinds: ["tax_free"], fields: [] },
  { word: "attachment", kinds: ["attachment"], fields: [] },
  { word: "bonus", kinds: [], fields: ["one_off_pay", "supplemental_wages", "holiday_pay"] },
];

// isBonus says whether a field holds pay that is paid once.
export const isBonus = (name: string) => chips.some(({ word, fields }) => word === "bonus" && fields.includes(name));

// chipsOf are the chips that a list of components can hold, each with its kind. A ticket is one only
// where the country says so.
export const chipsOf = (field: Field) => chips.flatMap(({ word, kinds }) => {
  const kind = kinds.map((each) => field.kinds?.find((one) => one.kind === each)).find(Boolean);
  const called = word && said(`chip.${word}`);
  const name = kind && (word !== "ticket" || kind.about.toLowerCase().includes(called.toLowerCase())) ? called : "";
  return kind ? [{ kind: kind.kind, name, text: name || kind.label }] : [];
});

// shortcuts are fields that a chip shows, where no list of the profile holds what it names.
export const shortcuts = (fields: Field[]) => chips.flatMap(({ word, kinds, fields: names }) => {
  const listed = fields.some((field) => field.kinds?.some(({ kind }) => kinds.includes(kind)));
  const field = listed ? undefined : fields.find(({ name }) => names.includes(name));
  return field ? [{ text: said(`chip.${word}`), name: field.name }] : [];
});
