import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const texts = part(all, "mapping");
