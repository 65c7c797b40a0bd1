import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** What is said of runs and analyses. */
export const runTexts = part(all, "run");
