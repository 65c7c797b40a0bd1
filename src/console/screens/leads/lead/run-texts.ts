import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** The texts about runs and analyses. */
export const runTexts = part(all, "run");
