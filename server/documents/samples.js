// Each example can be copied, and each call is shown for the command line, Python,
// JavaScript or Go. The commands of the page are all that this reads.
{
  const { copy, copied, languages, search, none } = document.currentScript.dataset;
  const kept = "payslate.samples";
  const theme = localStorage.getItem("payslate.theme"); // as chosen on the page
  if (theme) document.documentElement.dataset.theme = theme;
  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // parsed reads a command of the page: its address, its headers and its body.
  const parsed = (text) => {
    const found = /^curl '([^']*)'((?: \\\n {2}-H '[^']*')*)(?: \\\n {2}-d '([^]*)')?$/.exec(text);
    if (!found) return undefined;
    const headers = [...found[2].matchAll(/-H '([^:]*): ([^']*)'/g)].map(([, name, value]) => [name, value]);
    return { address: found[1], headers, body: found[3]?.replaceAll("'\\''", "'") };
  };

  const indent = (text, by) => text.replaceAll("\n", `\n${by}`);
  const python = (json) => json.replace(/("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g, (_, text, word) => text ?? { true: "True", false: "False", null: "None" }[word]);

  const ways = {
    curl: ({ text }) => text,
    Python: ({ address, headers, body }) => `import requests

answer = requests.${body ? "post" : "get"}(
    "${address}",
    headers={${headers.filter(([name]) => name !== "Content-Type").map(([name, value]) => `"${name}": "${value}"`).join(", ")}},${body ? `\n    json=${indent(python(body), "    ")},` : ""}
    timeout=10,
)
answer.raise_for_status()
print(answer.json())`,
    JavaScript: ({ address, headers, body }) => `const answer = await fetch("${address}", {${body ? '\n  method: "POST",' : ""}
  headers: { ${headers.map(([name, value]) => `"${name}": "${value}"`).join(", ")} },${body ? `\n  body: JSON.stringify(${indent(body, "  ")}),` : ""}
});
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());`,
    Go: ({ address, headers, body }) => `package main

import (
	"fmt"
	"io"
	"net/http"${body ? '\n\t"strings"' : ""}
)

func main() {
	${body ? `body := strings.NewReader(\`${body}\`)\n\t` : ""}request, err := http.NewRequest("${body ? "POST" : "GET"}", "${address}", ${body ? "body" : "nil"})
	if err != nil {
		panic(err)
	}
${headers.map(([name, value]) => `	request.Header.Set("${name}", "${value}")`).join("\n")}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Status, string(text))
}`,
  };

  const shows = [];
  function choose(way) {
    localStorage.setItem(kept, way);
    for (const show of shows) show(way);
  }

  for (const pre of document.querySelectorAll("main pre")) {
    const code = pre.querySelector("code");
    const call = parsed(code.textContent);
    const button = element("button", { type: "button", textContent: copy, onclick: async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = copied;
      setTimeout(() => { button.textContent = copy; }, 2000);
    } });
    button.setAttribute("aria-live", "polite");
    const tools = element("div", { className: "samples" });
    if (call) {
      call.text = code.textContent;
      const tabs = Object.keys(ways).map((way) => element("button", { type: "button", textContent: way, onclick: () => choose(way) }));
      const group = element("div", {}, ...tabs);
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", languages);
      tools.append(group);
      shows.push((way) => {
        code.textContent = ways[way](call);
        for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.textContent === way));
      });
    }
    tools.append(button);
    pre.before(tools);
  }

  // The search leaves the sections, operations and tables in sight that have all of its words.
  const parts = [...document.querySelectorAll("main > section, section.operation, main .scroll")];
  const texts = new Map(parts.map((part) => [part, part.textContent.toLowerCase()]));
  const nothing = element("p", { className: "none", textContent: none, hidden: true });
  nothing.setAttribute("role", "status");
  const field = element("input", { type: "search", placeholder: search, oninput: () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const part of parts) part.hidden = !words.every((word) => texts.get(part).includes(word));
    for (const link of document.querySelectorAll(".contents a")) {
      const part = document.getElementById(link.hash.slice(1))?.closest("section");
      link.parentElement.hidden = Boolean(part?.closest("[hidden]"));
    }
    nothing.hidden = parts.some((part) => !part.hidden);
  } });
  field.setAttribute("aria-label", search);
  document.querySelector(".contents div")?.prepend(field);
  document.querySelector("main").prepend(nothing);

  const last = localStorage.getItem(kept);
  choose(last in ways ? last : "curl");
}
