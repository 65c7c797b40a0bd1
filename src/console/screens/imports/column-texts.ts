import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of the step in which columns are mapped. */
export const columnTexts = part(all, "column");
