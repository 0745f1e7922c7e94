// The page: the frame, and which view is shown.
import { otherKey, takeKey } from "./start.ts";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Failure, onChange, setKey, state } from "./api/client.ts";
import { load, type Catalogue } from "./forms/catalogue.ts";
import { language, setLanguage, t } from "./language/words.ts";
import { Dialog } from "./ui/Dialog.tsx";
import { Loading, Notice } from "./ui/Notice.tsx";
import { Frame } from "./ui/Frame.tsx";
import { isView, nameOf, views, type View, type ViewName } from "./views.ts";

const tail = (key: string) => `…${key.slice(-4)}`;

interface Route { name: ViewName; query: URLSearchParams }

function route(): Route {
  const [, name = "", query = ""] = /^#\/(\w*)(?:\?(.*))?$/.exec(location.hash) ?? [];
  return { name: isView(name) ? name : "payslip", query: new URLSearchParams(query) };
}

// locked says whether a view needs a key that is not there; the rules are open.
const locked = (name: ViewName) => state.closed && state.key === "" && name !== "rules";

type Drawn = { View: View; catalogue: Catalogue } | { failure: Failure } | undefined;

function App() {
  const [{ name, query }, setRoute] = useState(route);
  const [other, setOther] = useState(otherKey);
  const [turn, setTurn] = useState(0); // of the language, and of what is tried again
  const [, setState] = useState(0);
  const [drawn, setDrawn] = useState<Drawn>();
  const main = useRef<HTMLElement>(null);
  const shown = locked(name) ? "key" : name;
  useEffect(() => onChange(() => setState((n) => n + 1)), []);
  useEffect(() => {
    const change = () => {
      setOther(takeKey());
      setRoute(route());
      if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    };
    addEventListener("hashchange", change);
    return () => removeEventListener("hashchange", change);
  }, []);
  useLayoutEffect(() => {
    let current = true;
    setDrawn(undefined);
    const needed = async () => Promise.all([views[shown]() as Promise<{ default: View }>, shown === "key" ? Promise.resolve(undefined as never) : load()]);
    needed().then(([view, catalogue]) => { if (current) setDrawn({ View: view.default, catalogue }); }, (failure: unknown) => {
      if (!(failure instanceof Failure)) throw failure;
      if (current) setDrawn({ failure });
    });
    document.title = `${nameOf(name)} – Payslate`;
    return () => { current = false; };
  }, [shown, query, turn]);
  const content = () => {
    if (!drawn) return <Loading />;
    if ("failure" in drawn) return <Notice failure={drawn.failure} again={() => setTurn(turn + 1)} />;
    const { View, catalogue } = drawn;
    return <View key={`${language} ${query}`} catalogue={catalogue} query={query} />;
  };
  return (
    <Frame current={name} main={main} open={Boolean(drawn && "catalogue" in drawn && drawn.catalogue?.open)} onLanguage={(next) => void setLanguage(next).then(() => { setRoute(route()); setTurn(turn + 1); })}>
      {content()}
      {other !== undefined && <Dialog title={t("another key")} onClose={() => setOther(undefined)}>
        <p>{t("another key text", { kept: tail(state.key), given: tail(other) })}</p>
        <div class="buttons">
          <button type="button" class="primary" onClick={() => setOther(undefined)}>{t("keep key")}</button>
          <button type="button" onClick={() => { setKey(other); setOther(undefined); setTurn(turn + 1); }}>{t("use key")}</button>
        </div>
      </Dialog>}
    </Frame>
  );
}

render(<App />, document.getElementById("app") as HTMLElement);
