import { createRoute } from "@tanstack/react-router";
import { root } from "../../shell/root";
import { lazyScreen } from "../../ui/lazily";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: lazyScreen(() => import("./home")),
  }),
];
