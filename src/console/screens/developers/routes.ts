import { createRoute, redirect } from "@tanstack/react-router";
import { firstPart } from "#console/shell/parts";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import { parts } from "./parts";

const developers = createRoute({
  getParentRoute: () => root,
  path: "/developers",
  component: lazyScreen(() => import("./developers")),
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
      component: lazyScreen(() => import("./tokens/tokens")),
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks",
      component: lazyScreen(() => import("./webhooks/webhooks")),
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks/$endpoint",
      component: lazyScreen(() => import("./webhooks/endpoint")),
    }),
    createRoute({
      getParentRoute,
      path: "/events",
      component: lazyScreen(() => import("./events/events")),
    }),
    createRoute({
      getParentRoute,
      path: "/audit",
      component: lazyScreen(() => import("./audit/audit")),
    }),
    createRoute({
      getParentRoute,
      path: "/usage",
      component: lazyScreen(() => import("./usage/usage")),
    }),
    createRoute({
      getParentRoute,
      path: "/reference",
      component: lazyScreen(() => import("./reference/reference")),
    }),
  ]),
];
