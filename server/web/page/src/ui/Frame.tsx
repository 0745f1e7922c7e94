// The frame of the page: its head with the views, the view, its foot.
import type { ComponentChildren, RefObject } from "preact";
import { alone, state } from "../api/client.ts";
import { plain } from "../language/format.ts";
import { language, languageNames, t, type Language } from "../language/words.ts";
import { nameOf, shown, type ViewName } from "../views.ts";
import { Icon } from "./icons.tsx";
import { Theme } from "./Theme.tsx";

interface FrameProps {
  current: ViewName; main: RefObject<HTMLElement | null>;
  open: boolean; // everybody is served without a key
  onLanguage: (language: Language) => void; children: ComponentChildren;
}

export function Frame({ current, main, open, onLanguage, children }: FrameProps) {
  const known = state.key !== "" && state.credits !== null ? plain(state.credits) : undefined;
  const [before = "", after = ""] = known === undefined ? [] : t("credits", { n: "\n" }).split("\n"); // a phone has room for the number
  const credits = known === undefined ? t(state.key === "" ? "sign in" : "no credits known") : <><span class="unit">{before}</span>{known}<span class="unit">{after}</span></>;
  return (
    <>
      <a class="skip" href="#content" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{t("skip")}</a>
      <header class="top">
        <a class="brand" href="#/payslip">Payslate</a>
        <nav aria-label={t("views")}>{shown.map((name) => <a key={name} href={`#/${name}`} aria-current={name === current ? "page" : undefined}>{nameOf(name)}</a>)}</nav>
        <div class="tools">
          {!alone && <a class="credits" href="#/key" hidden={open}><Icon name="key" /><span>{credits}</span></a>}
          <Theme />
          <select aria-label={t("language")} value={language} onChange={(event) => onLanguage(event.currentTarget.value as Language)}>
            {Object.entries(languageNames).map(([value, name]) => <option key={value} value={value} lang={value}>{name}</option>)}
          </select>
        </div>
      </header>
      <main id="content" tabIndex={-1} class={current} ref={main}>{children}</main>
      <footer>
        {alone ? <span class="quiet">{t("stays here")}</span> : <><a href="/docs">{t("reference")}</a><a href="/changelog">{t("changelog")}</a></>}
        <a href={new URL("licences.txt", import.meta.url).href}>{t("licences")}</a>
      </footer>
    </>
  );
}
