import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of erasures and their receipts. */
export const receiptTexts = part(all, "receipt");
