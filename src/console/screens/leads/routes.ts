import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";
import type { LeadsAddress } from "./search";

const screen = screensWith(all, names);

const leadsRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads",
  validateSearch: (search: Record<string, unknown>): LeadsAddress => search,
  component: screen(() => import("./leads")),
});

const leadRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads/$lead",
  component: screen(() => import("./lead/lead")),
});

export const leadRoutes = [leadsRoute, leadRoute] as const;
