import { createBrowserHistory, createRouter } from "@tanstack/react-router";
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
import { sourceRoutes } from "./screens/sources/routes";
import { Arriving, Crashed, NotFound } from "./shell/failures";
import { root } from "./shell/root";

const routeTree = root.addChildren([
  ...homeRoutes,
  ...linkRoutes,
  ...importRoutes,
  ...privacyRoutes,
  ...channelRoutes,
  ...sourceRoutes,
  ...developersRoutes,
  ...settingsRoutes,
  ...operatorRoutes,
  ...leadRoutes,
  ...scenarioRoutes,
  ...inboxRoutes,
]);

/** One for all sessions: each that is made listens to the browser for good. */
const history = createBrowserHistory();

/** Makes the router of a session, which keeps where an address leads that session. */
export const newRouter = () =>
  createRouter({
    history,
    basepath: "/console",
    routeTree,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Crashed,
    defaultPendingComponent: Arriving,
    defaultPreload: "intent",
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
