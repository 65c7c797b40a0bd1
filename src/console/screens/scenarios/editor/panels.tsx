import type { ComponentType, LazyExoticComponent } from "react";
import { lazily } from "#console/ui/lazily";
import type { PanelProps } from "../panels/panel";
import { type PanelName, panelNames } from "../panels/panel-name";

type Module = { default: ComponentType<PanelProps> };

const modules = import.meta.glob<Module>("../panels/*.tsx");

const panelAt = (name: PanelName) => {
  const load = modules[`../panels/${name}.tsx`];
  return load && lazily(load);
};

const all: Record<PanelName, LazyExoticComponent<ComponentType<PanelProps>> | undefined> = {
  simulate: panelAt("simulate"),
  statistics: panelAt("statistics"),
  versions: panelAt("versions"),
  runs: panelAt("runs"),
};

/** The panels that can be opened beside the canvas. */
export const openable = panelNames.filter((name) => all[name]);

export const panelOf = (name: PanelName | undefined) => name && all[name];
