import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { firstPart } from "../../shell/parts";
import { root } from "../../shell/root";
import { parts } from "./parts";

const developers = createRoute({
  getParentRoute: () => root,
  path: "/developers",
  component: lazyRouteComponent(() => import("./developers")),
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
      component: lazyRouteComponent(() => import("./tokens/tokens")),
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks",
      component: lazyRouteComponent(() => import("./webhooks/webhooks")),
    }),
    createRoute({
      getParentRoute,
      path: "/webhooks/$endpoint",
      component: lazyRouteComponent(() => import("./webhooks/endpoint")),
    }),
    createRoute({
      getParentRoute,
      path: "/events",
      component: lazyRouteComponent(() => import("./events/events")),
    }),
    createRoute({
      getParentRoute,
      path: "/audit",
      component: lazyRouteComponent(() => import("./audit/audit")),
    }),
    createRoute({
      getParentRoute,
      path: "/usage",
      component: lazyRouteComponent(() => import("./usage/usage")),
    }),
    createRoute({
      getParentRoute,
      path: "/reference",
      component: lazyRouteComponent(() => import("./reference/reference")),
    }),
  ]),
];
