import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { isPanelName, type PanelName } from "./panels/panel-name";

/** `panel` is open beside the canvas. */
type EditorSearch = { panel?: PanelName };

export const scenarioRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios/$scenario",
    validateSearch: ({ panel }: Record<string, unknown>): EditorSearch => ({
      ...(isPanelName(panel) && { panel }),
    }),
    component: lazyRouteComponent(() => import("./editor/editor")),
  }),
];
