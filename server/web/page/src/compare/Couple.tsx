// What two people get with each choice that the rules give to spouses, such as the tax classes
// 3 and 5, 4 and 4, 4 and 4 with the factor.
import { useRef, useState } from "preact/hooks";
import type { Value } from "../api/types.ts";
import type { Catalogue } from "../forms/catalogue.ts";
import { check } from "../forms/check.ts";
import { FieldRow } from "../forms/FieldRow.tsx";
import { difference, money } from "../language/format.ts";
import { known, t } from "../language/words.ts";
import { complete, type Scenario } from "../scenario/scenario.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { alike, choicesOf, together, wordsOf, type Couple, type Pair, type SpouseChoices } from "./couple.ts";

interface CoupleProps { catalogue: Catalogue; start: Scenario; onDone: (scenarios: Scenario[]) => void }

// CoupleButton opens a dialog that asks for the pay of two people; onDone is told of the
// scenarios, two for each choice.
export function CoupleButton(props: CoupleProps) {
  const [open, setOpen] = useState(false);
  const choices = choicesOf(props.catalogue, props.start.country);
  if (!choices) return null;
  return <>
    <button type="button" onClick={() => setOpen(true)}>{t("couple button", { choices: wordsOf(choices) })}</button>
    {open && <CoupleDialog {...props} choices={choices} onClose={() => setOpen(false)} />}
  </>;
}

function CoupleDialog({ catalogue, start, onDone, onClose, choices }: CoupleProps & { choices: SpouseChoices; onClose: () => void }) {
  const { field, pairs, further } = choices;
  const [pay, setPay] = useState<(Value | undefined)[]>([start.amount, undefined]);
  const [more, setMore] = useState<Value | undefined>();
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const amount = catalogue.amount("gross", start.country);
  const lacks = (value: Value | undefined) => !(Number(value) > 0);
  const apply = (event: Event) => {
    event.preventDefault();
    setTried(true);
    const wrong = pay.findIndex((value) => lacks(value) || check(amount, value) !== "");
    if (wrong >= 0) return form.current?.querySelectorAll<HTMLElement>("input")[wrong]?.focus();
    if (further && check(further, more)) return form.current?.querySelector<HTMLElement>(`[data-name="${further.name}"] input`)?.focus();
    // Who earns more has the first value of a pair: it is the one that takes less tax.
    const amounts = pay.map(Number).sort((a, b) => b - a);
    const same = alike(choices);
    const all: [Pair, Value | undefined][] = [...pairs.map((pair): [Pair, undefined] => [pair, undefined]), ...(more !== undefined && same ? [[same, more] as [Pair, Value]] : [])];
    onClose();
    onDone(all.flatMap(([pair, given]) => pair.map((value, i) => complete(catalogue, {
      ...start, known: "gross", amount: amounts[i], profile: { ...start.profile, [field.name]: value, ...(further && { [further.name]: given }) },
    }))));
  };
  return (
    <Dialog title={t("couple title")} onClose={onClose}>
      <form class="scenario" ref={form} noValidate autocomplete="off" onSubmit={apply}>
        <p>{t("couple lead", { choices: wordsOf(choices) })}</p>
        <div class="grid two">{(["first person", "second person"] as const).map((name, i) => (
          <FieldRow key={name} field={{ ...amount, label: `${t(name)}: ${t("gross for", { period: known("per", start.period) })}` }} affix={amount.currency ?? ""} value={pay[i]}
            fault={tried && lacks(pay[i]) ? t("amount missing") : undefined} onChange={(value) => setPay(pay.map((each, at) => (at === i ? value : each)))} />
        ))}</div>
        {further && <><FieldRow field={{ ...further, help: "" }} value={more} onChange={setMore} /><p class="help">{further.help}</p></>}
        <div class="buttons end"><button type="submit" class="primary">{t("compare couple")}</button></div>
      </form>
    </Dialog>
  );
}

// CoupleTable shows what each person of a couple gets, and both together.
export function CoupleTable({ choices: { field, further }, couples }: { choices: SpouseChoices; couples: Couple[] }) {
  const [base] = couples;
  if (!base) return null;
  const [row] = base.rows;
  const cash = (amount: number) => money(amount, row.currency);
  const head = [field.label, ...(["both", "difference", "first person", "second person", "both a year"] as const).map((name) => t(name))];
  return (
    <div class="card couples"><h2>{t("couple")}: {t("net")} {known("per", row.period)}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("couple")}><table class="matrix">
        <thead><tr>{head.map((name, i) => <th key={name} scope="col" class={i ? "figures" : ""}>{name}</th>)}</tr></thead>
        <tbody>{couples.map((couple, i) => (
          <tr key={couple.name}><th scope="row">{couple.name}</th>
            <td class="figures strong">{cash(together(couple, "net"))}</td><td class="figures">{i ? difference(together(couple, "net") - together(base, "net"), cash) : "–"}</td>
            {couple.rows.map((each, at) => <td key={at} class="figures">{cash(each.net)}</td>)}<td class="figures">{cash(together(couple, "annual_net"))}</td></tr>
        ))}</tbody>
      </table></div>
      <p class="quiet">{t("couple year", { field: field.label })} {further && t("couple factor", { field: further.label })}</p>
    </div>
  );
}
