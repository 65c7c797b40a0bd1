import { createRoute } from "@tanstack/react-router";
import { names } from "#console/names/catalogue";
import { root } from "#console/shell/root";
import { screensWith } from "#console/ui/lazily";
import { all } from "./catalogue";
import type { DeliveriesAddress } from "./deliveries/search";

const screen = screensWith(all, names);

/** The delivery whose body is mapped. */
const deliveryIn = ({ delivery }: Record<string, unknown>): { delivery?: number } =>
  Number.isSafeInteger(delivery) ? { delivery: Number(delivery) } : {};

export const sourceRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: "/channels/sources",
    component: screen(() => import("./source-list")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/sources/connect",
    component: screen(() => import("./connect/connect")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/sources/$source",
    component: screen(() => import("./overview")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/sources/$source/mapping",
    validateSearch: deliveryIn,
    component: screen(() => import("./mapping/mapping")),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/channels/sources/$source/deliveries",
    validateSearch: (search: Record<string, unknown>): DeliveriesAddress => search,
    component: screen(() => import("./deliveries/deliveries")),
  }),
] as const;
