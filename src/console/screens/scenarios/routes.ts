import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { type EditorSearch, isPanelName } from "./panels/panel-name";

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
      ...(isPanelName(panel) && { panel }),
      ...(typeof run === "number" && { run }),
    }),
    component: lazyRouteComponent(() => import("./editor/editor")),
  }),
];
