import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";

const screen = screensWith(all, names);

/** The lead that is played in a sandbox's chat. */
type ChatSearch = { lead?: number };

const leadIn = ({ lead }: Record<string, unknown>): ChatSearch =>
  Number.isSafeInteger(Number(lead)) && Number(lead) > 0 ? { lead: Number(lead) } : {};

export const channelRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/channels",
    component: screen(() => import("./channel-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/connect",
    component: screen(() => import("./connect/connect")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel",
    component: screen(() => import("./overview")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel/templates",
    component: screen(() => import("./templates/template-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/$channel/chat",
    validateSearch: leadIn,
    component: screen(() => import("./chat/chat")),
  }),
];
