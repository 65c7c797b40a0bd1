import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of who has unsubscribed and stays so. */
export const suppressionTexts = part(all, "suppression");
