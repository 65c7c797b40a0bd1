import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";

const screen = screensWith();

export const homeRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/",
    component: screen(() => import("./home")),
  }),
];
