import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** The texts of the screen of one link. */
export const linkTexts = part(all, "link");
