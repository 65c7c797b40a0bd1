import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import type { LeadsAddress } from "./search";

const leadsRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads",
  validateSearch: (search: Record<string, unknown>): LeadsAddress => search,
  component: lazyScreen(() => import("./leads")),
});

const leadRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads/$lead",
  component: lazyScreen(() => import("./lead/lead")),
});

export const leadRoutes = [leadsRoute, leadRoute] as const;
