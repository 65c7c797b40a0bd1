-- A deleted parent leaves a tombstone: its rows are hidden at once (db/scope/present.ts) and
-- removed behind (db/removal/tombstones.ts). No foreign key leads from those rows to the parent, as
-- its deletion would then have to delete all of them. The tombstone is there already where a
-- request has written who deletes the row (`leaveTombstones` in db/removal/tombstones.ts), as a
-- DELETE can't.
CREATE TRIGGER leads_removed AFTER DELETE ON leads
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('lead', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
  DELETE FROM lead_duplicates WHERE lead_id = old.id;
  DELETE FROM lead_duplicates WHERE other_id = old.id;
END;

-- A deleted lead is deleted again where an older backup is restored, and so are those that were
-- merged into it. A lead that is being merged is not: there it comes back beside the other. Those
-- of a deleted workspace come back with it.
CREATE TRIGGER leads_erased AFTER DELETE ON leads
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO erasures (kind, row_id, workspace_id, erased_at)
  SELECT 'lead', id, old.workspace_id, cast(unixepoch('subsec') * 1000 AS integer)
  FROM (
    SELECT old.id AS id
    WHERE NOT EXISTS (SELECT 1 FROM lead_merges WHERE lead_id = old.id AND is_joining = 1)
    UNION ALL
    SELECT lead_id FROM lead_merges WHERE keep_id = old.id AND finished_at IS NOT NULL
  )
  WHERE true
  ON CONFLICT DO NOTHING;
  DELETE FROM lead_merges
  WHERE keep_id = old.id OR (lead_id = old.id AND is_joining = 0);
END;

-- The receipt of an erasure comes back where an older backup is restored, and the erasure is
-- repeated.
CREATE TRIGGER erasure_receipts_insert AFTER INSERT ON erasure_receipts
BEGIN
  INSERT OR REPLACE INTO erasures (kind, row_id, workspace_id, erased_at, data)
  VALUES (
    'receipt',
    new.id,
    new.workspace_id,
    new.requested_at,
    json_object(
      'lead_id', new.lead_id,
      'token_id', new.token_id,
      'token_name', new.token_name,
      'suppressions', new.suppressions,
      'suppressed_at', new.suppressed_at
    )
  );
END;

-- Once the erasure is finished, its counts are known.
CREATE TRIGGER erasure_receipts_update AFTER UPDATE OF finished_at ON erasure_receipts
WHEN new.finished_at IS NOT NULL
BEGIN
  INSERT OR REPLACE INTO erasures (kind, row_id, workspace_id, erased_at, data)
  VALUES (
    'receipt',
    new.id,
    new.workspace_id,
    new.requested_at,
    json_object(
      'lead_id', new.lead_id,
      'token_id', new.token_id,
      'token_name', new.token_name,
      'suppressions', new.suppressions,
      'suppressed_at', new.suppressed_at,
      'finished_at', new.finished_at,
      'removed', json(new.removed)
    )
  );
END;

-- A revoked token stays revoked where an older backup is restored. Those of a deleted workspace
-- come back with it, also after a restore that has failed.
CREATE TRIGGER tokens_erased AFTER DELETE ON tokens
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
  AND NOT EXISTS (
    SELECT 1
    FROM backups
    WHERE workspace_id = old.workspace_id AND state IN ('restoring', 'undoing')
  )
BEGIN
  INSERT INTO erasures (kind, row_id, workspace_id, erased_at)
  VALUES ('token', old.id, old.workspace_id, cast(unixepoch('subsec') * 1000 AS integer))
  ON CONFLICT DO NOTHING;
END;

-- A deleted workspace does not come back when all workspaces are recovered from their backups.
CREATE TRIGGER workspaces_erased AFTER INSERT ON workspace_removals
WHEN new.finished_at IS NULL
BEGIN
  INSERT INTO erasures (kind, row_id, workspace_id, erased_at)
  VALUES ('workspace', new.workspace_id, new.workspace_id, new.requested_at)
  ON CONFLICT DO NOTHING;
END;

-- A lead has few conversations, which go with it at once; their messages are removed behind.
CREATE TRIGGER conversations_removed AFTER DELETE ON conversations
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id, receipt_id)
  VALUES (
    'conversation',
    old.id,
    old.workspace_id,
    ifnull(
      (SELECT receipt_id FROM removals WHERE kind = 'lead' AND parent_id = old.lead_id),
      0
    )
  );
END;

