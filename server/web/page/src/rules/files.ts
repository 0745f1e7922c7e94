// The rule files of the service, and the addresses where the page shows them.
import { ask } from "../api/client.ts";

export interface Meaning { name: string; kind: string; about?: string; unit?: string; years?: { year?: string; value: string }[]; keys?: { key: string; value: string }[]; in?: string[]; out?: string[]; source?: string; cite?: string }
export interface Names { names: { line: number; from: number; to: number; meaning: number }[]; meanings: Meaning[] }

export const readFile = (file: string) => ask("rules", { file });
export const namesIn = async (file: string) => JSON.parse(await ask("rules", { file, names: "1" })) as Names;

// address is where the page shows a position such as file:line.
export function address(position: string): string {
  const [, file = position, line] = /^(.*?)(?::(\d+))?$/.exec(position) ?? [];
  return `#/rules?${new URLSearchParams({ file, ...(line && { line }) })}`;
}

// filesOf lists the files of one country; all of them where it has no folder of its own.
export async function filesOf(code: string): Promise<string[]> {
  const { files } = JSON.parse(await ask("rules", { file: "" })) as { files: string[] };
  const own = files.filter((file) => file.startsWith(`${code.toLowerCase()}/`));
  return own.length ? own : files;
}
