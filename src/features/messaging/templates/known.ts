import { type SQL, sql } from "drizzle-orm";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { isOfMessage, ofChannel } from "#db/statements/templates";
import type { Scope } from "#env";
import type { KnownTemplate } from "./fits";

/** JSON of the row `templates`, as a `KnownTemplate`. */
const TEMPLATE = sql`json_object(
  'name', templates.name, 'language', templates.language, 'category', templates.category,
  'status', templates.status,
  'components', json(templates.components))`;

export type KnownRow = { channelId: number; templates: string };

/**
 * Selects the templates with the names that `names` selects of each channel whose templates are
 * known, as JSON. The templates of a channel that has none are not known.
 */
export const selectKnownTemplates = (scope: Scope, names: SQL) => sql<KnownRow>`
  select channels.id as channelId, (
      select json_group_array(${TEMPLATE}) from templates
      where ${ofChannel(scope, sql`channels.id`)}
        and templates.name in ${names}
    ) as templates
  from channels
  where ${within(scope, channels)}
    and exists (select 1 from templates where ${ofChannel(scope, sql`channels.id`)})`;

/** The templates of a row; undefined where nothing is known. */
export const templatesIn = (row: KnownRow | undefined): KnownTemplate[] | undefined =>
  row && JSON.parse(row.templates);

/** A template as it is when a message of it is sent. */
export type SentTemplate = KnownTemplate & { createdAt: number };

/** The template of the row `messages`, as JSON of a `SentTemplate`; null where none is known. */
export const templateOfMessage = sql<string | null>`
  case when messages.type = 'template' then (
    select json_set(${TEMPLATE}, '$.createdAt', templates.created_at) from templates
    where ${isOfMessage})
  end`;
