import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const leadTexts = part(all, "lead");
