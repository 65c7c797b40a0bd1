import { part } from "../texts/catalogue";
import { names } from "./catalogue";

/** The names of the members of closed lists, and of the fields of leads. */
export const nameTexts = part(names, "default");
