import { part } from "../texts/catalogue";
import { first } from "../texts/first";

export const texts = part(first, "shell");
