// What the first view loads anyway. Every view that is loaded later imports it, so that the
// builder keeps these modules in one file: each file costs a head on the line.
import "./start.ts";
import "./api/client.ts";
import "./files/links.ts";
import "./files/save.ts";
import "./forms/catalogue.ts";
import "./forms/faults.ts";
import "./forms/ScenarioForm.tsx";
import "./language/format.ts";
import "./memory.ts";
import "./rules/files.ts";
import "./scenario/words.ts";
import "./ui/answer.ts";
import "./ui/Dialog.tsx";
import "./ui/Later.tsx";
import "./ui/Notice.tsx";
import "./ui/TakeAway.tsx";
import "./payslip/Remedies.tsx";
import "./payslip/Assumptions.tsx";
import "./payslip/Notes.tsx";
import "./payslip/Peek.tsx";
