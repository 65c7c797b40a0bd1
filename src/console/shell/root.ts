import { createRootRoute } from "@tanstack/react-router";
import { Shell } from "./shell";

/** The route that all screens are below. */
export const root = createRootRoute({ component: Shell });
