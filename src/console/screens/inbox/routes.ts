import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all as ofLeads } from "../leads/catalogue";
import { all } from "./catalogue";
import { readFilters } from "./filters";

const screen = screensWith(all, names, ofLeads);

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: readFilters,
  component: screen(() => import("./inbox")),
});

export const inboxRoutes = [
  inbox.addChildren([createRoute({ getParentRoute: () => inbox, path: "/$conversation" })]),
];
