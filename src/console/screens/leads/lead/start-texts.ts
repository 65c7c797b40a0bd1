import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const startTexts = part(all, "starts");
