import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** What nodes and their handles are called where runs are told of. */
export const nodeTexts = part(all, "nodes");
