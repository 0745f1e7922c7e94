// What a compiler does not see: promises that nobody waits for, and files that do too much.
import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["src/api/openapi.d.ts", "shots/**"] },
  js.configs.recommended,
  { files: ["**/*.mjs"], languageOptions: { globals: Object.fromEntries(["process", "console", "fetch", "URL", "URLSearchParams", "Buffer", "setTimeout", "performance", "window", "document", "location", "localStorage", "navigator", "innerWidth", "innerHeight", "getComputedStyle", "Event", "NodeFilter", "requestAnimationFrame"].map((name) => [name, "readonly"])) } },
  { files: ["src/**/*.{ts,tsx}"], extends: [ts.configs.recommendedTypeChecked], languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } }, rules: { "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }], "@typescript-eslint/no-unused-vars": "off", "@typescript-eslint/no-base-to-string": "off" } },
  { files: ["src/**/*.tsx"], rules: { "max-lines": ["error", { max: 150, skipBlankLines: true, skipComments: true }], "max-lines-per-function": ["error", { max: 110 }] } },
);
