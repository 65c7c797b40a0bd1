import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** What the screen of one link says. */
export const linkTexts = part(all, "link");
