import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { consentFilters } from "./consent-filters";

const positive = (value: unknown) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const privacy = createRoute({
  getParentRoute: () => root,
  path: "/privacy",
  component: lazyRouteComponent(() => import("./privacy")),
});

const parts = [
  createRoute({
    getParentRoute: () => privacy,
    path: "/",
    // The address names a lead by its id: addresses are kept in places where no person belongs.
    validateSearch: ({ lead }: Record<string, unknown>): { lead?: number } => {
      const id = positive(lead);
      return id ? { lead: id } : {};
    },
    component: lazyRouteComponent(() => import("./person")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/erasures",
    component: lazyRouteComponent(() => import("./erasures")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/erasures/$erasure",
    component: lazyRouteComponent(() => import("./receipt")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/suppressions",
    component: lazyRouteComponent(() => import("./suppressions")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/consents",
    validateSearch: consentFilters,
    component: lazyRouteComponent(() => import("./consents")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/retention",
    component: lazyRouteComponent(() => import("./retention")),
  }),
] as const;

export const privacyRoutes = [privacy.addChildren(parts)];
