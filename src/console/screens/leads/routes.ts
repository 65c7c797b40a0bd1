import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all as bookings } from "./bookings/catalogue";
import type { BookingsAddress } from "./bookings/search";
import { all } from "./catalogue";
import type { LeadsAddress } from "./search";

const screen = screensWith(all, names);

const leadsRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads",
  validateSearch: (search: Record<string, unknown>): LeadsAddress => search,
  component: screen(() => import("./leads")),
});

const bookingsRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads/bookings",
  validateSearch: (search: Record<string, unknown>): BookingsAddress => search,
  component: screensWith(bookings, names)(() => import("./bookings/bookings")),
});

const leadRoute = createRoute({
  getParentRoute: () => root,
  path: "/leads/$lead",
  component: screen(() => import("./lead/lead")),
});

export const leadRoutes = [leadsRoute, bookingsRoute, leadRoute] as const;
