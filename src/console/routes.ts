import { createRouter } from "@tanstack/react-router";
import { channelRoutes } from "./screens/channels/routes";
import { developersRoutes } from "./screens/developers/routes";
import { homeRoutes } from "./screens/home/routes";
import { importRoutes } from "./screens/imports/routes";
import { inboxRoutes } from "./screens/inbox/routes";
import { leadRoutes } from "./screens/leads/routes";
import { linkRoutes } from "./screens/links/routes";
import { operatorRoutes } from "./screens/operator/routes";
import { privacyRoutes } from "./screens/privacy/routes";
import { scenarioRoutes } from "./screens/scenarios/routes";
import { settingsRoutes } from "./screens/settings/routes";
import { Arriving, Crashed, NotFound } from "./shell/failures";
import { root } from "./shell/root";

export const router = createRouter({
  basepath: "/console",
  routeTree: root.addChildren([
    ...homeRoutes,
    ...linkRoutes,
    ...importRoutes,
    ...privacyRoutes,
    ...channelRoutes,
    ...developersRoutes,
    ...settingsRoutes,
    ...operatorRoutes,
    ...leadRoutes,
    ...scenarioRoutes,
    ...inboxRoutes,
  ]),
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Crashed,
  defaultPendingComponent: Arriving,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
