import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import { searchOf } from "./range";

export const linkRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/links",
    component: lazyScreen(() => import("./links")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/links/$link",
    validateSearch: searchOf,
    component: lazyScreen(() => import("./link")),
  }),
];
