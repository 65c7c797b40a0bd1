import { part } from "../texts/catalogue";
import { first } from "../texts/first";

export const chartTexts = part(first, "chart");
