import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { firstPart } from "../../shell/parts";
import { root } from "../../shell/root";
import { parts } from "./parts";

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings")),
});

const getParentRoute = () => settings;

export const settingsRoutes = [
  settings.addChildren([
    createRoute({
      getParentRoute,
      path: "/",
      beforeLoad() {
        throw redirect({ to: firstPart(parts), replace: true });
      },
    }),
    createRoute({
      getParentRoute,
      path: "/general",
      component: lazyRouteComponent(() => import("./general/general")),
    }),
    createRoute({
      getParentRoute,
      path: "/tags",
      component: lazyRouteComponent(() => import("./tags/tags")),
    }),
    createRoute({
      getParentRoute,
      path: "/replies",
      component: lazyRouteComponent(() => import("./replies/replies")),
    }),
    createRoute({
      getParentRoute,
      path: "/segments",
      component: lazyRouteComponent(() => import("./segments/segments")),
    }),
  ]),
];
