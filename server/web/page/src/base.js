// What the first view loads anyway. Every view that is loaded later imports it, so that
// the builder keeps these modules in one file: each file costs a head on the line.
import "./api.js";
import "./csv.js";
import "./dom.js";
import "./entry.js";
import "./export.js";
import "./form.js";
import "./format.js";
import "./memory.js";
import "./notice.js";
import "./scenario.js";
import "./schema.js";
