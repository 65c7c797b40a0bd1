import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";

export const importRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/leads/import",
    component: lazyScreen(() => import("./imports")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/leads/import/$import",
    validateSearch: ({ step }: Record<string, unknown>): { step?: "columns" | undefined } => ({
      step: step === "columns" ? step : undefined,
    }),
    component: lazyScreen(() => import("./one-import")),
  }),
];
