import { sql } from "drizzle-orm";
import type { Apply } from "#db/placement/outbox";

/** A change as triggers/directory.sql writes it to the outbox. */
type LinkValues = {
  slug_key: string;
  claim: string | null;
  destination_url: string;
  is_active: 0 | 1;
};

/**
 * Applies the change of a short link. A slug is given by its claim only, and never added: a change
 * that comes late, when the slug has gone on to another link, finds nothing.
 */
export const applyLinkChange: Apply = ({ seq, rowId, data }) => {
  const isEarlier = sql`short_link_id = ${rowId} and version < ${seq}`;
  if (data === null) return [sql`delete from slugs where ${isEarlier}`];
  const values: LinkValues = JSON.parse(data);
  return [
    sql`
      update slugs
      set short_link_id = ${rowId}, destination_url = ${values.destination_url},
        is_active = ${values.is_active}, version = ${seq}, claim = null, claimed_at = null
      where slug_key = ${values.slug_key}
        and ((${isEarlier}) or (short_link_id is null and claim = ${values.claim}))`,
    sql`delete from slugs where ${isEarlier} and slug_key <> ${values.slug_key}`,
  ];
};
