import { all } from "#console/screens/scenarios/catalogue";
import { part } from "#console/texts/catalogue";

/** The names of settings and of what can be chosen for them. */
export const fieldTexts = part(all, "fields");
