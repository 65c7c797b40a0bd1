import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of the check, of the work, and of what has become of the rows. */
export const reportTexts = part(all, "report");
