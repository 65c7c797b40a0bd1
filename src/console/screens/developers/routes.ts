import { createRoute, redirect } from "@tanstack/react-router";
import { firstPart } from "#console/shell/parts";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";
import { parts } from "./parts";

const screen = screensWith(all);

const developers = createRoute({
  getParentRoute: () => root,
  path: "/developers",
  component: screen(() => import("./developers")),
});

const getParentRoute = () => developers;

export const developersRoutes = [
  developers.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      beforeLoad() {
        throw redirect({ to: firstPart(parts), replace: true });
      },
    }),
    createRoute({
      getParentRoute,
      path: "/tokens",
      component: screen(() => import("./tokens/tokens")),
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks",
      component: screen(() => import("./webhooks/webhooks")),
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks/$endpoint",
      component: screen(() => import("./webhooks/endpoint")),
    }),
    createRoute({
      getParentRoute,
      path: "/events",
      component: screen(() => import("./events/events")),
    }),
    createRoute({
      getParentRoute,
      path: "/audit",
      component: screen(() => import("./audit/audit")),
    }),
    createRoute({
      getParentRoute,
      path: "/usage",
      component: screen(() => import("./usage/usage")),
    }),
    createRoute({
      getParentRoute,
      path: "/reference",
      component: screen(() => import("./reference/reference")),
    }),
  ]),
];
