import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { readFilters } from "./filters";

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import("./inbox")),
});

export const inboxRoutes = [
  inbox.addChildren([createRoute({ getParentRoute: () => inbox, path: "/$conversation" })]),
];
