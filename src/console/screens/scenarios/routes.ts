import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import { type EditorSearch, isPanelName } from "./panels/panel-name";

export const scenarioRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios",
    component: lazyScreen(() => import("./list/scenario-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios/$scenario",
    validateSearch: ({ panel, run }: Record<string, unknown>): EditorSearch => ({
      panel: isPanelName(panel) ? panel : undefined,
      run: typeof run === "number" ? run : undefined,
    }),
    component: lazyScreen(() => import("./editor/editor")),
  }),
];
