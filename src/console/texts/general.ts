import { part } from "./catalogue";
import { first } from "./first";

/** The texts that many parts of the console need. */
export const general = part(first, "general");
