import { part } from "#console/texts/catalogue";
import { first } from "#console/texts/first";

export const texts = part(first, "home");
