// announce tells screen readers what has changed.
let announcer: HTMLElement | undefined;
export function announce(text: string) {
  if (!announcer) {
    announcer = document.createElement("div");
    announcer.className = "unseen";
    announcer.setAttribute("role", "status");
    document.body.append(announcer);
  }
  announcer.textContent = text;
}

// copy puts a text on the clipboard and says so.
export async function copy(text: string, done: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.className = "unseen";
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(done);
}
