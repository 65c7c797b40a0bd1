import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";

const workspace = createRoute({
  getParentRoute: () => root,
  path: "/workspaces/$workspace",
  component: lazyRouteComponent(() => import("./workspace/workspace")),
});

const getParentRoute = () => workspace;

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/workspaces",
    component: lazyRouteComponent(() => import("./workspaces/workspaces")),
  }),
  workspace.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      component: lazyRouteComponent(() => import("./workspace/overview")),
    }),
    createRoute({
      getParentRoute,
      path: "/tokens",
      component: lazyRouteComponent(() => import("./workspace/tokens")),
    }),
    createRoute({
      getParentRoute,
      path: "/backups",
      component: lazyRouteComponent(() => import("./workspace/backups")),
    }),
    createRoute({
      getParentRoute,
      path: "/audit",
      component: lazyRouteComponent(() => import("./workspace/audit")),
    }),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: "/health",
    component: lazyRouteComponent(() => import("./health/health")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/health/recovery",
    component: lazyRouteComponent(() => import("./recovery/recovery")),
  }),
];
