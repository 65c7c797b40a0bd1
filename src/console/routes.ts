import { createRouter } from "@tanstack/react-router";
import { developersRoutes } from "./screens/developers/routes";
import { homeRoutes } from "./screens/home/routes";
import { operatorRoutes } from "./screens/operator/routes";
import { settingsRoutes } from "./screens/settings/routes";
import { Crashed, NotFound } from "./shell/failures";
import { root } from "./shell/root";

export const router = createRouter({
  basepath: "/console",
  routeTree: root.addChildren([
    ...homeRoutes,
    ...developersRoutes,
    ...settingsRoutes,
    ...operatorRoutes,
  ]),
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Crashed,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
