import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** The names of nodes and their handles where runs are described. */
export const nodeTexts = part(all, "nodes");
