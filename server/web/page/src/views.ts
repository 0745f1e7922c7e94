// The views of the page: all but the first are loaded when they are shown.
import type { ComponentType } from "preact";
import type { Catalogue } from "./forms/catalogue.ts";
import { known, t } from "./language/words.ts";
import Payslip from "./payslip/Payslip.tsx";

// ViewProps are what each view gets: what the forms ask for, and what its address says.
export interface ViewProps { catalogue: Catalogue; query: URLSearchParams }
export type View = ComponentType<ViewProps>;

export const views = {
  payslip: () => Promise.resolve({ default: Payslip }),
  year: () => import("./year/YearView.tsx"),
  compare: () => import("./compare/Compare.tsx"),
  curve: () => import("./curve/CurveView.tsx"),
  many: () => import("./many/Many.tsx"),
  trip: () => import("./trips/Trip.tsx"),
  rates: () => import("./trips/Rates.tsx"),
  rules: () => import("./rules/Rules.tsx"),
  key: () => import("./key/Key.tsx"),
};
export type ViewName = keyof typeof views;
// nameOf is what a view is called.
export const nameOf = (name: ViewName) => (name === "year" ? known("period", name) : t(name));
export const isView = (name: string): name is ViewName => name in views;

// shown are the views that the head of the page leads to.
export const shown: ViewName[] = ["payslip", "year", "compare", "curve", "many", "trip", "rates", "rules"];
