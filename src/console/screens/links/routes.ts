import { createRoute } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { lazyScreen } from "../../ui/lazily";
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
