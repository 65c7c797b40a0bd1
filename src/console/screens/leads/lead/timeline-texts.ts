import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** The texts of the timeline. */
export const timelineTexts = part(all, "timeline");
