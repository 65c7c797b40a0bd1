import type { Apply, ChangeKind } from "#db/placement/outbox";
import { applySource } from "../imports/sources/keys";
import { applyLinkChange } from "../links/slugs/apply";
import { applyChannel } from "../messaging/channels/owners";

/** The effects of each kind of change on the directory. */
export const APPLIERS: Record<ChangeKind, Apply> = {
  short_link: applyLinkChange,
  channel: applyChannel,
  source: applySource,
};
