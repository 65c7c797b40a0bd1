import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** The texts of a link's QR code, and of its trial with a lead. */
export const dialogTexts = part(all, "dialog");
