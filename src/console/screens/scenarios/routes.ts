import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";
import { all as ofList } from "./list/catalogue";
import { type EditorSearch, isPanelName } from "./panels/panel-name";

export const scenarioRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios",
    validateSearch: ({ view }: Record<string, unknown>): { view?: unknown } => ({ view }),
    component: screensWith(ofList)(() => import("./list/list-screen")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/scenarios/$scenario",
    validateSearch: ({ panel, run, head }: Record<string, unknown>): EditorSearch => ({
      panel: isPanelName(panel) ? panel : undefined,
      run: typeof run === "number" ? run : undefined,
      // A router reads the id of a trigger that is a number as one.
      head: typeof head === "string" || typeof head === "number" ? `${head}` : undefined,
    }),
    component: screensWith(all, names)(() => import("./editor/editor")),
  }),
];
