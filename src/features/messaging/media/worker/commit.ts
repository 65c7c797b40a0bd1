import { commitMedium } from "#db/statements/media";
import { reachedStatements } from "#db/writes/quotas";
import type { Scope } from "#env";
import { isOwn, noteAccepted } from "#features/messaging/channels/check-state";
import type { Outcome } from "./outcome";

/** The statements that commit an attempt's outcome. Committed twice, it has no more effect. */
export const commitStatements = (scope: Scope, outcome: Outcome) => ({
  outcome: commitMedium(scope, outcome),
  ...(outcome.accepted && {
    accepted: noteAccepted(isOwn(scope, outcome.accepted.channelId), [outcome.accepted.start]),
  }),
  ...(outcome.state === "failed" &&
    outcome.failure === "quota_reached" &&
    reachedStatements(scope, "media_bytes")),
});
