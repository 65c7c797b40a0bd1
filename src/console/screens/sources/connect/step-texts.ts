import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const stepTexts = part(all, "steps");
