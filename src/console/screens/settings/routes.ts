import { createRoute, redirect } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { firstPart } from "#console/shell/parts";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";
import { parts } from "./parts";

const screen = screensWith(all, names);

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: screen(() => import("./settings")),
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
      component: screen(() => import("./general/general")),
    }),
    createRoute({
      getParentRoute,
      path: "/tags",
      component: screen(() => import("./tags/tags")),
    }),
    createRoute({
      getParentRoute,
      path: "/replies",
      component: screen(() => import("./replies/replies")),
    }),
    createRoute({
      getParentRoute,
      path: "/segments",
      component: screen(() => import("./segments/segments")),
    }),
  ]),
];
