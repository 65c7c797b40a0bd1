import { and, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { linkSends } from "#db/schema/links";
import { present } from "#db/scope/present";
import { attachPairs } from "#db/statements/lead-tags";
import { markTagged } from "#db/statements/link-sends";
import { BY_PLATFORM } from "#domain/actors";
import type { Scope } from "#env";

/**
 * The moments at which a link tags its recipient: the column of the tag, who adds it, and which
 * sends have reached the moment and are not marked as tagged. The caller selects the clicks of
 * people.
 */
const moments = {
  sent: {
    tag: sql`tag_on_sent_id`,
    actor: sql`changed_by`,
    reached: sql`sent_at is not null and sent_tagged = 0`,
  },
  read: {
    tag: sql`tag_on_read_id`,
    actor: sql`changed_by`,
    reached: sql`read_at is not null and read_tagged = 0`,
  },
  clicked: {
    tag: sql`tag_on_clicked_id`,
    actor: sql`${BY_PLATFORM}`,
    reached: sql`clicked_tagged = 0`,
  },
};

/**
 * The statements that tag the recipients of those sends that have reached the moment, at most once
 * each. When the lead has no room for the tag, the next change of the send or its next classified
 * click tries again.
 */
export function applyLinkTags(
  db: Scope["db"],
  moment: keyof typeof moments,
  sends: SQL,
): Statement[] {
  const { tag, actor, reached } = moments[moment];
  const due = and(sends, reached, present(linkSends));
  const tagId = sql`(
    select tags.id from short_links cross join tags on tags.id = ${tag}
    where short_links.id = link_sends.short_link_id)`;
  const hasTag = sql`exists (
    select 1 from lead_tags where lead_id = link_sends.lead_id and tag_id = ${tagId})`;
  const pairs = sql`
    select lead_id, ${tagId} as tag_id, ${actor} as added_by from link_sends
    where ${due} and ${tagId} is not null`;
  const tagged = sql`${due} and (${tagId} is null or ${hasTag})`;
  return [...attachPairs(pairs), markTagged(db, moment, tagged)];
}
