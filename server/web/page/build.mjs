// Builds the web page from src/ into ../built, which the program embeds, or into another folder:
//
//	npm ci && npm run build [-- FOLDER]
//
// Every file but the page itself carries a digest of its content in its name.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";

const target = process.argv[2] ? resolve(process.argv[2]) + "/" : new URL("../built/", import.meta.url).pathname;
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });

const { metafile } = await build({
  absWorkingDir: new URL(".", import.meta.url).pathname,
  entryPoints: [{ in: "src/main.tsx", out: "app" }, { in: "src/style.css", out: "app" }],
  outdir: target,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file" },
  bundle: true,
  splitting: true,
  format: "esm",
  minify: true,
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const names = { SCRIPT: "", BASE: "", STYLE: "", FONT: "" };
for (const [path, output] of Object.entries(metafile.outputs)) {
  if (output.entryPoint === "src/main.tsx") {
    const needed = output.imports.filter(({ kind }) => kind === "import-statement").map((each) => basename(each.path));
    if (needed.length !== 1) throw new Error(`the first view needs ${needed.join(" ")}: src/base.ts keeps it in one file beside its own`);
    names.SCRIPT = basename(path);
    names.BASE = needed[0];
  }
  if (path.endsWith(".woff2")) names.FONT = basename(path);
  if (output.entryPoint === "src/style.css") names.STYLE = basename(path);
}
let page = await readFile(new URL("src/index.html", import.meta.url), "utf8");
for (const [name, file] of Object.entries(names)) page = page.replaceAll(`{{${name}}}`, `/assets/${file}`);
await writeFile(target + "index.html", page);

await copyFile(new URL("src/favicon.svg", import.meta.url), target + "favicon.svg");

const manifest = JSON.parse(await readFile(new URL("package.json", import.meta.url), "utf8"));
let licences = "Libraries that the web page carries, and their licences.\n";
for (const [name, version] of Object.entries(manifest.dependencies)) {
  const text = await readFile(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8");
  licences += `\n${name} ${version}\n\n${text.trim()}\n`;
}
licences += `\nFigtree, the face of amounts\n\n${(await readFile(new URL("src/figures.txt", import.meta.url), "utf8")).trim()}\n`;
await writeFile(target + "licences.txt", licences);
