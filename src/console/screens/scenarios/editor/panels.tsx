import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PanelProps } from "../panels/panel";
import type { PanelName } from "../routes";

type Module = { default: ComponentType<PanelProps> };

const modules = import.meta.glob<Module>("../panels/*.tsx");

const panelAt = (name: PanelName) => {
  const load = modules[`../panels/${name}.tsx`];
  return load && lazy(load);
};

const all: Record<PanelName, LazyExoticComponent<ComponentType<PanelProps>> | undefined> = {
  simulate: panelAt("simulate"),
  statistics: panelAt("statistics"),
  versions: panelAt("versions"),
  runs: panelAt("runs"),
};

const names = ["simulate", "statistics", "versions", "runs"] as const satisfies PanelName[];

/** What can be opened beside the canvas. */
export const panelNames = names.filter((name) => all[name]);

export const panelOf = (name: PanelName | undefined) => name && all[name];
