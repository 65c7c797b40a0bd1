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
      panel: isPanelName(panel) ? panel : undefined,
      run: typeof run === "number" ? run : undefined,
    }),
    component: lazyRouteComponent(() => import("./editor/editor")),
  }),
];
