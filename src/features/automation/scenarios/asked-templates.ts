import { sql } from "drizzle-orm";

const SENT = sql`iif(
  node.value ->> '$.type' = 'template', node.value -> '$.data',
  node.value -> '$.data.on_window_closed')`;

/**
 * The template that a node of a version sends, at once or while the window is closed; null where it
 * sends none. The node is the row of `json_each(scenario_versions.nodes) as node`.
 */
export const asked = { name: sql`${SENT} ->> '$.name'`, language: sql`${SENT} ->> '$.language'` };
