// Compiles only if the types fit the service's records.
import { open, PayslateError, type Payslate } from "../index.js";

export async function payslip(): Promise<number> {
  const payslate: Payslate = await open({ language: "de" });
  const slip = await payslate.net({ country: "DE", gross: 4000, de: { tax_class: 3 } });
  const rates = await payslate.rates({ regime: "de-federal", country: "FR" });
  try {
    await payslate.net('{"country": "DE", "gross": 4000.10}', { fields: ["net"] });
  } catch (problem) {
    if (problem instanceof PayslateError) return problem.status;
  }
  // @ts-expect-error: a payslip has no such member
  slip.nett;
  return slip.net + rates.meals;
}
