import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** Of consents, and of how long what is kept. */
export const consentTexts = part(all, "consent");
