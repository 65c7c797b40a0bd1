import { createRouter } from "@tanstack/react-router";
import { homeRoutes } from "./screens/home/routes";
import { inboxRoutes } from "./screens/inbox/routes";
import { linkRoutes } from "./screens/links/routes";
import { Crashed, NotFound } from "./shell/failures";
import { root } from "./shell/root";

export const router = createRouter({
  basepath: "/console",
  routeTree: root.addChildren([...homeRoutes, ...inboxRoutes, ...linkRoutes]),
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Crashed,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
