import { part } from "#console/texts/catalogue";
import { all } from "./catalogue";

/** What people call the values that fields of leads have. */
export const valueTexts = part(all, "value");

/** Texts of the values of a field, by value. */
export type ChoiceTexts = Record<string, string>;
