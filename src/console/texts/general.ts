import { part } from "./catalogue";
import { first } from "./first";

/** What many parts of the console say. */
export const general = part(first, "general");
