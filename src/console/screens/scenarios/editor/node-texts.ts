import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** The names of nodes, and their settings in words. */
export const nodeTexts = part(all, "node");
