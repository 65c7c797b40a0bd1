import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";
import { searchOf } from "./range";

const screen = screensWith(all, names);

export const linkRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/links",
    component: screen(() => import("./links")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/links/$link",
    validateSearch: searchOf,
    component: screen(() => import("./link")),
  }),
];