-- A deleted tag leaves the leads and runs that had it to be removed behind.
CREATE TRIGGER tags_removed AFTER DELETE ON tags
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('tag', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
END;

-- A deleted scenario leaves its runs and graphs.
CREATE TRIGGER scenarios_removed AFTER DELETE ON scenarios
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('scenario', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
  INSERT OR REPLACE INTO removals (kind, parent_id, workspace_id, up_to, changed_by)
  SELECT 'runs', parent_id, workspace_id, 9007199254740991, changed_by
  FROM removals
  WHERE kind = 'scenario' AND parent_id = old.id;
END;

-- A deleted short link leaves its link sends, with their clicks, and its hours.
CREATE TRIGGER short_links_removed AFTER DELETE ON short_links
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('short_link', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
END;

-- A deleted webhook endpoint leaves its deliveries.
CREATE TRIGGER webhook_endpoints_removed AFTER DELETE ON webhook_endpoints
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('webhook_endpoint', old.id, old.workspace_id);
END;

-- A deleted source leaves its deliveries.
CREATE TRIGGER sources_removed AFTER DELETE ON sources
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('source', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
END;

-- No row is added behind a deleted parent: what a foreign key would refuse.
CREATE TRIGGER runs_parents BEFORE INSERT ON runs
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
  OR NOT EXISTS (SELECT 1 FROM scenarios WHERE id = new.scenario_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed: runs.lead_id')
  WHERE EXISTS (SELECT 1 FROM scenarios WHERE id = new.scenario_id);
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed: runs.scenario_id');
END;

-- No row of scenario_versions is added behind a deleted scenario.
CREATE TRIGGER scenario_versions_parent BEFORE INSERT ON scenario_versions
WHEN NOT EXISTS (SELECT 1 FROM scenarios WHERE id = new.scenario_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of messages is added behind a deleted conversation.
CREATE TRIGGER messages_parent BEFORE INSERT ON messages
WHEN NOT EXISTS (SELECT 1 FROM conversations WHERE id = new.conversation_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of link_sends is added behind a deleted lead or short link.
CREATE TRIGGER link_sends_parents BEFORE INSERT ON link_sends
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
  OR NOT EXISTS (SELECT 1 FROM short_links WHERE id = new.short_link_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of link_hours is added behind a deleted short link.
CREATE TRIGGER link_hours_parent BEFORE INSERT ON link_hours
WHEN NOT EXISTS (SELECT 1 FROM short_links WHERE id = new.short_link_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of lead_tags is added behind a deleted tag.
CREATE TRIGGER lead_tags_parent BEFORE INSERT ON lead_tags
WHEN NOT EXISTS (SELECT 1 FROM tags WHERE id = new.tag_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of consents is added behind a deleted lead.
CREATE TRIGGER consents_parent BEFORE INSERT ON consents
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No comment is a deleted lead's.
CREATE TRIGGER comments_parent BEFORE INSERT ON comments
WHEN new.lead_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No booking is added behind a deleted lead.
CREATE TRIGGER bookings_parent BEFORE INSERT ON bookings
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed: bookings.lead_id');
END;

-- No row of analyses is added behind a deleted conversation.
CREATE TRIGGER analyses_parent BEFORE INSERT ON analyses
WHEN NOT EXISTS (SELECT 1 FROM conversations WHERE id = new.conversation_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of webhook_deliveries is added behind a deleted webhook endpoint.
CREATE TRIGGER webhook_deliveries_parent BEFORE INSERT ON webhook_deliveries
WHEN NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = new.endpoint_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- No row of source_deliveries is added behind a deleted source.
CREATE TRIGGER source_deliveries_parent BEFORE INSERT ON source_deliveries
WHEN NOT EXISTS (SELECT 1 FROM sources WHERE id = new.source_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;

-- A lead can be enrolled again as soon as the runs of the scenario are deleted: its hidden active
-- run ends.
CREATE TRIGGER runs_replace_removed BEFORE INSERT ON runs
WHEN EXISTS (
    SELECT 1
    FROM removals
    WHERE kind = 'runs' AND parent_id = new.scenario_id AND lead_id = 0
  )
  OR EXISTS (
    SELECT 1
    FROM removals
    WHERE kind = 'runs' AND parent_id = new.scenario_id AND lead_id = new.lead_id
  )
BEGIN
  UPDATE runs
  SET
    state = 'cancelled',
    end_reason = 'cancelled',
    ended_at = new.created_at,
    next_at = NULL,
    waiting_for = NULL,
    waiting_until = NULL
  WHERE scenario_id = new.scenario_id
    AND lead_id = new.lead_id
    AND ended_at IS NULL
    AND id <= (
      SELECT max(up_to)
      FROM removals
      WHERE kind = 'runs' AND parent_id = new.scenario_id AND lead_id IN (0, new.lead_id)
    );
END;

-- The slugs of a deleted workspace are free at once: its link that has one gives it up. No slug has
-- a slash.
CREATE TRIGGER short_links_free_slug BEFORE INSERT ON short_links
WHEN EXISTS (
  SELECT 1
  FROM short_links AS taken
    CROSS JOIN workspace_removals ON workspace_removals.workspace_id = taken.workspace_id
  WHERE taken.slug_key = new.slug_key
)
BEGIN
  UPDATE short_links SET slug_key = '/' || id WHERE slug_key = new.slug_key;
END;

-- So does it for a link that gets another slug.
CREATE TRIGGER short_links_free_new_slug BEFORE UPDATE OF slug_key ON short_links
WHEN new.slug_key <> old.slug_key
  AND EXISTS (
    SELECT 1
    FROM short_links AS taken
      CROSS JOIN workspace_removals ON workspace_removals.workspace_id = taken.workspace_id
    WHERE taken.slug_key = new.slug_key
  )
BEGIN
  UPDATE short_links SET slug_key = '/' || id WHERE slug_key = new.slug_key;
END;

-- The id of a deleted row is not given again: the tables with AUTOINCREMENT write a row with each
-- insert for this.
CREATE TRIGGER messages_spent BEFORE DELETE ON messages
WHEN old.id = (SELECT max(id) FROM messages)
BEGIN
  INSERT INTO spent_ids (table_name, id) VALUES ('messages', old.id)
  ON CONFLICT (table_name) DO UPDATE SET id = max(id, excluded.id);
END;

-- The id of a deleted row is not given again: the tables with AUTOINCREMENT write a row with each
-- insert for this.
CREATE TRIGGER link_clicks_spent BEFORE DELETE ON link_clicks
WHEN old.id = (SELECT max(id) FROM link_clicks)
BEGIN
  INSERT INTO spent_ids (table_name, id) VALUES ('link_clicks', old.id)
  ON CONFLICT (table_name) DO UPDATE SET id = max(id, excluded.id);
END;
