import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";
import type { LeadsAddress } from "./search";

const leadsRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads",
  validateSearch: (search: Record<string, unknown>): LeadsAddress => search,
  component: lazyRouteComponent(() => import("./leads")),
});

const leadRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads/$lead",
  component: lazyRouteComponent(() => import("./lead/lead")),
});

export const leadRoutes = [leadsRoute, leadRoute] as const;
