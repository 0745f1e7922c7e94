// What the page says where an answer should be and is none.
import { h, icon, icons } from "./dom.js";
import { Failure, state } from "./api.js";
import { firstSentence, t } from "./i18n.js";

// notice tells of a failure and offers what may help; retry, if given, asks
// again. What is marked at a field is said there; words writes a text of the service
// as the form does.
export function notice(failure, retry, { rest = [], marked, words = (text) => text } = {}) {
  if (!(failure instanceof Failure)) throw failure;
  if (marked && !rest.length) {
    return h("div", { class: "notice", role: "alert" }, icon(icons.warn), h("div", {}, h("p", {}, t("no result")),
      h("p", {}, h("button", { type: "button", onclick: () => { marked.input.scrollIntoView({ block: "center" }); marked.input.focus(); } }, t("mend", { label: marked.label })))));
  }
  const [text, more] = firstSentence({ refused: words(failure.message), invalid: rest.join(" ") || t("mend form") }[failure.kind]
    ?? (t(`problem ${failure.kind}`) + (failure.kind === "service" && failure.message ? ` ${failure.message}` : "")));
  const whole = ["refused", "invalid"].includes(failure.kind) ? [h("p", {}, text), more && h("details", {}, h("summary", {}, t("way out")), h("p", {}, more))] : [h("p", {}, text, more && ` ${more}`)];
  return h("div", { class: "notice", role: "alert" }, icon(icons.warn),
    h("div", {}, whole,
      ["key", "credits"].includes(failure.kind) && h("p", {}, h("a", { class: "button", href: "#/key" }, t("other key"))),
      ["away", "service", "limit"].includes(failure.kind) && retry && h("p", {}, h("button", { type: "button", onclick: retry }, t("again")))));
}

// stale dims an answer that is not of what is entered now, and keeps it from
// being copied, opened or printed until it is of that again.
export function stale(place, is) {
  place.classList.toggle("stale", is);
  place.inert = is;
}

// costNote says, to those who pay, when a result is charged.
export const costNote = () => (state.key === "" ? null : h("p", { class: "quiet small unprinted" }, t("cost")));

export const loading = () => h("p", { class: "quiet", role: "status" }, t("loading"));
