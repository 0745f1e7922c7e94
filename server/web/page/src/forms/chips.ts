// What people put on a payslip, in their words: chips that enter it.
import type { Field } from "./field.ts";

// chips name the kinds of components that hold such a thing, the best first, or else the fields of
// a profile.
const chips = [
  { word: "car", kinds: ["company_car", "benefit_in_kind"], fields: [] },
  { word: "pension", kinds: ["pension", "retirement"], fields: ["pension_employee_rate"] },
  { word: "ticket", kinds: ["job_ticket", "commuter", "tax_free"], fields: [] },
  { word: "attachment", kinds: ["attachment"], fields: [] },
  { word: "bonus", kinds: [], fields: ["one_off_pay", "supplemental_wages", "holiday_pay"] },
];

// chipsOf are the chips that a list of components can hold, each with its kind.
export const chipsOf = (field: Field) => chips.flatMap(({ word, kinds }) => {
  const kind = kinds.find((each) => field.kinds?.some((one) => one.kind === each));
  return kind ? [{ word, kind }] : [];
});

// shortcuts are fields that a chip shows, where no list of the profile holds what it names.
export const shortcuts = (fields: Field[]) => chips.flatMap(({ word, kinds, fields: names }) => {
  const listed = fields.some((field) => field.kinds?.some(({ kind }) => kinds.includes(kind)));
  const field = listed ? undefined : fields.find(({ name }) => names.includes(name));
  return field ? [{ word, name: field.name }] : [];
});
