// Elements in one expression: h("p", {class: "quiet"}, "text", child).
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const svgSpace = "http://www.w3.org/2000/svg";

export function icon(path) {
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const line = document.createElementNS(svgSpace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const icons = {
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  pencil: "M4 20h4L19 9l-4-4L4 16zM13.5 6.5l4 4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  half: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  key: "M14.5 9.5a4.5 4.5 0 1 0-3.6 4.4L13 16h2v2h2v2h3v-3l-5.6-5.6c.1-.6.1-1.2.1-1.9zM8 8h.01",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
};

let last = 0;
export const newId = (name) => `${name}-${++last}`;

// announce tells screen readers what has changed.
let announcer;
export function announce(text) {
  announcer ??= document.body.appendChild(h("div", { class: "unseen", role: "status", "aria-live": "polite" }));
  announcer.textContent = text;
}

// debounce runs a function once its caller has been quiet for a while; after says for
// how long this time.
export function debounce(run, milliseconds) {
  let timer;
  const after = (pause, ...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...values), pause);
  };
  return Object.assign((...values) => after(milliseconds, ...values), { after });
}

// openDialog shows content above the page; closing gives the focus back.
export function openDialog(title, content, closeWord, closed) {
  const heading = h("h2", { id: newId("dialog") }, title);
  const dialog = h("dialog", { "aria-labelledby": heading.id },
    h("div", { class: "dialog-head" }, heading,
      h("button", { type: "button", class: "ghost", "aria-label": closeWord, onclick: () => dialog.close() }, icon(icons.close))),
    h("div", { class: "dialog-body" }, content));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => { dialog.remove(); closed?.(); });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(done);
}
