import { and, type SQL, sql } from "drizzle-orm";
import { linkSends } from "../../../db/schema/links";
import type { Statement } from "../../../db/scope";
import type { Scope } from "../../../env";
import { applyTags } from "../../leads/tagging";

/**
 * When a link tags its recipient: the tag's column, what must be true of the send, and what marks that the tag has had its turn. Which
 * clicks are people's, the caller knows.
 */
const moments = {
  sent: {
    tag: sql`tag_on_sent_id`,
    reached: sql`sent_at is not null and sent_tagged = 0`,
    mark: { sentTagged: true },
  },
  read: {
    tag: sql`tag_on_read_id`,
    reached: sql`read_at is not null and read_tagged = 0`,
    mark: { readTagged: true },
  },
  clicked: {
    tag: sql`tag_on_clicked_id`,
    reached: sql`clicked_tagged = 0`,
    mark: { clickedTagged: true },
  },
};

/**
 * The statements that tag the leads of those sends that have reached the moment and were not tagged for it before. Where the lead has no
 * room for the tag, it is tried again at the next change of the send, or the next click that is judged.
 */
export function tagFor(db: Scope["db"], moment: keyof typeof moments, sends: SQL): Statement[] {
  const { tag, reached, mark } = moments[moment];
  const due = and(sends, reached);
  const tagId = sql`(select ${tag} from short_links where short_links.id = link_sends.short_link_id)`;
  const done = sql`(${tagId} is null or exists (select 1 from lead_tags where lead_id = link_sends.lead_id and tag_id = ${tagId}))`;
  const pairs = sql`select lead_id, ${tagId} as tag_id from link_sends where ${due} and ${tagId} is not null`;
  return [...applyTags(db, pairs), db.update(linkSends).set(mark).where(and(due, done))];
}
