import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

export const replyTexts = part(all, "replies");
