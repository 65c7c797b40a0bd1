import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";

type Module<Props> = { default: ComponentType<Props> };

/** A browser does not ask again for a module that it could not load, until the page is left. */
async function online() {
  if (navigator.onLine) return;
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}

/** As React's `lazy`. Without a network, it waits for one. */
export const lazily = <Props>(load: () => Promise<Module<Props>>) =>
  lazy(() => online().then(load));

/** As `lazily`, for the component of a route. */
export const lazyScreen = <Props>(load: () => Promise<Module<Props>>) =>
  lazyRouteComponent(() => online().then(load));
