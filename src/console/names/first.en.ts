import type { PipelineStage } from "#client";
import { platformNames } from "./platform-names";

/** Names that the first screen needs. The others are in `en.ts`. */
export default {
  stages: {
    new: "New",
    contacted: "Contacted",
    engaged: "Engaged",
    qualified: "Qualified",
    call_booked: "Call booked",
    won: "Won",
    lost: "Lost",
  } satisfies Record<PipelineStage, string>,
  platforms: platformNames,
};
