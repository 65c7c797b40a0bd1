import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const bulkTexts = part(all, "bulk");
