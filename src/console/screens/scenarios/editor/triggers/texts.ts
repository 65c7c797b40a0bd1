import { all } from "#console/screens/scenarios/catalogue";
import { part } from "#console/texts/catalogue";

/** The names of triggers, and their settings in words. */
export const triggerTexts = part(all, "triggers");
