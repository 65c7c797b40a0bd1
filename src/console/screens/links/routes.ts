import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { searchOf } from "./range";

export const linkRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/links",
    component: lazyRouteComponent(() => import("./links")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/links/$link",
    validateSearch: searchOf,
    component: lazyRouteComponent(() => import("./link")),
  }),
];
