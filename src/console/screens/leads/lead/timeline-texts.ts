import { part } from "#console/texts/catalogue";
import { all } from "../catalogue";

/** What the timeline says. */
export const timelineTexts = part(all, "timeline");
