import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const duplicateTexts = part(all, "duplicates");
