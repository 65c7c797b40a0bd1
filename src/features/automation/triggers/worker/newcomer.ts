import { conditionedNames } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import type { Platform } from "#domain/platforms";
import { profileFrom } from "#features/leads/row";
import type { Commented } from "./causes";
import type { LeadOfCause } from "./lead";
import type { WorkspaceRow } from "./rows";

/** The author of a comment who is no lead. `commentId` is that of the comment. */
export type Newcomer = {
  commentId: number;
  channelId: number;
  platform: Platform;
  id: string;
  name: string | null;
  hash: string | null;
  isSuppressed: boolean;
};

/** The author of a comment, if they are no lead. */
export function newcomerOf({ event, comment, row }: Commented): Newcomer | null {
  if (event.leadId >= 0) return null;
  const { id: commentId, channelId } = comment;
  const { platform, authorId: id, authorName: name, authorHash: hash } = row;
  return { commentId, channelId, platform, id, name, hash, isSuppressed: row.isSuppressed === 1 };
}

/** The lead that a commenter would become, as what decides knows leads. */
export function toNewLead(newcomer: Newcomer, { channels: all }: WorkspaceRow): LeadOfCause {
  const { name: username, isSuppressed: isOptout, platform } = newcomer;
  const names = conditionedNames(leadFields);
  return {
    lead: {
      ...{ id: 0, ext_id: null, first_name: null, last_name: null, username, email: null },
      ...{ phone: null, number: null, variables: {}, isOptout, isMarketingOptout: isOptout },
      ...{ whatsappPhoneNumberId: null, identities: [], channels: JSON.parse(all) },
      ...{ conversations: [], tagIds: [] },
      fields: {
        ...Object.fromEntries(names.map((name) => [name, null])),
        ...{ source: platform, pipeline_stage: "new", is_lost: false },
        ...profileFrom(null),
      },
    },
    ...{ lastReplies: {}, bookings: [], runs: [], entries: [], evaluations: [] },
    ...{ isBeingMerged: false, startsInHour: 0 },
    dated: {
      ...{ created_at: null, last_inbound_at: null, last_outbound_at: null },
      ...{ phone: null, variables: {} },
    },
  };
}
