import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const backupTexts = part(all, "backup");
