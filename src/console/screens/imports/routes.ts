import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";

export const importRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/leads/import",
    component: lazyRouteComponent(() => import("./imports")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/leads/import/$import",
    validateSearch: ({ step }: Record<string, unknown>): { step?: "columns" | undefined } => ({
      step: step === "columns" ? step : undefined,
    }),
    component: lazyRouteComponent(() => import("./one-import")),
  }),
];
