import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "../../shell/root";

/** The lead that is played in a sandbox's chat. */
type ChatSearch = { lead?: number };

const leadIn = ({ lead }: Record<string, unknown>): ChatSearch =>
  Number.isSafeInteger(Number(lead)) && Number(lead) > 0 ? { lead: Number(lead) } : {};

export const channelRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/channels",
    component: lazyRouteComponent(() => import("./channel-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/connect",
    component: lazyRouteComponent(() => import("./connect/connect")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel",
    component: lazyRouteComponent(() => import("./overview")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel/templates",
    component: lazyRouteComponent(() => import("./templates/template-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel/chat",
    validateSearch: leadIn,
    component: lazyRouteComponent(() => import("./chat/chat")),
  }),
];
