import type { PipelineStage, Platform, StopReason } from "#client";

/**
 * Names that the first screen needs. The others are in `en.ts`. Nothing is imported here: the frame
 * waits for this file, so a part of the frame would wait for itself.
 */
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
  platforms: { whatsapp: "WhatsApp", instagram: "Instagram" } satisfies Record<Platform, string>,
  stopReasons: {
    by_request: "Paused",
    unauthorized: "Token refused",
    account_restricted: "Account restricted",
  } satisfies Record<StopReason, string>,
};
