import { createRootRoute, redirect } from "@tanstack/react-router";
import { currentSession } from "../session/session";
import { Shell } from "./shell";

/** The route that all screens are below. */
export const root = createRootRoute({
  component: Shell,
  beforeLoad({ location }) {
    if (location.pathname === "/" && currentSession.get()?.kind === "operator")
      throw redirect({ to: "/workspaces", replace: true });
  },
});
