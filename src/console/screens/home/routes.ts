import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: lazyScreen(() => import("./home")),
  }),
];
