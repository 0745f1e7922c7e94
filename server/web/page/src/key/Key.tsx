// The key: entered once, kept in the browser only.
import "../base.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Failure, setKey, state, tryKey } from "../api/client.ts";
import { plain } from "../language/format.ts";
import { t } from "../language/words.ts";
import { announce } from "../ui/announce.ts";
import { Notice } from "../ui/Notice.tsx";

export default function Key() {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState("");
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => input.current?.focus(), []);

  async function enter(event?: Event) {
    event?.preventDefault();
    const key = input.current?.value.trim() ?? "";
    setFailure(undefined);
    setWrong(key ? "" : t("field missing"));
    if (!key) { input.current?.focus(); return; }
    try {
      await tryKey(key);
      setKey(key);
      announce(t("no credits known"));
      if (location.hash === "#/key") location.hash = "#/payslip"; // else signed in where it was asked for
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      if (problem.kind !== "key") return setFailure(problem);
      setWrong(t("problem key"));
      input.current?.focus();
    }
  }
  return (
    <div class="narrow">
      <h1>{t(state.key === "" ? "welcome" : "key title")}</h1>
      {state.key === "" && <p class="lead">{t("welcome text")}</p>}
      {state.key !== "" && <section class="card">
        <p class="keyline"><code>{state.key.slice(0, 12)}…{state.key.slice(-4)}</code></p>
        {state.credits !== null && <p>{t("credits left")}: <strong class="figures">{plain(state.credits)}</strong></p>}
        <p class="quiet">{t("credits rule")}</p>
        <p><button type="button" onClick={() => { setKey(""); location.hash = "#/key"; }}>{t("sign out")}</button></p>
      </section>}
      <form class="card" onSubmit={(event) => void enter(event)}>
        <div class="field">
          <div class="label"><label for="key">{t("key label")}</label></div>
          <input ref={input} id="key" type="password" autocomplete="off" spellcheck={false} aria-describedby="key-help key-error" aria-invalid={wrong !== ""} />
          <p class="error" id="key-error" hidden={!wrong}>{wrong}</p>
        </div>
        <p class="quiet" id="key-help">{t("key help")}<code class="block">payslate keys create --credits 1000</code></p>
        {failure && <Notice failure={failure} again={() => void enter()} />}
        <button type="submit" class="primary">{t("sign in")}</button>
      </form>
    </div>
  );
}
