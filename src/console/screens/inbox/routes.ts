import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import { readFilters } from "./filters";

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: readFilters,
  component: lazyScreen(() => import("./inbox")),
});

export const inboxRoutes = [
  inbox.addChildren([createRoute({ getParentRoute: () => inbox, path: "/$conversation" })]),
];
