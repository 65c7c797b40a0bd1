import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";

const workspace = createRoute({
  getParentRoute: () => root,
  path: "/workspaces/$workspace",
  component: lazyScreen(() => import("./workspace/workspace")),
});

const getParentRoute = () => workspace;

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/workspaces",
    component: lazyScreen(() => import("./workspaces/workspaces")),
  }),
  workspace.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      component: lazyScreen(() => import("./workspace/overview")),
    }),
    createRoute({
      getParentRoute,
      path: "/tokens",
      component: lazyScreen(() => import("./workspace/tokens")),
    }),
    createRoute({
      getParentRoute,
      path: "/backups",
      component: lazyScreen(() => import("./workspace/backups")),
    }),
    createRoute({
      getParentRoute,
      path: "/audit",
      component: lazyScreen(() => import("./workspace/audit")),
    }),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: "/health",
    component: lazyScreen(() => import("./health/health")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/health/recovery",
    component: lazyScreen(() => import("./recovery/recovery")),
  }),
];
