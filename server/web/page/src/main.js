// The start of the page: the frame, the key in the address, and which view is
// shown. Each view is a module that draws itself into the main element.
import { h, icon, icons, openDialog } from "./dom.js";
import { language, languageNames, setLanguage, t } from "./i18n.js";
import { onChange, setKey, state } from "./api.js";
import { load } from "./schema.js";
import { loading, notice } from "./notice.js";
import { plain } from "./format.js";
import * as payslip from "./payslip.js";
import { theme } from "./theme.js";

const views = {
  payslip: async () => payslip,
  compare: () => import("./compare.js"),
  curve: () => import("./curve.js"),
  year: () => import("./year.js"),
  trip: () => import("./trip.js"),
  rates: () => import("./rates.js"),
  many: () => import("./many.js"),
  rules: () => import("./rules.js"),
  key: () => import("./key.js"),
};
const shown = ["payslip", "year", "compare", "curve", "many", "trip", "rates", "rules"];

// alone says that an engine in the browser answers, and that there is no service.
const alone = globalThis.payslateHere === true;

// The first-start address carries a key in its fragment: keep it, and take it
// out of the address and the history. A key that is kept already is not replaced
// unless its owner says so: anybody can write such an address.
function takeKey() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("key");
  if (given === null) return;
  history.replaceState(null, "", "#/payslip");
  const key = given.trim();
  if (state.key === "" || state.key === key) return setKey(key);
  const dialog = openDialog(t("another key"), [h("p", {}, t("another key text", { kept: tail(state.key), given: tail(key) })), h("div", { class: "buttons" },
    h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("keep key")),
    h("button", { type: "button", onclick: () => { setKey(key); dialog.close(); draw(); } }, t("use key")))], t("close"));
}

const tail = (key) => `…${key.slice(-4)}`;

function route() {
  const [, name, query = ""] = /^#\/(\w*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  return { name: name in views ? name : "payslip", query: new URLSearchParams(query) };
}

const main = h("main", { id: "content", tabindex: "-1" });
const credits = h("a", { class: "credits", href: "#/key" });

function showCredits() {
  const text = state.key === "" ? t("sign in") : state.credits === null ? t("no credits known") : t("credits", { n: plain(state.credits) });
  credits.replaceChildren(icon(icons.key), h("span", {}, text));
}

function frame() {
  const current = route().name;
  showCredits();
  const pick = h("select", { "aria-label": t("language"), onchange: async () => { await setLanguage(pick.value); draw(); } },
    Object.entries(languageNames).map(([value, name]) => h("option", { value, selected: value === language, lang: value }, name)));
  return [
    h("a", { class: "skip", href: "#content", onclick: (event) => { event.preventDefault(); main.focus(); } }, t("skip")),
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#/payslip" }, "Payslate"),
      h("nav", { "aria-label": t("views") }, shown.map((name) => h("a", { href: `#/${name}`, "aria-current": name === current ? "page" : undefined }, t(name === "year" ? "one year" : name)))),
      h("div", { class: "tools" }, !alone && credits, theme(), pick)),
    main,
    h("footer", {}, alone ? h("span", { class: "quiet" }, t("stays here")) : [h("a", { href: "/docs" }, t("reference")), h("a", { href: "/changelog" }, t("changelog"))], h("a", { href: new URL("licences.txt", import.meta.url).href }, t("licences"))),
  ];
}

// locked says whether a view needs a key that is not there; the rules are open.
const locked = (name) => state.closed && state.key === "" && name !== "rules";

let drawing = 0;
async function draw() {
  const turn = ++drawing;
  const { name, query } = route();
  document.getElementById("app").replaceChildren(...frame());
  document.title = `${t(name === "year" ? "one year" : name)} – Payslate`;
  main.className = name;
  main.replaceChildren(loading());
  try {
    if (name === "key" || locked(name)) {
      const { draw: enterKey } = await views.key();
      if (turn === drawing) enterKey(main);
      return;
    }
    const [view, catalogue] = await Promise.all([views[name](), load()]);
    if (turn !== drawing) return;
    credits.hidden = catalogue.document.security?.length === 0; // everybody is served without a key
    view.draw(main, catalogue, query);
  } catch (failure) {
    if (turn === drawing) main.replaceChildren(notice(failure, draw));
  }
}

let wasLocked = false;
onChange(() => {
  showCredits();
  const is = locked(route().name);
  if (is && !wasLocked) draw();
  wasLocked = is;
});
addEventListener("hashchange", () => { takeKey(); draw(); if (!main.contains(document.activeElement)) main.focus({ preventScroll: true }); scrollTo(0, 0); });
takeKey();
draw();
