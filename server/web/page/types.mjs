// Writes the types of requests and answers from the description that the service gives of
// itself: src/api/openapi.d.ts, which is not kept. PAYSLATE_PROGRAM is the service, built.
import { spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";

const data = await mkdtemp(join(tmpdir(), "payslate-types-"));
const flags = ["--listen", "127.0.0.1:0", "--data", data, "--open"];
const program = process.env.PAYSLATE_PROGRAM;
const service = program
  ? spawn(program, flags, { stdio: ["ignore", "pipe", "ignore"] })
  : spawn("go", ["run", "../..", ...flags], { stdio: ["ignore", "pipe", "ignore"], detached: true });
try {
  const address = await new Promise((resolve, reject) => {
    let text = "";
    service.stdout.on("data", (more) => {
      text += more;
      const [, found] = / serves (http\S+)/.exec(text) ?? [];
      if (found) resolve(found);
    });
    service.on("exit", (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const description = await (await fetch(`${address}/openapi.json`)).json();
  const types = astToString(await openapiTypes(description, { alphabetize: true }));
  await writeFile(new URL("src/api/openapi.d.ts", import.meta.url), `// Written by types.mjs.\n${types}`);
} finally {
  service.removeAllListeners("exit");
  if (program) service.kill();
  else process.kill(-service.pid);
}
