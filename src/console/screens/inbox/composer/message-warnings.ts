import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** The warnings about messages before they are sent. */
export const messageWarningTexts = part(all, "messageWarnings");
