import { createRoute } from "@tanstack/react-router";
import { root } from "#console/shell/root";
import { lazyScreen } from "#console/ui/lazily";

/** The lead that is played in a sandbox's chat. */
type ChatSearch = { lead?: number };

const leadIn = ({ lead }: Record<string, unknown>): ChatSearch =>
  Number.isSafeInteger(Number(lead)) && Number(lead) > 0 ? { lead: Number(lead) } : {};

export const channelRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/channels",
    component: lazyScreen(() => import("./channel-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/connect",
    component: lazyScreen(() => import("./connect/connect")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel",
    component: lazyScreen(() => import("./overview")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel/templates",
    component: lazyScreen(() => import("./templates/template-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel/chat",
    validateSearch: leadIn,
    component: lazyScreen(() => import("./chat/chat")),
  }),
];
