import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";

const screen = screensWith(all, names);

export const importRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/leads/import",
    component: screen(() => import("./imports")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/leads/import/$import",
    validateSearch: ({ step }: Record<string, unknown>): { step?: "columns" | undefined } => ({
      step: step === "columns" ? step : undefined,
    }),
    component: screen(() => import("./one-import")),
  }),
];
