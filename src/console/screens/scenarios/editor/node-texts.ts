import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** What nodes are called, and what they do in words. */
export const nodeTexts = part(all, "node");
