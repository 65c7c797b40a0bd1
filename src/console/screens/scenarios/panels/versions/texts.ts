import { all } from "#console/screens/scenarios/catalogue";
import { part } from "#console/texts/catalogue";

export const texts = part(all, "versions");
