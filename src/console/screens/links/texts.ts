import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** What the list of links, and the form of one, say. */
export const texts = part(all, "links");
