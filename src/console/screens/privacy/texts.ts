import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of the frame, and of the search for a person. */
export const texts = part(all, "privacy");
