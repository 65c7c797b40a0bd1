import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all as ofDevelopers } from "../developers/catalogue";
import { all } from "./catalogue";

const screen = screensWith(all, names, ofDevelopers);

const workspace = createRoute({
  getParentRoute: () => root,
  path: "/workspaces/$workspace",
  component: screen(() => import("./workspace/workspace")),
});

const getParentRoute = () => workspace;

export const operatorRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/workspaces",
    component: screen(() => import("./workspaces/workspaces")),
  }),
  workspace.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      component: screen(() => import("./workspace/overview")),
    }),
    createRoute({
      getParentRoute,
      path: "/tokens",
      component: screen(() => import("./workspace/tokens")),
    }),
    createRoute({
      getParentRoute,
      path: "/backups",
      component: screen(() => import("./workspace/backups")),
    }),
    createRoute({
      getParentRoute,
      path: "/audit",
      component: screen(() => import("./workspace/audit")),
    }),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: "/health",
    component: screen(() => import("./health/health")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/health/recovery",
    component: screen(() => import("./recovery/recovery")),
  }),
];
