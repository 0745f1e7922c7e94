// What the page remembers while its tab is open, so that a view finds what
// another left.
const stored = "payslate.memory";

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(stored)) ?? {};
  } catch {
    return {};
  }
}

export const remembered = new Proxy(kept(), {
  set(all, name, value) {
    all[name] = value;
    sessionStorage.setItem(stored, JSON.stringify(all));
    return true;
  },
});
