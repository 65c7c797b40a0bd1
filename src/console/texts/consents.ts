import { part } from "./catalogue";
import { first } from "./first";

/** What a lead has said about getting messages, and how, in a few words. */
export const consentTexts = part(first, "consents");
