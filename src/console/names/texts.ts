import { part } from "../texts/catalogue";
import { names } from "./catalogue";

/** What people call the members of closed lists, and the fields of leads. */
export const nameTexts = part(names, "default");
