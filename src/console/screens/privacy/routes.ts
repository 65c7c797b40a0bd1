import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all as ofLeads } from "../leads/catalogue";
import { all } from "./catalogue";
import { consentFilters } from "./consent-filters";

const screen = screensWith(all, names, ofLeads);

const positive = (value: unknown) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

const privacy = createRoute({
  getParentRoute: () => root,
  path: "/privacy",
  component: screen(() => import("./privacy")),
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
    component: screen(() => import("./person")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/erasures",
    component: screen(() => import("./erasures")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/erasures/$erasure",
    component: screen(() => import("./receipt")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/suppressions",
    component: screen(() => import("./suppressions")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/consents",
    validateSearch: consentFilters,
    component: screen(() => import("./consents")),
  }),
  createRoute({
    getParentRoute: () => privacy,
    path: "/retention",
    component: screen(() => import("./retention")),
  }),
] as const;

export const privacyRoutes = [privacy.addChildren(parts)];
