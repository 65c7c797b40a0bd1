import { createContext, useContext } from "react";
import type { Platform } from "#client";
import { platformRow } from "#console/data/platforms";

/** A trait of platforms without which a type of node or of trigger makes no sense. */
export type Needed = "hasComments" | "hasStories" | "hasTemplates";

/** The platform of the scenario that is edited. */
export const OnPlatform = createContext<Platform | undefined>(undefined);

/** Tells of a type if the scenario's platform has what it needs. */
export function useIsOffered() {
  const platform = useContext(OnPlatform);
  return ({ needs }: { needs?: Needed }) =>
    needs === undefined || platform === undefined || platformRow(platform)[needs];
}
