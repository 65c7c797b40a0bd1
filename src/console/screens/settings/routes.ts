import { createRoute, redirect } from "@tanstack/react-router";
import { firstPart } from "#console/shell/parts";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";
import { parts } from "./parts";

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyScreen(() => import("./settings")),
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
      component: lazyScreen(() => import("./general/general")),
    }),
    createRoute({
      getParentRoute,
      path: "/tags",
      component: lazyScreen(() => import("./tags/tags")),
    }),
    createRoute({
      getParentRoute,
      path: "/replies",
      component: lazyScreen(() => import("./replies/replies")),
    }),
    createRoute({
      getParentRoute,
      path: "/segments",
      component: lazyScreen(() => import("./segments/segments")),
    }),
  ]),
];
