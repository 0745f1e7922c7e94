// A sheet with one row a person: its head names the fields of a request, as the
// service or the page calls them; an empty cell is left as usual.
import { known, quoted, t } from "./i18n.js";
import { readNumber } from "./format.js";

const people = /^(person|name|id|no|nr|employee|mitarbeiter(in)?|personalnummer|personnel number)$/i;
const sides = ["gross", "net"]; // a row gives one of them, and is asked for the other
const yes = /^(yes|ja|true|wahr|x|1)$/i, no = /^(no|nein|false|falsch|0)$/i;

// columnsOf lists what a row may hold of a country: name, label, and read, which
// gives the value of a cell or undefined where it is none.
function columnsOf(catalogue, code) {
  const country = catalogue.country(code);
  const word = (values, label) => (text) => values.find((each) => [String(each), label(each)].some((name) => name.toLowerCase() === text.toLowerCase()));
  const number = (text) => { const value = readNumber(text); return Number.isNaN(value) ? undefined : value; };
  return [
    { name: "country", label: t("country"), read: word(catalogue.countries.map((each) => each.country), (each) => catalogue.country(each).name) },
    { name: "year", label: t("year"), read: (text) => country.years.find((year) => [String(year), catalogue.taxYear(code, year)].includes(text)) ?? number(text) },
    { name: "period", label: t("period"), read: word(country.periods, (each) => known("period", each)) },
    ...sides.map((name) => ({ name, label: t(name), read: number })),
    ...catalogue.profile(code).map((field) => ({ ...field, profile: true, read: reader(field, number) })),
  ];
}

// reader reads the cells of a field of the profile.
function reader(field, number) {
  const chosen = (text) => field.choices.find((each) => [String(each.value), each.short, each.label].some((name) => name?.toLowerCase() === text.toLowerCase()))?.value;
  switch (field.kind) {
    case "check": case "maybe": return (text) => (yes.test(text) ? true : no.test(text) ? false : undefined);
    case "choice": return (text) => chosen(text) ?? (field.type === "string" ? text : number(text));
    case "several": return (text) => { const list = text.split(/[+;,|]/).map((each) => chosen(each.trim())); return list.includes(undefined) ? undefined : list; };
    case "number": return number;
    default: return (text) => text.replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, (_, day, month, year) => (field.schema.format === "date" ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : `${day}.${month}.${year}`));
  }
}

// template is a sheet to fill in, with an example.
export function template(catalogue, code) {
  const columns = columnsOf(catalogue, code);
  const country = catalogue.country(code);
  const example = { country: code, year: country.years.at(-1), period: catalogue.default("period"), gross: catalogue.amount("gross").example };
  return [[t("person"), ...columns.map((each) => each.name)], [t("person example"), ...columns.map((each) => example[each.name] ?? "")]];
}

// understand makes requests of the rows of a sheet; a row that cannot be read has an
// error. problem is what is wrong with the sheet as a whole.
export function understand(catalogue, rows, usual) {
  const [head, ...body] = rows;
  if (!head || !body.length) return { problem: t("file empty") };
  const names = head.map((each) => each.trim());
  const same = (column, name) => [column.name, column.label].some((each) => each.toLowerCase() === name.toLowerCase());
  const all = catalogue.countries.flatMap((each) => columnsOf(catalogue, each.country));
  const unknown = names.filter((name) => name !== "" && !people.test(name) && !all.some((column) => same(column, name)));
  if (unknown.length) return { problem: t("columns unknown", { names: unknown.map(quoted).join(", ") }) };
  const twice = names.filter((name, i) => name !== "" && names.indexOf(name) !== i);
  if (twice.length) return { problem: t("columns twice", { names: twice.join(", ") }) };
  if (!names.some((name) => all.some((column) => sides.includes(column.name) && same(column, name)))) return { problem: t("column gross") };
  const where = names.findIndex((name) => same(all[0], name));
  const columns = new Map(catalogue.countries.map((each) => [each.country, columnsOf(catalogue, each.country)]));
  return { people: body.map((cells, i) => personOf(catalogue, { names, cells, same, row: i + 2, code: (where >= 0 && all[0].read((cells[where] ?? "").trim())) || usual, all, columns })) };
}

function personOf(catalogue, { names, cells, same, row, code, all, columns: by }) {
  const columns = by.get(code);
  const request = { country: code }, profile = {}, faults = [];
  let person = "";
  names.forEach((name, i) => {
    const text = (cells[i] ?? "").trim();
    if (people.test(name)) person ||= text;
    else if (text !== "") {
      const column = columns.find((each) => same(each, name));
      const value = column?.read(text);
      if (!column) faults.push(t("not of country", { label: all.find((each) => same(each, name)).label, country: catalogue.country(code).name }));
      else if (value === undefined) faults.push(t("cell unread", { label: column.label, text }));
      else (column.profile ? profile : request)[column.name] = value;
    }
  });
  if (cells.slice(names.length).some((each) => each.trim() !== "")) faults.push(t("cells over"));
  if ((request.gross === undefined) === (request.net === undefined) && !faults.length) faults.push(t("cell gross"));
  if (Object.keys(profile).length) request[catalogue.profileKey(code)] = profile;
  return { row, person, request, ...(faults.length && { error: faults.join(" ") }) };
}
