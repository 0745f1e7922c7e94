// Later is a component whose module is loaded when it is first drawn.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading } from "./Notice.tsx";

export function Later<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Loaded(props: Props) {
    const [, setReady] = useState(false);
    useEffect(() => { if (!loaded) void load().then((module) => { loaded = module.default; setReady(true); }); }, []);
    const Content = loaded;
    return Content ? <Content {...props} /> : <Loading />;
  };
}
