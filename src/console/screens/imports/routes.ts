import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all as ofLeads } from "../leads/catalogue";
import { all } from "./catalogue";

const screen = screensWith(all, ofLeads);

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
