import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** What the QR code of a link, and its trial with a lead, say. */
export const dialogTexts = part(all, "dialog");
