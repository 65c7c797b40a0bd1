import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** The texts of the list of links, and of the form of one. */
export const texts = part(all, "links");
