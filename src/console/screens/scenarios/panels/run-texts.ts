import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** What runs are, wait for and end by. */
export const runTexts = part(all, "run");
