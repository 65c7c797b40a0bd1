import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** The warnings of a scenario's check, without the faults of single settings. */
export const warningTexts = part(all, "warning");

/** The faults of settings, in the words that all forms have for them. */
export const faultTexts = part(all, "faults");
