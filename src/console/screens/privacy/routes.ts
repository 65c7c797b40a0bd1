import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import { consentFilters } from "./consent-filters";

const positive = (value: unknown) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const privacy = createRoute({
  getParentRoute: () => root,
  path: "/privacy",
  component: lazyScreen(() => import("./privacy")),
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
    component: lazyScreen(() => import("./person")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/erasures",
    component: lazyScreen(() => import("./erasures")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/erasures/$erasure",
    component: lazyScreen(() => import("./receipt")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/suppressions",
    component: lazyScreen(() => import("./suppressions")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/consents",
    validateSearch: consentFilters,
    component: lazyScreen(() => import("./consents")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/retention",
    component: lazyScreen(() => import("./retention")),
  }),
] as const;

export const privacyRoutes = [privacy.addChildren(parts)];
