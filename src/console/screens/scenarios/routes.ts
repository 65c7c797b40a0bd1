import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";

const PANELS = ["simulate", "statistics", "versions", "runs"] as const;
export type PanelName = (typeof PANELS)[number];

export const scenarioRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios",
    component: lazyRouteComponent(() => import("./list/scenario-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios/$scenario",
    validateSearch: ({ panel }: Record<string, unknown>): { panel?: PanelName } => {
      const known = PANELS.find((name) => name === panel);
      return known ? { panel: known } : {};
    },
    component: lazyRouteComponent(() => import("./panel-host")),
  }),
];
