import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";

const PANELS = ["simulate", "statistics", "versions", "runs"] as const;
export type PanelName = (typeof PANELS)[number];

const isPanel = (name: unknown): name is PanelName => PANELS.some((panel) => panel === name);

/** `panel` is open beside the canvas; `run` is what the panel of runs shows. */
type EditorSearch = { panel?: PanelName; run?: number };

export const scenarioRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios",
    component: lazyRouteComponent(() => import("./list/scenario-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios/$scenario",
    validateSearch: ({ panel, run }: Record<string, unknown>): EditorSearch => ({
      ...(isPanel(panel) && { panel }),
      ...(typeof run === "number" && { run }),
    }),
    component: lazyRouteComponent(() => import("./panel-host")),
  }),
];
