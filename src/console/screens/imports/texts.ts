import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of the list of imports, and of what frames one. */
export const texts = part(all, "imports");
