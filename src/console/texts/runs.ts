import { part } from "./catalogue";
import { first } from "./first";

/** What runs are, and what they wait for, in a few words. */
export const runStateTexts = part(first, "runs");
