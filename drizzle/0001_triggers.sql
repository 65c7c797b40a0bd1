CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT raise(ABORT, 'audit_log_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log
WHEN old.created_at > (unixepoch('subsec') - 365 * 86400) * 1000
BEGIN
  SELECT raise(ABORT, 'audit_log_append_only');
END;
--> statement-breakpoint
CREATE VIEW stale_rows AS SELECT id FROM workspaces;
--> statement-breakpoint
CREATE TRIGGER stale_rows_insert INSTEAD OF INSERT ON stale_rows
BEGIN
  SELECT raise(ABORT, 'stale_row');
END;
--> statement-breakpoint
CREATE TRIGGER workspaces_version
AFTER UPDATE OF name, default_country, quotas, suspended_at, suspended_reason ON workspaces
WHEN new.copied_version IS NOT NULL
BEGIN
  UPDATE workspaces SET version = version + 1 WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER outbox_short_link_insert AFTER INSERT ON short_links
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'short_link',
    new.id,
    new.workspace_id,
    json_object(
      'slug_key', new.slug_key,
      'claim', new.slug_claim,
      'destination_url', new.destination_url,
      'is_active', new.is_active
    )
  );
END;
--> statement-breakpoint
CREATE TRIGGER outbox_short_link_update
AFTER UPDATE OF slug_key, destination_url, is_active ON short_links
WHEN new.slug_key IS NOT old.slug_key
  OR new.destination_url IS NOT old.destination_url
  OR new.is_active IS NOT old.is_active
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'short_link',
    new.id,
    new.workspace_id,
    json_object(
      'slug_key', new.slug_key,
      'claim', new.slug_claim,
      'destination_url', new.destination_url,
      'is_active', new.is_active
    )
  );
END;
--> statement-breakpoint
CREATE TRIGGER outbox_short_link_delete AFTER DELETE ON short_links
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id) VALUES ('short_link', old.id, old.workspace_id);
END;
--> statement-breakpoint
CREATE TRIGGER outbox_channel_insert AFTER INSERT ON channels
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'channel',
    new.id,
    new.workspace_id,
    json_object(
      'platform', new.platform,
      'provider', new.provider,
      'external_id', new.external_id
    )
  );
END;
--> statement-breakpoint
CREATE TRIGGER outbox_channel_update AFTER UPDATE OF platform, provider, external_id ON channels
WHEN new.external_id IS NOT old.external_id
  OR new.platform IS NOT old.platform
  OR new.provider IS NOT old.provider
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES (
    'channel',
    new.id,
    new.workspace_id,
    json_object(
      'platform', new.platform,
      'provider', new.provider,
      'external_id', new.external_id
    )
  );
END;
--> statement-breakpoint
CREATE TRIGGER outbox_channel_delete AFTER DELETE ON channels
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id) VALUES ('channel', old.id, old.workspace_id);
END;
--> statement-breakpoint
CREATE TRIGGER outbox_source_insert AFTER INSERT ON sources
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES ('source', new.id, new.workspace_id, json_object('keys', json(new.key_hashes)));
END;
--> statement-breakpoint
CREATE TRIGGER outbox_source_update AFTER UPDATE OF key_hashes ON sources
WHEN new.key_hashes IS NOT old.key_hashes
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id, data)
  VALUES ('source', new.id, new.workspace_id, json_object('keys', json(new.key_hashes)));
END;
--> statement-breakpoint
CREATE TRIGGER outbox_source_delete AFTER DELETE ON sources
WHEN NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = old.workspace_id)
BEGIN
  INSERT INTO outbox (kind, row_id, workspace_id) VALUES ('source', old.id, old.workspace_id);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE leads_search USING fts5(
  grams,
  content='',
  contentless_delete=1,
  detail=none,
  tokenize='ascii'
);
--> statement-breakpoint
INSERT INTO leads_search (leads_search, rank) VALUES ('usermerge', 2);
--> statement-breakpoint
CREATE VIEW lead_grams AS
SELECT
  leads.id,
  (
    WITH RECURSIVE tails (field, least, tail) AS (
      SELECT leads.workspace_id || column1, column2, column3
      FROM (
        VALUES
          (
            'n',
            1,
            trim(ifnull(leads.first_name_search, '') || ' ' || ifnull(leads.last_name_search, ''))
          ),
          ('u', 1, leads.username_search),
          ('e', 1, leads.email_search),
          ('p', 3, leads.phone_search),
          ('x', 3, leads.ext_id_search)
      )
      UNION ALL SELECT field, least, substr(tail, 2) FROM tails WHERE length(tail) > least
    )
    SELECT group_concat(
      iif(
        least = 1,
        field || hex(substr(tail, 1, 1)) || ' ' || field || hex(substr(tail, 1, 2)) || ' ',
        ''
      ) ||
      field || hex(substr(tail, 1, 3)) ||
      iif(length(tail) > 4, ' ' || field || hex(substr(tail, 1, 5)), ''),
      ' '
    )
    FROM tails
    WHERE length(tail) >= least
  ) AS grams
FROM leads;
--> statement-breakpoint
CREATE TRIGGER leads_search_insert AFTER INSERT ON leads
BEGIN
  INSERT INTO leads_search (rowid, grams)
  SELECT id, grams FROM lead_grams WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER leads_search_update
AFTER UPDATE OF
  first_name_search, last_name_search, email_key, email_folded, phone_key, phone_folded,
  username_search, ext_id, ext_id_folded
ON leads
WHEN new.first_name_search IS NOT old.first_name_search
  OR new.last_name_search IS NOT old.last_name_search
  OR new.email_search IS NOT old.email_search
  OR new.phone_search IS NOT old.phone_search
  OR new.username_search IS NOT old.username_search
  OR new.ext_id_search IS NOT old.ext_id_search
BEGIN
  DELETE FROM leads_search WHERE rowid = old.id;
  INSERT INTO leads_search (rowid, grams)
  SELECT id, grams FROM lead_grams WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER leads_search_delete AFTER DELETE ON leads
BEGIN
  DELETE FROM leads_search WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER lead_tags_limit BEFORE INSERT ON lead_tags
WHEN (
    SELECT count(*)
    FROM lead_tags
    WHERE lead_id = new.lead_id
      AND NOT EXISTS (SELECT 1 FROM removals WHERE kind = 'tag' AND parent_id = tag_id)
  ) >= 100
  AND NOT EXISTS (
    SELECT 1 FROM lead_tags WHERE lead_id = new.lead_id AND tag_id = new.tag_id
  )
BEGIN
  SELECT raise(ABORT, 'lead_tags_limit');
END;
--> statement-breakpoint
CREATE TRIGGER leads_pin_lost AFTER UPDATE OF pipeline_stage ON leads
WHEN (new.pipeline_stage IS 'lost') <> (old.pipeline_stage IS 'lost')
BEGIN
  UPDATE leads
  SET profile_pinned = json_set(
    iif(
      old.pipeline_stage IS 'lost' AND new.lost_reason IS NULL,
      json_remove(profile_pinned, '$.lost_reason'),
      profile_pinned
    ),
    '$.is_lost',
    json('true')
  )
  WHERE id = new.id;
END;
--> statement-breakpoint
CREATE VIEW new_lead_hashes AS
SELECT id AS lead_id, 'phone' AS kind, phone_hash AS hash, updated_at AS given_at FROM leads;
--> statement-breakpoint
CREATE TRIGGER new_lead_hashes_suppressed INSTEAD OF INSERT ON new_lead_hashes
WHEN EXISTS (
  SELECT 1
  FROM leads
    CROSS JOIN suppressions
      ON suppressions.workspace_id = leads.workspace_id AND suppressions.hash = new.hash
  WHERE leads.id = new.lead_id
    AND (
      suppressions.scope = 'all' AND leads.is_optout = 0
      OR suppressions.marketing_at IS NOT NULL AND leads.is_marketing_optout = 0
    )
)
BEGIN
  INSERT INTO consents (workspace_id, lead_id, scope, kind, method, at, created_at)
  SELECT
    leads.workspace_id,
    leads.id,
    about.scope,
    'opted_out',
    'suppression',
    max(
      iif(about.scope = 'all', suppressions.at, suppressions.marketing_at),
      ifnull(new.given_at, 0)
    ),
    cast(unixepoch('subsec') * 1000 AS integer)
  FROM leads
    CROSS JOIN suppressions
      ON suppressions.workspace_id = leads.workspace_id AND suppressions.hash = new.hash
    CROSS JOIN (SELECT 'all' AS scope UNION ALL SELECT 'marketing') AS about
  WHERE leads.id = new.lead_id
    AND iif(
      about.scope = 'all',
      suppressions.scope = 'all' AND leads.is_optout = 0,
      suppressions.marketing_at IS NOT NULL AND leads.is_marketing_optout = 0
    )
  ON CONFLICT DO NOTHING;
  UPDATE leads
  SET
    is_optout = 1,
    changed_by = 's',
    updated_at = max(cast(unixepoch('subsec') * 1000 AS integer), updated_at + 1)
  WHERE id = new.lead_id
    AND is_optout = 0
    AND EXISTS (
      SELECT 1
      FROM suppressions
      WHERE suppressions.workspace_id = leads.workspace_id
        AND suppressions.hash = new.hash
        AND scope = 'all'
    )
    AND (
      SELECT kind
      FROM consents
      WHERE lead_id = leads.id
        AND scope = 'all'
        AND NOT (kind = 'opted_in' AND method IN ('preference', 'form'))
      ORDER BY at / 1000 DESC, id DESC
      LIMIT 1
    ) = 'opted_out';
  UPDATE leads
  SET
    is_marketing_optout = 1,
    changed_by = 's',
    updated_at = max(cast(unixepoch('subsec') * 1000 AS integer), updated_at + 1)
  WHERE id = new.lead_id
    AND is_marketing_optout = 0
    AND (
      SELECT kind
      FROM consents
      WHERE lead_id = leads.id AND scope = 'marketing' AND method <> 'form'
      ORDER BY at / 1000 DESC, id DESC
      LIMIT 1
    ) = 'opted_out';
END;
--> statement-breakpoint
CREATE TRIGGER new_lead_hashes_remembered INSTEAD OF INSERT ON new_lead_hashes
WHEN new.hash IS NOT NULL
  AND (SELECT is_optout OR is_marketing_optout FROM leads WHERE id = new.lead_id)
BEGIN
  INSERT INTO suppressions (
    workspace_id, kind, hash, scope, at, lead_id, marketing_at, marketing_lead_id, created_at
  )
  SELECT
    workspace_id,
    new.kind,
    new.hash,
    iif(is_optout, 'all', 'marketing'),
    now,
    iif(is_optout, own_all, NULL),
    iif(is_marketing_optout, now, NULL),
    iif(is_marketing_optout, own_marketing, NULL),
    now
  FROM (
    SELECT
      workspace_id,
      is_optout,
      is_marketing_optout,
      cast(unixepoch('subsec') * 1000 AS integer) AS now,
      iif(
        new.given_at IS NULL
        AND (
          SELECT method
          FROM consents
          WHERE lead_id = new.lead_id AND scope = 'all' AND kind = 'opted_out'
          ORDER BY at / 1000 DESC, id DESC
          LIMIT 1
        ) IN ('keyword', 'button', 'platform_button', 'preference', 'link'),
        new.lead_id,
        NULL
      ) AS own_all,
      iif(
        new.given_at IS NULL
        AND (
          SELECT method
          FROM consents
          WHERE lead_id = new.lead_id AND scope = 'marketing' AND kind = 'opted_out'
          ORDER BY at / 1000 DESC, id DESC
          LIMIT 1
        ) IN ('keyword', 'button', 'platform_button', 'preference', 'link'),
        new.lead_id,
        NULL
      ) AS own_marketing
    FROM leads
    WHERE id = new.lead_id
  )
  WHERE true
  ON CONFLICT (workspace_id, hash) DO UPDATE
  SET
    at = iif(scope = 'marketing' AND excluded.scope = 'all', excluded.at, at),
    lead_id = iif(scope = 'marketing' AND excluded.scope = 'all', excluded.lead_id, lead_id),
    scope = iif(excluded.scope = 'all', 'all', scope),
    marketing_at = ifnull(marketing_at, excluded.marketing_at),
    marketing_lead_id = iif(marketing_at IS NULL, excluded.marketing_lead_id, marketing_lead_id)
  WHERE scope = 'marketing' AND excluded.scope = 'all'
    OR marketing_at IS NULL AND excluded.marketing_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER leads_hashes_update AFTER UPDATE OF phone_hash, email_hash ON leads
WHEN new.phone_hash IS NOT old.phone_hash OR new.email_hash IS NOT old.email_hash
BEGIN
  INSERT INTO new_lead_hashes (lead_id, kind, hash, given_at)
  SELECT new.id, 'phone', new.phone_hash, new.updated_at
  WHERE new.phone_hash IS NOT old.phone_hash
  UNION ALL
  SELECT new.id, 'email', new.email_hash, new.updated_at
  WHERE new.email_hash IS NOT old.email_hash;
END;
--> statement-breakpoint
CREATE TRIGGER lead_identities_insert AFTER INSERT ON lead_identities
BEGIN
  INSERT INTO new_lead_hashes (lead_id, kind, hash)
  VALUES (new.lead_id, iif(new.kind = 'wa_id', 'phone', new.kind), new.hash);
END;
--> statement-breakpoint
CREATE TRIGGER lead_identities_comments AFTER INSERT ON lead_identities
WHEN new.kind <> 'wa_id'
BEGIN
  UPDATE comments
  SET lead_id = new.lead_id
  WHERE workspace_id = new.workspace_id
    AND author_id = new.value
    AND lead_id IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER lead_identities_update AFTER UPDATE OF lead_id, hash ON lead_identities
WHEN new.lead_id <> old.lead_id OR new.hash IS NOT old.hash
BEGIN
  INSERT INTO new_lead_hashes (lead_id, kind, hash)
  VALUES (new.lead_id, iif(new.kind = 'wa_id', 'phone', new.kind), new.hash);
END;
--> statement-breakpoint
CREATE TRIGGER leads_suppress AFTER UPDATE OF is_optout ON leads
WHEN new.is_optout <> old.is_optout
BEGIN
  INSERT INTO suppressions (workspace_id, kind, hash, at, lead_id, created_at)
  SELECT
    new.workspace_id,
    hashes.kind,
    hash,
    ifnull(latest.at, cast(unixepoch('subsec') * 1000 AS integer)),
    iif(latest.method IN ('keyword', 'button', 'platform_button', 'preference', 'link'),
      new.id, NULL),
    cast(unixepoch('subsec') * 1000 AS integer)
  FROM (
    SELECT 'phone' AS kind, new.phone_hash AS hash
    UNION ALL SELECT 'email', new.email_hash
    UNION ALL
    SELECT iif(lead_identities.kind = 'wa_id', 'phone', lead_identities.kind), hash
    FROM lead_identities
    WHERE lead_id = new.id
  ) AS hashes
    LEFT JOIN (
      SELECT at, method
      FROM consents
      WHERE lead_id = new.id AND scope = 'all' AND consents.kind = 'opted_out'
      ORDER BY at / 1000 DESC, id DESC
      LIMIT 1
    ) AS latest
  WHERE hash IS NOT NULL AND new.is_optout = 1
  ON CONFLICT (workspace_id, hash) DO UPDATE
  SET
    at = iif(scope = 'all', max(at, excluded.at), excluded.at),
    lead_id = iif(scope = 'all' AND lead_id IS NOT excluded.lead_id, NULL, excluded.lead_id),
    scope = 'all';
  DELETE FROM suppressions
  WHERE new.is_optout = 0
    AND workspace_id = new.workspace_id
    AND hash IN (
      SELECT new.phone_hash
      UNION ALL SELECT new.email_hash
      UNION ALL SELECT hash FROM lead_identities WHERE lead_id = new.id
    )
    AND lead_id = new.id
    AND marketing_at IS NULL;
  UPDATE suppressions
  SET scope = 'marketing', at = marketing_at, lead_id = NULL
  WHERE new.is_optout = 0
    AND workspace_id = new.workspace_id
    AND hash IN (
      SELECT new.phone_hash
      UNION ALL SELECT new.email_hash
      UNION ALL SELECT hash FROM lead_identities WHERE lead_id = new.id
    )
    AND lead_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER leads_suppress_marketing AFTER UPDATE OF is_marketing_optout ON leads
WHEN new.is_marketing_optout <> old.is_marketing_optout
BEGIN
  INSERT INTO suppressions (
    workspace_id, kind, hash, scope, at, marketing_at, marketing_lead_id, created_at
  )
  SELECT
    new.workspace_id,
    hashes.kind,
    hash,
    'marketing',
    ifnull(latest.at, cast(unixepoch('subsec') * 1000 AS integer)),
    ifnull(latest.at, cast(unixepoch('subsec') * 1000 AS integer)),
    iif(latest.method IN ('keyword', 'button', 'platform_button', 'preference', 'link'),
      new.id, NULL),
    cast(unixepoch('subsec') * 1000 AS integer)
  FROM (
    SELECT 'phone' AS kind, new.phone_hash AS hash
    UNION ALL SELECT 'email', new.email_hash
    UNION ALL
    SELECT iif(lead_identities.kind = 'wa_id', 'phone', lead_identities.kind), hash
    FROM lead_identities
    WHERE lead_id = new.id
  ) AS hashes
    LEFT JOIN (
      SELECT at, method
      FROM consents
      WHERE lead_id = new.id AND scope = 'marketing' AND consents.kind = 'opted_out'
      ORDER BY at / 1000 DESC, id DESC
      LIMIT 1
    ) AS latest
  WHERE hash IS NOT NULL AND new.is_marketing_optout = 1
  ON CONFLICT (workspace_id, hash) DO UPDATE
  SET
    at = iif(scope = 'all', at, max(at, excluded.at)),
    marketing_at = max(ifnull(marketing_at, 0), excluded.marketing_at),
    marketing_lead_id = iif(
      marketing_at IS NOT NULL AND marketing_lead_id IS NOT excluded.marketing_lead_id,
      NULL,
      excluded.marketing_lead_id
    );
  DELETE FROM suppressions
  WHERE new.is_marketing_optout = 0
    AND workspace_id = new.workspace_id
    AND hash IN (
      SELECT new.phone_hash
      UNION ALL SELECT new.email_hash
      UNION ALL SELECT hash FROM lead_identities WHERE lead_id = new.id
    )
    AND marketing_lead_id = new.id
    AND scope = 'marketing';
  UPDATE suppressions
  SET marketing_at = NULL, marketing_lead_id = NULL
  WHERE new.is_marketing_optout = 0
    AND workspace_id = new.workspace_id
    AND hash IN (
      SELECT new.phone_hash
      UNION ALL SELECT new.email_hash
      UNION ALL SELECT hash FROM lead_identities WHERE lead_id = new.id
    )
    AND marketing_lead_id = new.id;
END;
--> statement-breakpoint
CREATE VIEW shared_optouts AS
SELECT lead_id AS from_id, other_id AS to_id FROM lead_duplicates;
--> statement-breakpoint
CREATE TRIGGER shared_optouts_all INSTEAD OF INSERT ON shared_optouts
WHEN EXISTS (
  SELECT 1
  FROM leads AS mine CROSS JOIN leads AS theirs ON theirs.id = new.to_id
  WHERE mine.id = new.from_id AND mine.is_optout = 1 AND theirs.is_optout = 0
)
BEGIN
  INSERT INTO same_person_consents (lead_id, scope) VALUES (new.to_id, 'all');
  UPDATE leads
  SET
    is_optout = 1,
    changed_by = 's',
    updated_at = max(cast(unixepoch('subsec') * 1000 AS integer), updated_at + 1)
  WHERE id = new.to_id;
END;
--> statement-breakpoint
CREATE TRIGGER shared_optouts_marketing INSTEAD OF INSERT ON shared_optouts
WHEN EXISTS (
  SELECT 1
  FROM leads AS mine CROSS JOIN leads AS theirs ON theirs.id = new.to_id
  WHERE mine.id = new.from_id AND mine.is_marketing_optout = 1 AND theirs.is_marketing_optout = 0
)
BEGIN
  INSERT INTO same_person_consents (lead_id, scope) VALUES (new.to_id, 'marketing');
  UPDATE leads
  SET
    is_marketing_optout = 1,
    changed_by = 's',
    updated_at = max(cast(unixepoch('subsec') * 1000 AS integer), updated_at + 1)
  WHERE id = new.to_id;
END;
--> statement-breakpoint
CREATE VIEW same_person_consents AS
SELECT lead_id, scope FROM consents WHERE method = 'same_person';
--> statement-breakpoint
CREATE TRIGGER same_person_consents_insert INSTEAD OF INSERT ON same_person_consents
BEGIN
  INSERT INTO consents (workspace_id, lead_id, scope, kind, method, at, created_at)
  SELECT
    workspace_id,
    id,
    new.scope,
    'opted_out',
    'same_person',
    max(
      cast(unixepoch('subsec') * 1000 AS integer),
      ifnull(
        (
          SELECT at
          FROM consents
          WHERE lead_id = leads.id AND scope = new.scope
          ORDER BY at / 1000 DESC
          LIMIT 1
        ),
        0
      )
    ),
    cast(unixepoch('subsec') * 1000 AS integer)
  FROM leads
  WHERE id = new.lead_id
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER lead_duplicates_insert AFTER INSERT ON lead_duplicates
BEGIN
  INSERT INTO shared_optouts (from_id, to_id)
  VALUES (new.lead_id, new.other_id), (new.other_id, new.lead_id);
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'lead.same_person_found',
    new.lead_id,
    NULL,
    json_object('other_id', new.other_id),
    's'
  WHERE NOT EXISTS (
    SELECT 1
    FROM lead_merges
    WHERE finished_at IS NULL
      AND (lead_id, keep_id) IN (
        VALUES (new.lead_id, new.other_id), (new.other_id, new.lead_id)
      )
  );
END;
--> statement-breakpoint
CREATE TRIGGER lead_duplicates_update AFTER UPDATE OF lead_id, other_id ON lead_duplicates
WHEN new.dismissed_at IS NULL
BEGIN
  INSERT INTO shared_optouts (from_id, to_id)
  VALUES (new.lead_id, new.other_id), (new.other_id, new.lead_id);
END;
--> statement-breakpoint
CREATE TRIGGER leads_same_person AFTER UPDATE OF is_optout, is_marketing_optout ON leads
WHEN (
    new.is_optout > old.is_optout OR new.is_marketing_optout > old.is_marketing_optout
  )
  AND (
    EXISTS (SELECT 1 FROM lead_duplicates WHERE lead_id = new.id)
    OR EXISTS (SELECT 1 FROM lead_duplicates WHERE other_id = new.id)
  )
BEGIN
  INSERT INTO shared_optouts (from_id, to_id)
  SELECT new.id, id
  FROM (
    WITH RECURSIVE person (id) AS (
      SELECT new.id
      UNION
      SELECT iif(pair.lead_id = person.id, pair.other_id, pair.lead_id)
      FROM person
        CROSS JOIN lead_duplicates AS pair
          ON (pair.lead_id = person.id OR pair.other_id = person.id)
          AND pair.dismissed_at IS NULL
      LIMIT 100
    )
    SELECT id FROM person
  )
  WHERE id <> new.id;
END;
--> statement-breakpoint
CREATE TRIGGER segments_tag_deleted AFTER DELETE ON tags
BEGIN
  UPDATE segments
  SET missing_tag_ids = json_insert(missing_tag_ids, '$[#]', old.id)
  WHERE workspace_id = old.workspace_id
    AND (
      old.id IN (SELECT value FROM json_each(filter, '$.tag_ids'))
      OR old.id IN (SELECT value FROM json_each(filter, '$.exclude_tag_ids'))
    );
END;
--> statement-breakpoint
CREATE TRIGGER leads_stage_moved AFTER UPDATE OF pipeline_stage ON leads
WHEN new.pipeline_stage IS NOT old.pipeline_stage AND new.stage_booking_id IS NOT NULL
BEGIN
  UPDATE leads SET stage_booking_id = NULL WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_deleted AFTER DELETE ON bookings
BEGIN
  UPDATE leads SET stage_booking_id = NULL
  WHERE id = old.lead_id AND stage_booking_id = old.id;
  UPDATE runs SET booking_id = NULL WHERE booking_id = old.id AND ended_at IS NULL;
END;
--> statement-breakpoint
CREATE VIEW booking_stages AS
SELECT id AS booking_id, '' AS move, '' AS stage, '' AS lost_reason, '' AS from_stages,
  changed_by AS actor
FROM bookings;
--> statement-breakpoint
CREATE TRIGGER booking_stages_booked INSTEAD OF INSERT ON booking_stages
WHEN new.move = 'booked'
  AND EXISTS (
    SELECT 1
    FROM bookings
      CROSS JOIN leads ON leads.id = bookings.lead_id
    WHERE bookings.id = new.booking_id
      AND stage_before IS NULL
      AND stage_booking_id IS NULL
      AND pipeline_stage <> new.stage
      AND pipeline_stage IN (SELECT value FROM json_each(new.from_stages))
  )
BEGIN
  UPDATE bookings
  SET stage_before = (SELECT pipeline_stage FROM leads WHERE leads.id = bookings.lead_id)
  WHERE id = new.booking_id;
  INSERT INTO stage_moves (lead_id, booking_id, stage, lost_reason, actor)
  SELECT lead_id, id, new.stage, NULL, new.actor FROM bookings WHERE id = new.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER booking_stages_shared INSTEAD OF INSERT ON booking_stages
WHEN new.move = 'booked'
  AND EXISTS (
    SELECT 1
    FROM bookings
      CROSS JOIN leads ON leads.id = bookings.lead_id
    WHERE bookings.id = new.booking_id
      AND stage_before IS NULL
      AND stage_booking_id <> new.booking_id
      AND pipeline_stage = new.stage
  )
BEGIN
  UPDATE bookings
  SET stage_before = (
    SELECT first.stage_before
    FROM leads
      CROSS JOIN bookings AS first ON first.id = leads.stage_booking_id
    WHERE leads.id = bookings.lead_id
  )
  WHERE id = new.booking_id;
  UPDATE leads SET stage_booking_id = new.booking_id
  WHERE id = (SELECT lead_id FROM bookings WHERE id = new.booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER booking_stages_left INSTEAD OF INSERT ON booking_stages
WHEN new.move = 'left'
BEGIN
  UPDATE leads
  SET stage_booking_id = next.id
  FROM (
    SELECT other.id, other.lead_id
    FROM bookings AS this
      CROSS JOIN bookings AS other ON other.lead_id = this.lead_id
    WHERE this.id = new.booking_id
      AND other.starts_at > unixepoch('subsec') * 1000
      AND other.state = 'booked'
      AND other.stage_before IS NOT NULL
      AND other.id <> this.id
    ORDER BY other.starts_at
    LIMIT 1
  ) AS next
  WHERE new.stage IS NULL
    AND leads.id = next.lead_id
    AND stage_booking_id = new.booking_id;
  INSERT INTO stage_moves (lead_id, booking_id, stage, lost_reason, actor)
  SELECT
    leads.id,
    iif(new.stage IS NULL, NULL, new.booking_id),
    ifnull(new.stage, stage_before),
    new.lost_reason,
    new.actor
  FROM bookings
    CROSS JOIN leads ON leads.id = bookings.lead_id
  WHERE bookings.id = new.booking_id AND stage_booking_id = new.booking_id;
  UPDATE bookings SET stage_before = NULL
  WHERE id = new.booking_id AND new.stage IS NULL AND stage_before IS NOT NULL;
END;
--> statement-breakpoint
CREATE VIEW stage_moves AS
SELECT id AS lead_id, stage_booking_id AS booking_id, pipeline_stage AS stage, lost_reason,
  changed_by AS actor
FROM leads;
--> statement-breakpoint
CREATE TRIGGER stage_moves_insert INSTEAD OF INSERT ON stage_moves
BEGIN
  UPDATE leads
  SET
    pipeline_stage = new.stage,
    is_lost = iif(
      (new.stage IS 'lost') = (pipeline_stage IS 'lost'), is_lost, new.stage IS 'lost'
    ),
    lost_reason = iif(
      new.stage = 'lost',
      ifnull(new.lost_reason, lost_reason),
      iif(pipeline_stage = 'lost', NULL, lost_reason)
    ),
    changed_by = new.actor,
    updated_at = max(cast(unixepoch('subsec') * 1000 AS integer), updated_at + 1)
  WHERE id = new.lead_id AND pipeline_stage IS NOT new.stage;
  UPDATE leads SET stage_booking_id = new.booking_id
  WHERE id = new.lead_id AND stage_booking_id IS NOT new.booking_id;
END;
--> statement-breakpoint
CREATE VIEW booking_steps AS
SELECT workspace_id, id AS booking_id, lead_id, source_id, '' AS data, '' AS joined, '' AS stage,
  changed_by AS actor, updated_at AS at
FROM bookings;
--> statement-breakpoint
CREATE TRIGGER booking_steps_insert INSTEAD OF INSERT ON booking_steps
BEGIN
  UPDATE bookings
  SET stage_before = ifnull(
    stage_before,
    (
      SELECT joined.stage_before
      FROM json_each(new.joined)
        CROSS JOIN bookings AS joined ON joined.id = value
      WHERE joined.stage_before IS NOT NULL AND joined.lead_id = bookings.lead_id
      LIMIT 1
    )
  )
  WHERE id = new.booking_id AND json_array_length(new.joined) > 0;
  UPDATE leads SET stage_booking_id = new.booking_id
  WHERE id = (SELECT lead_id FROM bookings WHERE id = new.booking_id)
    AND stage_booking_id IN (SELECT value FROM json_each(new.joined));
  UPDATE runs SET booking_id = new.booking_id
  WHERE booking_id IN (SELECT value FROM json_each(new.joined)) AND ended_at IS NULL;
  UPDATE booking_refs SET booking_id = new.booking_id
  WHERE booking_id IN (SELECT value FROM json_each(new.joined));
  UPDATE source_deliveries SET booking_id = new.booking_id
  WHERE lead_id IN (
      SELECT lead_id FROM bookings WHERE id IN (SELECT value FROM json_each(new.joined))
    )
    AND booking_id IN (SELECT value FROM json_each(new.joined));
  DELETE FROM bookings
  WHERE id IN (SELECT value FROM json_each(new.joined)) AND +workspace_id = new.workspace_id;
  INSERT INTO bookings (
    id, workspace_id, lead_id, source_id, external_id, name, state, starts_at, ends_at,
    previous_starts_at, moves, time_zone, host_name, host_email, location, join_url,
    reschedule_url, cancel_url, answers, outcome, outcome_value, cancelled_by, cancel_reason,
    changed_at, settled_at, changed_by, created_at, updated_at
  )
  SELECT
    new.booking_id, new.workspace_id, new.lead_id, new.source_id, new.data ->> 'external_id',
    new.data ->> 'name', new.data ->> 'state', new.data ->> 'starts_at', new.data ->> 'ends_at',
    new.data ->> 'previous_starts_at', new.data ->> 'moves', new.data ->> 'time_zone',
    new.data ->> 'host_name', new.data ->> 'host_email', new.data ->> 'location',
    new.data ->> 'join_url', new.data ->> 'reschedule_url', new.data ->> 'cancel_url',
    new.data -> 'answers', new.data ->> 'outcome', new.data ->> 'outcome_value',
    new.data ->> 'cancelled_by', new.data ->> 'cancel_reason', new.data ->> 'changed_at',
    new.data ->> 'settled_at', new.actor, new.at, new.at
  WHERE new.lead_id IS NOT NULL;
  UPDATE bookings
  SET
    external_id = new.data ->> 'external_id',
    name = new.data ->> 'name',
    state = new.data ->> 'state',
    starts_at = new.data ->> 'starts_at',
    ends_at = new.data ->> 'ends_at',
    previous_starts_at = new.data ->> 'previous_starts_at',
    moves = new.data ->> 'moves',
    time_zone = new.data ->> 'time_zone',
    host_name = new.data ->> 'host_name',
    host_email = new.data ->> 'host_email',
    location = new.data ->> 'location',
    join_url = new.data ->> 'join_url',
    reschedule_url = new.data ->> 'reschedule_url',
    cancel_url = new.data ->> 'cancel_url',
    answers = new.data -> 'answers',
    outcome = new.data ->> 'outcome',
    outcome_value = new.data ->> 'outcome_value',
    cancelled_by = new.data ->> 'cancelled_by',
    cancel_reason = new.data ->> 'cancel_reason',
    changed_at = new.data ->> 'changed_at',
    settled_at = new.data ->> 'settled_at',
    changed_by = new.actor,
    updated_at = max(new.at, updated_at + 1)
  WHERE new.lead_id IS NULL
    AND new.data IS NOT NULL
    AND id = new.booking_id
    AND +workspace_id = new.workspace_id;
  INSERT INTO booking_stages (booking_id, move, stage, lost_reason, from_stages, actor)
  SELECT
    new.booking_id, new.stage ->> 'move', new.stage ->> 'stage', new.stage ->> 'lost_reason',
    new.stage -> 'from', new.actor
  WHERE new.stage IS NOT NULL;
END;
--> statement-breakpoint
CREATE VIEW connected_ids AS SELECT workspace_id, kind, to_hash AS hash FROM identity_moves;
--> statement-breakpoint
CREATE TRIGGER connected_ids_insert INSTEAD OF INSERT ON connected_ids
BEGIN
  INSERT INTO lead_identities (
    workspace_id, kind, value, hash, lead_id, channel_id, learned_from, username, created_at,
    updated_at
  )
  SELECT
    new.workspace_id,
    new.kind,
    value,
    hash,
    lead_id,
    channel_id,
    'notice',
    username,
    cast(unixepoch('subsec') * 1000 AS integer),
    cast(unixepoch('subsec') * 1000 AS integer)
  FROM (
    WITH RECURSIVE
      chain (hash, value, steps) AS (
        SELECT new.hash, NULL, 0
        UNION
        SELECT
          iif(moved.from_hash = chain.hash, moved.to_hash, moved.from_hash),
          iif(moved.from_hash = chain.hash, moved.to_value, moved.from_value),
          steps + 1
        FROM chain
          CROSS JOIN identity_moves AS moved
            ON moved.workspace_id = new.workspace_id
            AND moved.kind = new.kind
            AND (moved.from_hash = chain.hash OR moved.to_hash = chain.hash)
        WHERE steps < 8
        LIMIT 100
      ),
      holder AS (
        SELECT lead_id, channel_id, username
        FROM chain
          CROSS JOIN lead_identities
            ON lead_identities.workspace_id = new.workspace_id
            AND lead_identities.kind = new.kind
            AND lead_identities.value = chain.value
        ORDER BY lead_id
        LIMIT 1
      )
    SELECT DISTINCT
      chain.value, chain.hash, holder.lead_id, holder.channel_id, holder.username
    FROM holder CROSS JOIN chain
    WHERE chain.value IS NOT NULL
  )
  WHERE true
  ON CONFLICT DO NOTHING;
  UPDATE lead_identities
  SET replaced_at = known.replaced_at, updated_at = cast(unixepoch('subsec') * 1000 AS integer)
  FROM (
    WITH RECURSIVE
      chain (hash, value, steps) AS (
        SELECT new.hash, NULL, 0
        UNION
        SELECT
          iif(moved.from_hash = chain.hash, moved.to_hash, moved.from_hash),
          iif(moved.from_hash = chain.hash, moved.to_value, moved.from_value),
          steps + 1
        FROM chain
          CROSS JOIN identity_moves AS moved
            ON moved.workspace_id = new.workspace_id
            AND moved.kind = new.kind
            AND (moved.from_hash = chain.hash OR moved.to_hash = chain.hash)
        WHERE steps < 8
        LIMIT 100
      ),
      times AS (
        SELECT DISTINCT
          value,
          (
            SELECT max(at)
            FROM identity_moves
            WHERE workspace_id = new.workspace_id AND kind = new.kind AND from_hash = chain.hash
          ) AS left_at,
          (
            SELECT max(at)
            FROM identity_moves
            WHERE workspace_id = new.workspace_id AND kind = new.kind AND to_hash = chain.hash
          ) AS got_at
        FROM chain
        WHERE value IS NOT NULL
      )
    SELECT value, iif(left_at >= ifnull(got_at, 0), left_at, NULL) AS replaced_at FROM times
  ) AS known
  WHERE lead_identities.workspace_id = new.workspace_id
    AND lead_identities.kind = new.kind
    AND lead_identities.value = known.value
    AND lead_identities.replaced_at IS NOT known.replaced_at;
END;
--> statement-breakpoint
CREATE TRIGGER lead_identities_forgotten AFTER DELETE ON lead_identities
WHEN old.kind <> 'wa_id'
BEGIN
  UPDATE identity_moves
  SET from_value = NULL
  WHERE workspace_id = old.workspace_id AND kind = old.kind AND from_hash = old.hash;
  UPDATE identity_moves
  SET to_value = NULL
  WHERE workspace_id = old.workspace_id AND kind = old.kind AND to_hash = old.hash;
END;
--> statement-breakpoint
CREATE VIEW connected_suppressions AS SELECT id, kind, hash FROM suppressions;
--> statement-breakpoint
CREATE TRIGGER connected_suppressions_insert INSTEAD OF INSERT ON connected_suppressions
BEGIN
  INSERT INTO suppressions (
    workspace_id, kind, hash, scope, at, lead_id, marketing_at, marketing_lead_id, created_at
  )
  SELECT
    workspace_id,
    new.kind,
    later.hash,
    scope,
    at,
    lead_id,
    marketing_at,
    marketing_lead_id,
    cast(unixepoch('subsec') * 1000 AS integer)
  FROM suppressions
    CROSS JOIN (
      WITH RECURSIVE
        chain (hash, steps) AS (
          SELECT new.hash, 0
          UNION
          SELECT moved.to_hash, steps + 1
          FROM chain
            CROSS JOIN suppressions AS known ON known.id = new.id
            CROSS JOIN identity_moves AS moved
              ON moved.workspace_id = known.workspace_id
              AND moved.kind = new.kind
              AND moved.from_hash = chain.hash
          WHERE steps < 8
          LIMIT 100
        )
      SELECT DISTINCT hash FROM chain
    ) AS later
      ON later.hash <> suppressions.hash
  WHERE suppressions.id = new.id
  ON CONFLICT (workspace_id, hash) DO UPDATE
  SET
    scope = iif('all' IN (scope, excluded.scope), 'all', 'marketing'),
    at = CASE
      WHEN scope = excluded.scope THEN max(at, excluded.at)
      ELSE iif(scope = 'all', at, excluded.at)
    END,
    lead_id = CASE
      WHEN scope = excluded.scope THEN iif(lead_id IS excluded.lead_id, lead_id, NULL)
      ELSE iif(scope = 'all', lead_id, excluded.lead_id)
    END,
    marketing_at = ifnull(
      max(marketing_at, excluded.marketing_at),
      ifnull(marketing_at, excluded.marketing_at)
    ),
    marketing_lead_id = CASE
      WHEN marketing_at IS NULL THEN excluded.marketing_lead_id
      WHEN excluded.marketing_at IS NULL OR marketing_lead_id IS excluded.marketing_lead_id
        THEN marketing_lead_id
    END
  WHERE (scope = 'marketing' AND excluded.scope = 'all')
    OR (scope = excluded.scope AND at < excluded.at)
    OR ifnull(marketing_at, 0) < ifnull(excluded.marketing_at, 0);
END;
--> statement-breakpoint
CREATE TRIGGER suppressions_connected AFTER INSERT ON suppressions
WHEN EXISTS (
  SELECT 1
  FROM identity_moves
  WHERE workspace_id = new.workspace_id AND kind = new.kind AND from_hash = new.hash
)
BEGIN
  INSERT INTO connected_suppressions (id, kind, hash) VALUES (new.id, new.kind, new.hash);
END;
--> statement-breakpoint
CREATE TRIGGER suppressions_widened AFTER UPDATE OF scope, at, marketing_at ON suppressions
WHEN (
    (new.scope = 'all' AND (old.scope <> 'all' OR new.at > old.at))
    OR ifnull(new.marketing_at, 0) > ifnull(old.marketing_at, 0)
  )
  AND EXISTS (
    SELECT 1
    FROM identity_moves
    WHERE workspace_id = new.workspace_id AND kind = new.kind AND from_hash = new.hash
  )
BEGIN
  INSERT INTO connected_suppressions (id, kind, hash) VALUES (new.id, new.kind, new.hash);
END;
--> statement-breakpoint
CREATE TRIGGER link_clicks_count AFTER INSERT ON link_clicks
BEGIN
  UPDATE link_sends
  SET
    clicks_count = clicks_count + 1,
    first_clicked_at = min(ifnull(first_clicked_at, new.clicked_at), new.clicked_at),
    last_clicked_at = max(ifnull(last_clicked_at, new.clicked_at), new.clicked_at),
    clicked_tagged = iif(
      new.suspected_scanner = 0 AND NOT EXISTS (
        SELECT 1
        FROM short_links
          CROSS JOIN tags ON tags.id = tag_on_clicked_id
        WHERE short_links.id = new.short_link_id
      ),
      1,
      clicked_tagged
    )
  WHERE id = new.link_send_id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE messages_search USING fts5(
  grams,
  content='',
  contentless_delete=1,
  detail=none,
  tokenize='ascii'
);
--> statement-breakpoint
INSERT INTO messages_search (messages_search, rank) VALUES ('usermerge', 2);
--> statement-breakpoint
CREATE TRIGGER messages_search_delete AFTER DELETE ON messages
BEGIN
  DELETE FROM messages_search WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_search_erase AFTER UPDATE OF text, payload ON messages
WHEN (old.text IS NOT NULL AND new.text IS NOT old.text)
  OR (old.type = 'template' AND new.payload IS NOT old.payload)
BEGIN
  DELETE FROM messages_search WHERE rowid = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_search_edit AFTER UPDATE OF edited_at ON messages
WHEN new.edited_at IS NOT old.edited_at
  AND (SELECT position FROM clean_ups WHERE name = 'message_search')
    BETWEEN new.id AND new.id + 10000
BEGIN
  UPDATE clean_ups SET position = new.id - 1 WHERE name = 'message_search';
END;
--> statement-breakpoint
CREATE TRIGGER messages_search_restore AFTER INSERT ON messages
WHEN new.id <= (SELECT position FROM clean_ups WHERE name = 'message_search')
BEGIN
  UPDATE clean_ups SET position = new.id - 1 WHERE name = 'message_search';
END;
--> statement-breakpoint
CREATE TRIGGER messages_insert AFTER INSERT ON messages
WHEN new.direction = 'outbound' AND new.type <> 'reaction' AND new.origin IS NOT 'history'
BEGIN
  UPDATE conversations
  SET
    messages_count = messages_count + 1,
    last_message_id = max(last_message_id, new.id),
    last_person_at = iif(
      new.origin IN ('person', 'native_app') AND new.status <> 'failed' AND new.type <> 'system',
      max(ifnull(last_person_at, 0), ifnull(new.sent_at, new.created_at)),
      last_person_at
    ),
    last_outbound_at = iif(
      new.origin = 'native_app' AND new.type <> 'system',
      max(ifnull(last_outbound_at, new.sent_at), new.sent_at),
      last_outbound_at
    ),
    updated_at = max(updated_at, new.created_at)
  WHERE id = new.conversation_id;
  UPDATE conversations
  SET unread_count = 0, changed_by = new.changed_by
  WHERE id = new.conversation_id
    AND new.origin = 'native_app'
    AND new.type <> 'system'
    AND unread_count > 0
    AND ifnull(last_inbound_at, 0) / 1000 <= new.sent_at / 1000;
  UPDATE leads
  SET last_outbound_at = max(ifnull(last_outbound_at, new.sent_at), new.sent_at)
  WHERE id = (SELECT lead_id FROM conversations WHERE id = new.conversation_id)
    AND new.origin = 'native_app'
    AND new.type <> 'system';
END;
--> statement-breakpoint
CREATE TRIGGER messages_history AFTER INSERT ON messages
WHEN new.origin = 'history'
BEGIN
  UPDATE conversations
  SET
    messages_count = messages_count + 1,
    last_message_id = iif(
      last_message_id = 0
        OR (SELECT origin FROM messages WHERE id = last_message_id) IS 'history',
      max(last_message_id, new.id),
      last_message_id
    ),
    updated_at = max(updated_at, new.created_at)
  WHERE id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_received AFTER INSERT ON messages
WHEN new.direction = 'inbound' AND new.origin IS NOT 'history'
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, message_id, at)
  SELECT
    runs.id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    runs.visits,
    'reply',
    new.id,
    new.created_at
  FROM conversations
    CROSS JOIN runs
      ON runs.lead_id = conversations.lead_id AND runs.waiting_for IN ('reply', 'sending')
    CROSS JOIN scenarios
      ON scenarios.id = runs.scenario_id AND scenarios.platform = conversations.platform
    LEFT JOIN messages AS quoted
      ON quoted.channel_id = new.channel_id
      AND quoted.external_id
        = ifnull(new.payload ->> '$.context.id', new.payload ->> '$.reply_to.mid')
      AND quoted.direction = 'outbound'
  WHERE conversations.id = new.conversation_id
    AND new.type NOT IN ('system', 'referral', 'reaction', 'call', 'story_mention', 'unsupported')
    AND NOT (new.type = 'interactive' AND ifnull(new.payload ->> '$.answers.unverified', 0))
    AND NOT EXISTS (
      SELECT 1
      FROM removals
      WHERE kind = 'runs'
        AND parent_id = runs.scenario_id
        AND removals.lead_id = 0
        AND up_to >= runs.id
    )
    AND NOT EXISTS (
      SELECT 1
      FROM removals
      WHERE kind = 'runs'
        AND parent_id = runs.scenario_id
        AND removals.lead_id = runs.lead_id
        AND up_to >= runs.id
    )
    AND CASE
      WHEN quoted.run_id = runs.id THEN NOT EXISTS (
        SELECT 1
        FROM run_steps AS passed
        WHERE passed.run_id = runs.id
          AND passed.visit >= quoted.visit
          AND passed.visit < runs.visits
          AND passed.answer IS NOT NULL
          AND (
            passed.answer = 'given' AND passed.node_id IS NOT runs.node_id
            OR EXISTS (
              SELECT 1
              FROM messages AS later
              WHERE later.run_id = runs.id
                AND later.visit > passed.visit
                AND later.type IN (
                  'buttons', 'list', 'cards', 'request_phone', 'request_location', 'flow',
                  'template'
                )
                AND (later.node_id IS NOT quoted.node_id OR passed.answer = 'given')
            )
          )
      )
      WHEN quoted.id IS NOT NULL THEN NOT EXISTS (
          SELECT 1
          FROM messages AS asked
          WHERE asked.run_id = runs.id
            AND asked.visit > ifnull(
              (
                SELECT visit
                FROM run_steps
                WHERE run_id = runs.id AND visit < runs.visits AND answer IS NOT NULL
                ORDER BY visit DESC
                LIMIT 1
              ),
              0
            )
        )
        AND NOT EXISTS (
          SELECT 1
          FROM messages AS said
          WHERE said.conversation_id = new.conversation_id
            AND said.id > quoted.id
            AND said.id < new.id
            AND said.direction = 'inbound'
            AND said.origin IS NOT 'history'
            AND said.type NOT IN (
              'system', 'referral', 'reaction', 'call', 'story_mention', 'unsupported'
            )
            AND ifnull(
              ifnull(said.payload ->> '$.context.id', said.payload ->> '$.reply_to.mid'),
              quoted.external_id
            ) = quoted.external_id
        )
      ELSE (
        SELECT
          ifnull(
            max(
              status NOT IN ('queued', 'assessing', 'failed')
              AND ifnull(sent_at, created_at) / 1000 <= new.sent_at / 1000
            ),
            runs.created_at / 1000 <= new.sent_at / 1000
          )
        FROM messages
        WHERE run_id = runs.id
          AND visit > ifnull(
            (
              SELECT visit
              FROM run_steps
              WHERE run_id = runs.id AND visit < runs.visits AND answer <> 'invalid'
              ORDER BY visit DESC
              LIMIT 1
            ),
            0
          )
      )
    END
  ORDER BY
    runs.id IS quoted.run_id DESC,
    scenarios.is_active DESC,
    (
      SELECT id
      FROM messages
      WHERE run_id = runs.id
        AND conversation_id = new.conversation_id
        AND status NOT IN ('queued', 'assessing', 'failed')
      ORDER BY visit DESC
      LIMIT 1
    ) DESC,
    runs.id DESC
  LIMIT 1;
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'message.received',
    lead_id,
    new.scenario_id,
    json_patch(
      json_object('message_id', new.id),
      json_object(
        'taken_by_run_id',
        (
          SELECT run_id
          FROM runs
            CROSS JOIN scenarios ON scenarios.id = runs.scenario_id AND scenarios.is_active = 1
            CROSS JOIN run_events
              ON run_events.run_id = runs.id
              AND seq = (SELECT max(seq) FROM run_events AS own WHERE own.run_id = runs.id)
          WHERE runs.lead_id = conversations.lead_id
            AND runs.waiting_for IN ('reply', 'sending')
            AND run_events.kind = 'reply'
            AND run_events.message_id = new.id
        ),
        'previous_at',
        iif(last_reply_id IS NOT NULL, last_inbound_at, NULL),
        'assigned_to',
        iif(state <> 'closed' AND assignee_id > 0, assignee_id, NULL)
      )
    ),
    new.changed_by
  FROM conversations
  WHERE id = new.conversation_id;
  UPDATE conversations
  SET
    messages_count = messages_count + 1,
    last_message_id = max(last_message_id, new.id),
    last_inbound_at = iif(
      new.type NOT IN ('system', 'referral'),
      max(ifnull(last_inbound_at, new.sent_at), new.sent_at),
      last_inbound_at
    ),
    (last_reply_id, unread_count, state, snoozed_until, changed_by) = (
      SELECT
        iif(
          is_unread AND new.type NOT IN ('call', 'story_mention', 'unsupported'),
          new.id,
          last_reply_id
        ),
        unread_count + is_unread,
        iif(is_unread, 'open', state),
        iif(is_unread, NULL, snoozed_until),
        iif(is_unread AND state <> 'open', new.changed_by, changed_by)
      FROM (SELECT new.type NOT IN ('system', 'referral', 'reaction') AS is_unread)
    ),
    updated_at = max(updated_at, new.created_at)
  WHERE id = new.conversation_id;
  UPDATE leads
  SET last_inbound_at = max(ifnull(last_inbound_at, new.sent_at), new.sent_at)
  WHERE id = (SELECT lead_id FROM conversations WHERE id = new.conversation_id)
    AND new.type NOT IN ('system', 'referral');
END;
--> statement-breakpoint
CREATE TRIGGER messages_sent AFTER UPDATE OF sent_at ON messages
WHEN new.direction = 'outbound'
  AND new.type <> 'reaction'
  AND new.sent_at IS NOT NULL
  AND new.sent_at IS NOT old.sent_at
BEGIN
  UPDATE conversations
  SET
    last_outbound_at = max(ifnull(last_outbound_at, new.sent_at), new.sent_at),
    updated_at = max(updated_at, new.sent_at)
  WHERE id = new.conversation_id;
  UPDATE leads
  SET last_outbound_at = max(ifnull(last_outbound_at, new.sent_at), new.sent_at)
  WHERE id = (SELECT lead_id FROM conversations WHERE id = new.conversation_id);
  UPDATE link_sends SET sent_at = new.sent_at, changed_by = new.changed_by
  WHERE message_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_read AFTER UPDATE OF read_at ON messages
WHEN new.read_at IS NOT NULL AND new.read_at IS NOT old.read_at
BEGIN
  UPDATE link_sends SET read_at = new.read_at, changed_by = new.changed_by
  WHERE message_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_media_deleted AFTER DELETE ON messages
WHEN (old.direction = 'inbound' OR old.origin = 'native_app')
  AND old.type IN ('image', 'video', 'audio', 'document', 'sticker')
BEGIN
  UPDATE media
  SET state = 'deleted', source = NULL, filename = NULL
  WHERE message_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_media_erased AFTER UPDATE OF payload ON messages
WHEN (old.direction = 'inbound' OR old.origin = 'native_app')
  AND old.type IN ('image', 'video', 'audio', 'document', 'sticker')
  AND new.payload IN ('{}', '{"deleted":true}')
BEGIN
  UPDATE media
  SET state = 'deleted', source = NULL, filename = NULL
  WHERE message_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER analyses_message_deleted AFTER UPDATE OF payload ON messages
WHEN new.payload = '{"deleted":true}' AND old.payload <> new.payload
BEGIN
  DELETE FROM profile_claims WHERE message_id = new.id;
  UPDATE conversations
  SET summary = NULL, summary_generated_at = NULL, analysed_as = NULL
  WHERE id = new.conversation_id AND analysed_as IS NOT NULL;
  UPDATE analyses
  SET taken = NULL, next_at = 0
  WHERE conversation_id = new.conversation_id AND status = 'running';
END;
--> statement-breakpoint
CREATE VIEW analysis_requests AS
SELECT conversation_id, cause, next_at, created_at FROM analyses;
--> statement-breakpoint
CREATE TRIGGER analysis_requests_insert INSTEAD OF INSERT ON analysis_requests
BEGIN
  UPDATE analyses
  SET
    cause = iif(cause = 'quiet' OR new.cause = 'request', new.cause, cause),
    next_at = iif(
      cause = 'quiet' AND new.cause = 'quiet',
      new.next_at,
      iif(attempts > 0 OR new.cause = 'quiet', next_at, min(next_at, new.next_at))
    )
  WHERE conversation_id = new.conversation_id AND status = 'pending';
  INSERT INTO analyses (
    id, workspace_id, lead_id, conversation_id, cause, status, next_at, created_at
  )
  SELECT
    max(
      ifnull(
        (SELECT max(id) FROM analyses WHERE analyses.workspace_id = conversations.workspace_id),
        0
      ) + 1,
      new.created_at * 1000
    ),
    workspace_id,
    lead_id,
    id,
    new.cause,
    'pending',
    new.next_at,
    new.created_at
  FROM conversations
  WHERE id = new.conversation_id
    AND NOT EXISTS (
      SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending'
    );
END;
--> statement-breakpoint
CREATE TRIGGER analyses_message AFTER INSERT ON messages
WHEN new.direction <> 'internal' AND new.origin IS NOT 'history'
BEGIN
  INSERT INTO analysis_requests (conversation_id, cause, next_at, created_at)
  SELECT
    new.conversation_id,
    'quiet',
    new.created_at + (settings ->> 'analysis_quiet_seconds') * 1000,
    new.created_at
  FROM workspaces
    CROSS JOIN conversations ON conversations.id = new.conversation_id
    CROSS JOIN leads ON leads.id = conversations.lead_id
  WHERE workspaces.id = new.workspace_id
    AND settings ->> 'analysis_quiet_seconds' IS NOT NULL
    AND ifnull(settings ->> 'analysis_enabled', 1)
    AND leads.is_optout = 0
    AND iif(
      new.direction = 'inbound',
      new.type NOT IN ('system', 'referral', 'reaction', 'call', 'story_mention', 'unsupported'),
      EXISTS (
        SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending'
      )
    );
END;
--> statement-breakpoint
CREATE TRIGGER analyses_message_edited AFTER UPDATE OF edited_at ON messages
WHEN new.edited_at IS NOT old.edited_at AND new.direction = 'inbound' AND new.origin IS NULL
BEGIN
  INSERT INTO analysis_requests (conversation_id, cause, next_at, created_at)
  SELECT
    new.conversation_id,
    'quiet',
    new.updated_at + (settings ->> 'analysis_quiet_seconds') * 1000,
    new.updated_at
  FROM workspaces
    CROSS JOIN conversations ON conversations.id = new.conversation_id
    CROSS JOIN leads ON leads.id = conversations.lead_id
  WHERE workspaces.id = new.workspace_id
    AND settings ->> 'analysis_quiet_seconds' IS NOT NULL
    AND ifnull(settings ->> 'analysis_enabled', 1)
    AND leads.is_optout = 0;
END;
--> statement-breakpoint
CREATE TRIGGER versions_run_started AFTER INSERT ON runs
BEGIN
  UPDATE scenario_versions SET has_runs = 1
  WHERE scenario_id = new.scenario_id AND version = new.version AND has_runs = 0;
END;
--> statement-breakpoint
CREATE TRIGGER versions_run_migrated AFTER UPDATE OF version ON runs
BEGIN
  UPDATE scenario_versions SET has_runs = 1
  WHERE scenario_id = new.scenario_id AND version = new.version AND has_runs = 0;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_full BEFORE INSERT ON run_events
WHEN new.seq > 200 AND new.kind <> 'sending'
BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE VIEW released_events AS SELECT id FROM custom_events;
--> statement-breakpoint
CREATE TRIGGER released_events_insert INSTEAD OF INSERT ON released_events
BEGIN
  DELETE FROM custom_events
  WHERE id = new.id
    AND NOT EXISTS (SELECT 1 FROM run_events WHERE event_id = new.id)
    AND NOT EXISTS (SELECT 1 FROM run_steps WHERE event_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER run_events_data AFTER DELETE ON run_events
WHEN old.event_id IS NOT NULL
BEGIN
  INSERT INTO released_events (id) SELECT old.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER run_steps_data AFTER DELETE ON run_steps
WHEN old.event_id IS NOT NULL
BEGIN
  INSERT INTO released_events (id) SELECT old.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_insert AFTER INSERT ON run_events
BEGIN
  UPDATE runs
  SET next_at = min(ifnull(next_at, new.at), new.at), revision = revision + 1
  WHERE id = new.run_id AND ended_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_sending AFTER UPDATE OF status ON messages
WHEN new.run_id IS NOT NULL
  AND old.status IN ('queued', 'sending', 'assessing')
  AND new.status NOT IN ('queued', 'sending', 'assessing')
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, message_id, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'sending',
    new.id,
    json_object('status', new.status, 'reason', new.error ->> 'reason'),
    new.created_at
  FROM runs
  WHERE id = new.run_id AND waiting_for = 'sending' AND visits = new.visit;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_unsent AFTER INSERT ON messages
WHEN new.run_id IS NOT NULL AND new.status = 'failed'
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, message_id, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'sending',
    new.id,
    json_object('status', new.status, 'reason', new.error ->> 'reason'),
    new.created_at
  FROM runs
  WHERE id = new.run_id AND waiting_for = 'sending' AND visits = new.visit;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_read AFTER UPDATE OF read_at ON messages
WHEN new.run_id IS NOT NULL AND new.read_at IS NOT NULL AND old.read_at IS NULL
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, message_id, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'message_read',
    new.id,
    json_object('node_id', new.node_id),
    new.created_at
  FROM runs
  WHERE id = new.run_id AND waiting_for IN ('message_read', 'sending');
END;
--> statement-breakpoint
CREATE TRIGGER run_events_click_insert AFTER INSERT ON link_clicks
WHEN new.suspected_scanner = 0
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    runs.id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'link_clicked',
    json_object(
      'short_link_id',
      new.short_link_id,
      'run_id',
      (
        SELECT messages.run_id
        FROM link_sends
          CROSS JOIN messages ON messages.id = link_sends.message_id
        WHERE link_sends.id = new.link_send_id
      )
    ),
    new.created_at
  FROM runs
  WHERE lead_id = new.lead_id AND waiting_for = 'link_clicked';
END;
--> statement-breakpoint
CREATE TRIGGER run_events_click AFTER UPDATE OF suspected_scanner ON link_clicks
WHEN new.suspected_scanner = 0 AND old.suspected_scanner IS NULL
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    runs.id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'link_clicked',
    json_object(
      'short_link_id',
      new.short_link_id,
      'run_id',
      (
        SELECT messages.run_id
        FROM link_sends
          CROSS JOIN messages ON messages.id = link_sends.message_id
        WHERE link_sends.id = new.link_send_id
      )
    ),
    new.created_at
  FROM runs
  WHERE lead_id = new.lead_id AND waiting_for = 'link_clicked';
END;
--> statement-breakpoint
CREATE TRIGGER run_events_tag AFTER INSERT ON lead_tags
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'tag_added',
    json_object('tag_id', new.tag_id),
    new.created_at
  FROM runs
  WHERE lead_id = new.lead_id
    AND waiting_for = 'tag_added'
    AND ifnull(new.added_by, '') NOT GLOB 'q*';
  INSERT OR IGNORE INTO run_tags (run_id, tag_id, created_at)
  SELECT max(runs.id), new.tag_id, new.created_at
  FROM runs
    CROSS JOIN scenarios ON scenarios.id = runs.scenario_id
  WHERE runs.lead_id = new.lead_id
    AND new.tag_id IN (SELECT value FROM json_each(scenarios.tracked_tag_ids))
  GROUP BY runs.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_stage AFTER UPDATE OF pipeline_stage ON leads
WHEN new.pipeline_stage IS NOT old.pipeline_stage
  AND ifnull(new.changed_by, '') NOT GLOB 'q*'
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'stage_changed',
    json_object('from', old.pipeline_stage, 'to', new.pipeline_stage),
    new.updated_at
  FROM runs
  WHERE lead_id = new.id AND waiting_for = 'stage_changed';
END;
--> statement-breakpoint
CREATE TRIGGER run_events_booking_created AFTER INSERT ON bookings
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'booking',
    json_object(
      'booking_id',
      new.id,
      'source_id',
      new.source_id,
      'state',
      iif(new.state = 'moved', 'booked', new.state)
    ),
    new.updated_at
  FROM runs
  WHERE lead_id = new.lead_id AND waiting_for = 'booking';
END;
--> statement-breakpoint
CREATE TRIGGER run_events_booking AFTER UPDATE OF state, starts_at, moves ON bookings
WHEN new.state IN ('cancelled', 'no_show', 'held') AND new.state <> old.state
  OR new.moves > old.moves AND new.starts_at IS NOT old.starts_at
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'booking',
    json_object(
      'booking_id',
      new.id,
      'source_id',
      new.source_id,
      'state',
      iif(
        new.state IN ('cancelled', 'no_show', 'held') AND new.state <> old.state,
        new.state,
        'moved'
      )
    ),
    new.updated_at
  FROM runs
  WHERE lead_id = new.lead_id AND waiting_for = 'booking';
END;
--> statement-breakpoint
CREATE TRIGGER runs_booking_moved AFTER UPDATE OF state, starts_at, ends_at ON bookings
WHEN (new.state, new.starts_at, new.ends_at) IS NOT (old.state, old.starts_at, old.ends_at)
BEGIN
  UPDATE runs
  SET
    next_at = iif(
      waiting_for = 'time',
      cast(unixepoch('subsec') * 1000 AS integer) - 5000,
      next_at
    ),
    revision = revision + 1
  WHERE booking_id = new.id AND ended_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER runs_booking_gone AFTER UPDATE OF booking_id ON runs
WHEN old.booking_id IS NOT NULL
  AND new.booking_id IS NOT old.booking_id
  AND new.waiting_for = 'time'
  AND new.ended_at IS NULL
BEGIN
  UPDATE runs
  SET next_at = cast(unixepoch('subsec') * 1000 AS integer) - 5000, revision = revision + 1
  WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_analysis AFTER UPDATE OF finished_at ON analyses
WHEN new.finished_at IS NOT NULL AND old.finished_at IS NULL
BEGIN
  INSERT INTO run_events (run_id, seq, visit, kind, data, at)
  SELECT
    id,
    (SELECT ifnull(max(seq), 0) + 1 FROM run_events WHERE run_id = runs.id),
    visits,
    'analysis',
    json_object(
      'status',
      iif(
        EXISTS (
          SELECT 1
          FROM analyses
          WHERE lead_id = new.lead_id
            AND (status = 'completed' OR reason = 'unchanged')
            AND finished_at >= (
              SELECT entered_at
              FROM run_steps
              WHERE run_id = runs.id AND run_steps.visit = runs.visits
            )
        ),
        'completed',
        new.status
      ),
      'reason',
      new.reason
    ),
    new.finished_at
  FROM runs
  WHERE lead_id = new.lead_id
    AND waiting_for = 'analysis'
    AND NOT EXISTS (
      SELECT 1
      FROM analyses
      WHERE lead_id = new.lead_id
        AND (status = 'running' OR status = 'pending' AND cause <> 'quiet')
    );
END;
--> statement-breakpoint
CREATE TRIGGER runs_ended AFTER UPDATE OF ended_at ON runs
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL
BEGIN
  DELETE FROM run_events WHERE run_id = new.id AND new.turn IS old.turn;
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT
    new.scenario_id,
    new.version,
    date(new.ended_at / 1000, 'unixepoch'),
    json_object(
      'at_' || hex(old.node_id),
      -1,
      'ended',
      1,
      'failed',
      new.state = 'failed',
      'ended_' || hex(old.node_id) || '_' || hex(new.state) || '_' || hex(new.end_reason),
      1
    )
  WHERE old.waiting_for IS NOT NULL AND new.turn IS old.turn;
  UPDATE run_steps
  SET left_at = new.ended_at, outcome = new.end_reason
  WHERE run_id = new.id AND visit = new.visits AND left_at IS NULL;
END;
--> statement-breakpoint
CREATE VIEW graph_media AS SELECT scenario_id, nodes FROM scenario_versions;
--> statement-breakpoint
CREATE TRIGGER graph_media_insert INSTEAD OF INSERT ON graph_media
WHEN instr(new.nodes, '"media"') > 0
BEGIN
  UPDATE media SET is_shared = 1
  WHERE id IN (
      SELECT value -> 'data' -> 'media' ->> 'id' FROM json_each(new.nodes)
      UNION ALL
      SELECT card.value -> 'media' ->> 'id'
      FROM json_each(new.nodes) AS node, json_each(node.value, '$.data.cards') AS card
      WHERE card.type = 'object'
    )
    AND workspace_id = (SELECT workspace_id FROM scenarios WHERE id = new.scenario_id)
    AND is_shared = 0;
END;
--> statement-breakpoint
CREATE TRIGGER scenario_versions_media AFTER INSERT ON scenario_versions
BEGIN
  INSERT INTO graph_media (scenario_id, nodes) SELECT new.scenario_id, new.nodes;
END;
--> statement-breakpoint
CREATE TRIGGER scenario_drafts_media_created AFTER INSERT ON scenario_drafts
BEGIN
  INSERT INTO graph_media (scenario_id, nodes) SELECT new.scenario_id, new.nodes;
END;
--> statement-breakpoint
CREATE TRIGGER scenario_drafts_media_replaced AFTER UPDATE OF nodes ON scenario_drafts
BEGIN
  INSERT INTO graph_media (scenario_id, nodes) SELECT new.scenario_id, new.nodes;
END;
--> statement-breakpoint
CREATE TRIGGER leads_date_times AFTER UPDATE OF last_inbound_at, last_outbound_at ON leads
WHEN (new.last_inbound_at, new.last_outbound_at)
  IS NOT (old.last_inbound_at, old.last_outbound_at)
BEGIN
  INSERT INTO trigger_times (scenario_id, trigger_id, lead_id, workspace_id, due_at)
  SELECT
    scenario_id,
    trigger_id,
    new.id,
    workspace_id,
    max(
      cast(unixepoch('subsec') * 1000 AS integer),
      iif(moved = 'last_inbound_at', new.last_inbound_at, new.last_outbound_at) + ifnull(
        (data ->> 'offset_minutes') * 60000,
        (data ->> 'offset_days') * 86400000 - 93600000
      )
    )
  FROM (
      SELECT iif(
        new.last_inbound_at IS NOT old.last_inbound_at,
        'last_inbound_at',
        'last_outbound_at'
      ) AS moved
    )
    CROSS JOIN scenario_triggers
      ON workspace_id = new.workspace_id AND type = 'date' AND is_on AND data ->> 'of' = moved
  WHERE true
  ON CONFLICT (scenario_id, trigger_id, lead_id, event_id)
    DO UPDATE SET due_at = excluded.due_at
    WHERE due_at > excluded.due_at
      AND (
        SELECT data ->> 'yearly'
        FROM scenario_triggers
        WHERE scenario_id = excluded.scenario_id AND trigger_id = excluded.trigger_id
      );
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_updated
AFTER UPDATE OF
  ext_id,
  first_name,
  last_name,
  username,
  image,
  email,
  phone,
  source,
  warmth,
  variables,
  data,
  whatsapp_phone_number_id,
  age,
  occupation_status,
  maturity_level,
  engagement_level,
  is_lost,
  lost_reason,
  profile
ON leads
WHEN (
    new.ext_id,
    new.first_name,
    new.last_name,
    new.username,
    new.image,
    new.email,
    new.phone,
    new.source,
    new.warmth,
    new.variables,
    new.data,
    new.whatsapp_phone_number_id,
    new.age,
    new.occupation_status,
    new.maturity_level,
    new.engagement_level,
    new.is_lost,
    new.lost_reason,
    new.profile
  ) IS NOT (
    old.ext_id,
    old.first_name,
    old.last_name,
    old.username,
    old.image,
    old.email,
    old.phone,
    old.source,
    old.warmth,
    old.variables,
    old.data,
    old.whatsapp_phone_number_id,
    old.age,
    old.occupation_status,
    old.maturity_level,
    old.engagement_level,
    old.is_lost,
    old.lost_reason,
    old.profile
  )
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'lead.updated',
    new.id,
    NULL,
    json_object(
      'changes',
      json(
        iif(
          octet_length(with_values) <= 8000,
          with_values,
          iif(
            octet_length(without_values) <= 8000,
            without_values,
            json_set(without_variables, '$.variables', json('{}'))
          )
        )
      )
    ),
    new.changed_by
  FROM (
    SELECT
      json_group_object(
        name,
        json(
          iif(
            has_values,
            iif(
              old_value IS NULL,
              json_object('to', json(new_value)),
              iif(
                new_value IS NULL,
                json_object('from', json(old_value)),
                json_object('from', json(old_value), 'to', json(new_value))
              )
            ),
            '{}'
          )
        )
      ) AS with_values,
      json_group_object(name, json('{}')) AS without_values,
      json_group_object(name, json('{}'))
        FILTER (WHERE name NOT GLOB 'variables.*') AS without_variables
    FROM (
      SELECT
        value ->> 0 AS name,
        value -> 1 AS old_value,
        value -> 2 AS new_value,
        1 AS has_values
      FROM json_each(json_array(
        json_array('ext_id', old.ext_id, new.ext_id),
        json_array('first_name', old.first_name, new.first_name),
        json_array('last_name', old.last_name, new.last_name),
        json_array('username', old.username, new.username),
        json_array('image', old.image, new.image),
        json_array('email', old.email, new.email),
        json_array('phone', old.phone, new.phone),
        json_array('source', old.source, new.source),
        json_array('warmth', old.warmth, new.warmth),
        json_array(
          'whatsapp_phone_number_id',
          old.whatsapp_phone_number_id,
          new.whatsapp_phone_number_id
        ),
        json_array('age', old.age, new.age),
        json_array('occupation_status', old.occupation_status, new.occupation_status),
        json_array('maturity_level', old.maturity_level, new.maturity_level),
        json_array('engagement_level', old.engagement_level, new.engagement_level),
        json_array('lost_reason', old.lost_reason, new.lost_reason),
        json_array(
          'is_lost',
          json(iif(old.is_lost, 'true', 'false')),
          json(iif(new.is_lost, 'true', 'false'))
        )
      ))
      UNION ALL
      SELECT
        'variables.' || ifnull(old_variables.key, new_variables.key),
        old_variables.json,
        new_variables.json,
        1
      FROM (
          SELECT key, old.variables -> fullkey AS json
          FROM json_each(iif(
            new.variables IS NOT old.variables AND json_valid(old.variables),
            old.variables,
            '{}'
          ))
        ) AS old_variables
        FULL JOIN (
          SELECT key, new.variables -> fullkey AS json
          FROM json_each(iif(
            new.variables IS NOT old.variables AND json_valid(new.variables),
            new.variables,
            '{}'
          ))
        ) AS new_variables ON new_variables.key = old_variables.key
      UNION ALL SELECT 'data', old.data, new.data, 0
      UNION ALL SELECT 'profile', old.profile, new.profile, 0
    )
    WHERE old_value IS NOT new_value AND name IS NOT NULL
  )
  WHERE with_values <> '{}';
END;
--> statement-breakpoint
CREATE VIEW new_events AS
SELECT workspace_id, type, lead_id, scenario_id, data, actor FROM events;
--> statement-breakpoint
CREATE TRIGGER new_events_insert INSTEAD OF INSERT ON new_events
BEGIN
  INSERT INTO events (id, workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    max(
      ifnull((SELECT max(id) FROM events WHERE events.workspace_id = new.workspace_id), 0) + 1,
      cast(unixepoch('subsec') * 1000 AS integer) * 1000
    ),
    id,
    new.type,
    new.lead_id,
    new.scenario_id,
    new.data,
    new.actor
  FROM workspaces
  WHERE id = new.workspace_id
    AND NOT EXISTS (SELECT 1 FROM workspace_removals WHERE workspace_id = new.workspace_id)
    AND (
      new.type IN ('lead.deleted', 'run.cancelled')
      OR NOT EXISTS (SELECT 1 FROM removals WHERE kind = 'lead' AND parent_id = new.lead_id)
    )
    AND NOT (
      new.type IN (
        'lead.updated', 'lead.deleted', 'lead.tag_added', 'lead.tag_removed',
        'lead.stage_changed', 'lead.profile_updated', 'conversation.updated',
        'conversation.summarized'
      )
      AND EXISTS (
        SELECT 1 FROM lead_merges WHERE is_joining = 1 AND new.lead_id IN (lead_id, keep_id)
      )
    )
    AND (
      new.type NOT IN ('message.sent', 'message.delivered', 'message.read')
      OR settings ->> 'message_status_events' = 'always'
      OR EXISTS (
        SELECT 1
        FROM webhook_endpoints
        WHERE webhook_endpoints.workspace_id = new.workspace_id
          AND (scenario_id IS NULL OR scenario_id = new.scenario_id)
          AND EXISTS (SELECT 1 FROM json_each(event_types) WHERE new.type GLOB value)
      )
    );
END;
--> statement-breakpoint
CREATE VIEW endpoint_events AS
SELECT webhook_endpoints.id AS endpoint_id, events.id AS event_id
FROM webhook_endpoints
  CROSS JOIN events ON events.workspace_id = webhook_endpoints.workspace_id
WHERE EXISTS (SELECT 1 FROM json_each(event_types) WHERE events.type GLOB value)
  AND events.type <> 'webhook_endpoint.test'
  AND ifnull(events.actor, '') NOT GLOB 'q*'
  AND (
    webhook_endpoints.scenario_id IS NULL
    OR webhook_endpoints.scenario_id = events.scenario_id
    OR webhook_endpoints.scenario_id IN (
      SELECT value FROM json_each(events.data, '$.tracked_by')
    )
  );
--> statement-breakpoint
CREATE TRIGGER events_insert AFTER INSERT ON events
BEGIN
  UPDATE event_streams
  SET next_event_id = new.id
  WHERE workspace_id = new.workspace_id AND next_event_id IS NULL;
  UPDATE trigger_cursors
  SET next_event_id = new.id
  WHERE workspace_id = new.workspace_id
    AND lane = iif(new.type IN ('message.received', 'comment.received'), 'speech', 'facts')
    AND next_event_id IS NULL
    AND instr(types, json_quote(new.type)) > 0;
  UPDATE webhook_endpoints
  SET next_event_id = new.id, next_at = iif(is_active, ifnull(paused_until, 0), NULL)
  WHERE next_event_id IS NULL
    AND workspace_id = new.workspace_id
    AND scenario_id IS NULL
    AND EXISTS (
      SELECT 1
      FROM endpoint_events
      WHERE endpoint_id = webhook_endpoints.id AND event_id = new.id
    );
  UPDATE webhook_endpoints
  SET next_event_id = new.id, next_at = iif(is_active, ifnull(paused_until, 0), NULL)
  WHERE next_event_id IS NULL
    AND workspace_id = new.workspace_id
    AND scenario_id IN (
      SELECT new.scenario_id
      UNION ALL SELECT value FROM json_each(new.data, '$.tracked_by')
    )
    AND EXISTS (
      SELECT 1
      FROM endpoint_events
      WHERE endpoint_id = webhook_endpoints.id AND event_id = new.id
    );
END;
--> statement-breakpoint
CREATE VIEW scenario_endpoint_types AS
SELECT '["run.*","message.*","link.clicked","lead.tag_added"]' AS event_types;
--> statement-breakpoint
CREATE TRIGGER scenarios_webhook_insert AFTER INSERT ON scenarios
WHEN new.webhook_url IS NOT NULL
BEGIN
  INSERT INTO webhook_endpoints (
    workspace_id, scenario_id, url, event_types, created_at, updated_at
  )
  SELECT
    new.workspace_id, new.id, new.webhook_url, event_types, new.updated_at, new.updated_at
  FROM scenario_endpoint_types;
END;
--> statement-breakpoint
CREATE TRIGGER scenarios_webhook_update AFTER UPDATE OF webhook_url ON scenarios
BEGIN
  DELETE FROM webhook_endpoints WHERE scenario_id = new.id AND new.webhook_url IS NULL;
  UPDATE webhook_endpoints
  SET
    url = new.webhook_url,
    is_active = 1,
    disabled_reason = NULL,
    disabled_at = NULL,
    failures = 0,
    failing_since = NULL,
    paused_until = NULL,
    next_at = 0,
    updated_at = new.updated_at
  WHERE scenario_id = new.id AND (url <> new.webhook_url OR is_active = 0);
  INSERT INTO webhook_endpoints (
    workspace_id, scenario_id, url, event_types, created_at, updated_at
  )
  SELECT
    new.workspace_id, new.id, new.webhook_url, event_types, new.updated_at, new.updated_at
  FROM scenario_endpoint_types
  WHERE new.webhook_url IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE scenario_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_created AFTER INSERT ON leads
WHEN new.changed_by IS NOT 'q'
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT new.workspace_id, 'lead.created', new.id, NULL, '{}', new.changed_by;
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT new.workspace_id, 'lead.opted_out', new.id, NULL, '{}', new.changed_by
  WHERE new.is_optout = 1;
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_stage AFTER UPDATE OF pipeline_stage ON leads
WHEN new.pipeline_stage IS NOT old.pipeline_stage
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'lead.stage_changed',
    new.id,
    NULL,
    json_object('from', old.pipeline_stage, 'to', new.pipeline_stage),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_consent AFTER UPDATE OF is_optout ON leads
WHEN new.is_optout <> old.is_optout
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    iif(new.is_optout, 'lead.opted_out', 'lead.opted_in'),
    new.id,
    NULL,
    ifnull(
      (
        SELECT json_object('method', method, 'message_id', message_id)
        FROM consents
        WHERE lead_id = new.id
          AND scope = 'all'
          AND kind = iif(new.is_optout, 'opted_out', 'opted_in')
          AND method <> 'form'
        ORDER BY at / 1000 DESC, id DESC
        LIMIT 1
      ),
      '{}'
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_marketing_consent AFTER UPDATE OF is_marketing_optout ON leads
WHEN new.is_marketing_optout <> old.is_marketing_optout
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    iif(new.is_marketing_optout, 'lead.marketing_opted_out', 'lead.marketing_opted_in'),
    new.id,
    NULL,
    ifnull(
      (
        SELECT json_object('method', method, 'message_id', message_id)
        FROM consents
        WHERE lead_id = new.id
          AND scope = 'marketing'
          AND kind = iif(new.is_marketing_optout, 'opted_out', 'opted_in')
          AND method <> 'form'
        ORDER BY at / 1000 DESC, id DESC
        LIMIT 1
      ),
      '{}'
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_profile AFTER UPDATE OF profile_extracted_at ON leads
WHEN new.profile_extracted_at IS NOT NULL
  AND new.profile_extracted_at IS NOT old.profile_extracted_at
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT new.workspace_id, 'lead.profile_updated', new.id, NULL, '{}', new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_deleted AFTER DELETE ON leads
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    old.workspace_id,
    'lead.deleted',
    old.id,
    NULL,
    json_object('ext_id', old.ext_id),
    (SELECT changed_by FROM removals WHERE kind = 'lead' AND parent_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER events_tag_added AFTER INSERT ON lead_tags
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    workspace_id,
    'lead.tag_added',
    id,
    NULL,
    json_object(
      'tag_id',
      new.tag_id,
      'tracked_by',
      json((
        SELECT json_group_array(DISTINCT scenarios.id)
        FROM runs
          CROSS JOIN scenarios ON scenarios.id = runs.scenario_id
        WHERE runs.lead_id = new.lead_id
          AND new.tag_id IN (SELECT value FROM json_each(tracked_tag_ids))
          AND NOT EXISTS (
            SELECT 1
            FROM removals
            WHERE kind = 'runs'
              AND parent_id = runs.scenario_id
              AND removals.lead_id = 0
              AND up_to >= runs.id
          )
          AND NOT EXISTS (
            SELECT 1
            FROM removals
            WHERE kind = 'runs'
              AND parent_id = runs.scenario_id
              AND removals.lead_id = runs.lead_id
              AND up_to >= runs.id
          )
      ))
    ),
    new.added_by
  FROM leads
  WHERE id = new.lead_id;
END;
--> statement-breakpoint
CREATE VIEW tag_removals AS
SELECT lead_id, tag_id, added_by AS actor FROM lead_tags;
--> statement-breakpoint
CREATE TRIGGER tag_removals_insert INSTEAD OF INSERT ON tag_removals
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    workspace_id, 'lead.tag_removed', id, NULL, json_object('tag_id', new.tag_id), new.actor
  FROM leads
  WHERE id = new.lead_id
    AND EXISTS (
      SELECT 1 FROM lead_tags WHERE lead_id = new.lead_id AND tag_id = new.tag_id
    );
  DELETE FROM lead_tags WHERE lead_id = new.lead_id AND tag_id = new.tag_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_tag_removed AFTER DELETE ON lead_tags
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    workspace_id,
    'lead.tag_removed',
    id,
    NULL,
    json_object('tag_id', old.tag_id),
    (SELECT changed_by FROM removals WHERE kind = 'tag' AND parent_id = old.tag_id)
  FROM leads
  WHERE id = old.lead_id
    AND NOT EXISTS (
      SELECT 1
      FROM events
      WHERE events.workspace_id = leads.workspace_id
        AND id = (
          SELECT max(id) FROM events AS own WHERE own.workspace_id = leads.workspace_id
        )
        AND type = 'lead.tag_removed'
        AND lead_id = old.lead_id
        AND data = json_object('tag_id', old.tag_id)
    );
END;
--> statement-breakpoint
CREATE TRIGGER events_conversation AFTER UPDATE OF summary_generated_at ON conversations
WHEN new.summary_generated_at IS NOT NULL
  AND new.summary_generated_at IS NOT old.summary_generated_at
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'conversation.summarized',
    new.lead_id,
    NULL,
    json_object('conversation_id', new.id),
    's';
END;
--> statement-breakpoint
CREATE TRIGGER events_conversation_updated
AFTER UPDATE OF state, snoozed_until, assignee_id, unread_count ON conversations
WHEN (new.state, new.snoozed_until, new.assignee_id)
    IS NOT (old.state, old.snoozed_until, old.assignee_id)
  OR (new.unread_count = 0 AND old.unread_count > 0)
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'conversation.updated',
    new.lead_id,
    NULL,
    json_object(
      'conversation_id', new.id,
      'changed', json((
        SELECT json_group_array(column1)
        FROM (VALUES
          ('state', (new.state, new.snoozed_until) IS NOT (old.state, old.snoozed_until)),
          ('assignee', new.assignee_id <> old.assignee_id),
          ('read', new.unread_count = 0 AND old.unread_count > 0)
        )
        WHERE column2
      )),
      'state', new.state,
      'snoozed_until', new.snoozed_until,
      'assignee', json(iif(
        new.assignee_id > 0,
        json_object('id', new.assignee_id, 'name', new.assignee_name),
        NULL
      )),
      'unread_count', new.unread_count
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_note_added AFTER INSERT ON messages
WHEN new.direction = 'internal'
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'conversation.note_added',
    lead_id,
    NULL,
    json_object('conversation_id', new.conversation_id, 'message_id', new.id),
    new.changed_by
  FROM conversations
  WHERE id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_comment AFTER INSERT ON comments
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  VALUES (
    new.workspace_id,
    'comment.received',
    new.lead_id,
    NULL,
    json_object('comment_id', new.id),
    new.changed_by
  );
END;
--> statement-breakpoint
CREATE TRIGGER events_booking_created AFTER INSERT ON bookings
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    CASE new.state
      WHEN 'cancelled' THEN 'booking.cancelled'
      WHEN 'no_show' THEN 'booking.no_show'
      WHEN 'held' THEN iif(new.outcome IS NULL, 'booking.held', 'booking.outcome')
      ELSE 'booking.created'
    END,
    new.lead_id,
    NULL,
    json_object(
      'booking_id', new.id,
      'source_id', new.source_id,
      'state', new.state,
      'previous_state', NULL,
      'starts_at', new.starts_at
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_booking AFTER UPDATE OF
  name, state, starts_at, ends_at, previous_starts_at, moves, time_zone, host_name, host_email,
  location, join_url, reschedule_url, cancel_url, answers, outcome, outcome_value, cancelled_by,
  cancel_reason
ON bookings
WHEN (
    new.name, iif(new.state = 'moved', old.state, new.state), new.starts_at, new.ends_at,
    new.previous_starts_at, new.moves, new.time_zone, new.host_name, new.host_email, new.location,
    new.join_url, new.reschedule_url, new.cancel_url, new.answers, new.outcome, new.outcome_value,
    new.cancelled_by, new.cancel_reason
  ) IS NOT (
    old.name, old.state, old.starts_at, old.ends_at,
    old.previous_starts_at, old.moves, old.time_zone, old.host_name, old.host_email, old.location,
    old.join_url, old.reschedule_url, old.cancel_url, old.answers, old.outcome, old.outcome_value,
    old.cancelled_by, old.cancel_reason
  )
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    CASE
      WHEN new.state = 'cancelled' AND old.state <> 'cancelled' THEN 'booking.cancelled'
      WHEN new.state = 'no_show' AND old.state <> 'no_show' THEN 'booking.no_show'
      WHEN new.outcome IS NOT NULL
        AND (new.outcome, new.outcome_value) IS NOT (old.outcome, old.outcome_value)
        THEN 'booking.outcome'
      WHEN new.state = 'held' AND old.state <> 'held' THEN 'booking.held'
      WHEN new.moves > old.moves AND new.starts_at IS NOT old.starts_at THEN 'booking.moved'
      ELSE 'booking.updated'
    END,
    new.lead_id,
    NULL,
    json_object(
      'booking_id', new.id,
      'source_id', new.source_id,
      'state', new.state,
      'previous_state', old.state,
      'starts_at', new.starts_at
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_message_created AFTER INSERT ON messages
WHEN new.direction = 'outbound'
  AND new.status NOT IN ('queued', 'sending')
  AND new.origin IS NOT 'history'
  AND new.type <> 'system'
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    reached.column1,
    lead_id,
    new.scenario_id,
    json_object('message_id', new.id),
    new.changed_by
  FROM (VALUES
    ('message.sent', new.sent_at IS NOT NULL),
    ('message.delivered', new.delivered_at IS NOT NULL),
    ('message.read', new.read_at IS NOT NULL),
    ('message.failed', new.status = 'failed'),
    ('message.unknown', new.status = 'unknown')
  ) AS reached
    CROSS JOIN conversations
  WHERE conversations.id = new.conversation_id AND reached.column2;
END;
--> statement-breakpoint
CREATE TRIGGER events_message_updated
AFTER UPDATE OF status, sent_at, delivered_at, read_at, edited_at, payload ON messages
WHEN (new.status, new.sent_at, new.delivered_at, new.read_at, new.edited_at, new.payload)
    IS NOT (old.status, old.sent_at, old.delivered_at, old.read_at, old.edited_at, old.payload)
  AND new.status NOT IN ('queued', 'sending')
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    reached.column1,
    lead_id,
    new.scenario_id,
    json_object('message_id', new.id),
    iif(reached.column1 = 'message.unknown', 's', new.changed_by)
  FROM (VALUES
    (
      'message.sent',
      new.direction = 'outbound' AND new.sent_at IS NOT NULL AND old.sent_at IS NULL
    ),
    (
      'message.delivered',
      new.direction = 'outbound' AND new.delivered_at IS NOT NULL AND old.delivered_at IS NULL
    ),
    (
      'message.read',
      new.direction = 'outbound' AND new.read_at IS NOT NULL AND old.read_at IS NULL
    ),
    ('message.failed', new.status = 'failed' AND old.status <> 'failed'),
    ('message.unknown', new.status = 'unknown' AND old.status <> 'unknown'),
    ('message.edited', new.edited_at IS NOT old.edited_at),
    ('message.deleted', new.payload = '{"deleted":true}' AND old.payload <> new.payload)
  ) AS reached
    CROSS JOIN conversations
  WHERE conversations.id = new.conversation_id AND reached.column2;
END;
--> statement-breakpoint
CREATE TRIGGER events_link_sent_insert AFTER INSERT ON link_sends
WHEN new.sent_at IS NOT NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'link.sent',
    new.lead_id,
    new.scenario_id,
    json_object(
      'link_send_id', new.id,
      'short_link_id', new.short_link_id,
      'message_id', new.message_id
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_link_sent AFTER UPDATE OF sent_at ON link_sends
WHEN new.sent_at IS NOT NULL AND old.sent_at IS NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'link.sent',
    new.lead_id,
    new.scenario_id,
    json_object(
      'link_send_id', new.id,
      'short_link_id', new.short_link_id,
      'message_id', new.message_id
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_link_clicked_insert AFTER INSERT ON link_clicks
WHEN new.suspected_scanner = 0
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'link.clicked',
    new.lead_id,
    scenario_id,
    json_object(
      'link_send_id', id,
      'short_link_id', short_link_id,
      'message_id', message_id,
      'click_id', new.id
    ),
    'p'
  FROM link_sends
  WHERE id = new.link_send_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_link_clicked AFTER UPDATE OF suspected_scanner ON link_clicks
WHEN new.suspected_scanner = 0 AND old.suspected_scanner IS NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'link.clicked',
    new.lead_id,
    scenario_id,
    json_object(
      'link_send_id', id,
      'short_link_id', short_link_id,
      'message_id', message_id,
      'click_id', new.id
    ),
    'p'
  FROM link_sends
  WHERE id = new.link_send_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_started AFTER INSERT ON runs
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'run.started',
    new.lead_id,
    new.scenario_id,
    json_object(
      'run_id', new.id,
      'version', new.version,
      'started_by', json(
        iif(
          new.cause IS NULL,
          'null',
          json_object(
            'type', new.cause ->> 'type',
            'trigger_id', new.cause ->> 'trigger_id',
            'event_id', new.cause ->> 'event_id',
            'message_id', new.cause ->> 'message_id',
            'comment_id', new.cause ->> 'comment_id',
            'by_run_id', new.cause ->> 'by'
          )
        )
      )
    ),
    new.changed_by;
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'run.' || new.state,
    new.lead_id,
    new.scenario_id,
    json_object('run_id', new.id, 'end_reason', new.end_reason),
    new.changed_by
  WHERE new.ended_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE VIEW standing_events AS
SELECT
  id AS run_id,
  turn,
  workspace_id,
  'run.' || state AS type,
  lead_id,
  scenario_id,
  iif(
    ended_at IS NULL,
    json_object(
      'run_id', id, 'node_id', node_id, 'waiting_for', waiting_for, 'until', waiting_until
    ),
    json_object('run_id', id, 'node_id', node_id, 'end_reason', end_reason)
  ) AS data,
  changed_by AS actor
FROM runs;
--> statement-breakpoint
CREATE TRIGGER events_run_waiting AFTER UPDATE OF state, visits ON runs
WHEN new.state = 'waiting'
  AND (new.visits <> old.visits OR old.state IN ('pending', 'running'))
  AND new.turn IS old.turn
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT workspace_id, type, lead_id, scenario_id, data, actor
  FROM standing_events
  WHERE run_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_migrated AFTER UPDATE OF version ON runs
WHEN new.version <> old.version
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'run.migrated',
    new.lead_id,
    new.scenario_id,
    json_object('run_id', new.id, 'from_version', old.version, 'to_version', new.version),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_paused AFTER UPDATE OF paused_at ON runs
WHEN (new.paused_at IS NULL) <> (old.paused_at IS NULL) AND new.ended_at IS NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    iif(new.paused_at IS NULL, 'run.resumed', 'run.paused'),
    new.lead_id,
    new.scenario_id,
    json_object(
      'run_id', new.id,
      'node_id', new.node_id,
      'reason', ifnull(new.pause_reason, old.pause_reason)
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_ended AFTER UPDATE OF ended_at ON runs
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL AND new.turn IS old.turn
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT workspace_id, type, lead_id, scenario_id, data, actor
  FROM standing_events
  WHERE run_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_deleted AFTER DELETE ON runs
WHEN old.ended_at IS NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    old.workspace_id,
    'run.cancelled',
    old.lead_id,
    old.scenario_id,
    json_object(
      'run_id', old.id,
      'node_id', old.node_id,
      'end_reason', iif(
        NOT EXISTS (SELECT 1 FROM leads WHERE id = old.lead_id),
        'lead_deleted',
        iif(
          NOT EXISTS (SELECT 1 FROM scenarios WHERE id = old.scenario_id),
          'scenario_deleted',
          'cancelled'
        )
      )
    ),
    ifnull(
      (SELECT changed_by FROM removals WHERE kind = 'lead' AND parent_id = old.lead_id),
      (
        SELECT changed_by
        FROM removals
        WHERE kind = 'runs'
          AND parent_id = old.scenario_id
          AND removals.lead_id IN (0, old.lead_id)
          AND up_to >= old.id
      )
    );
END;
--> statement-breakpoint
CREATE TRIGGER events_scenario AFTER UPDATE OF is_active ON scenarios
WHEN new.is_active <> old.is_active
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    iif(new.is_active, 'scenario.activated', 'scenario.paused'),
    NULL,
    new.id,
    '{}',
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_scenario_deleted AFTER DELETE ON scenarios
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    old.workspace_id,
    'scenario.deleted',
    NULL,
    old.id,
    '{}',
    (SELECT changed_by FROM removals WHERE kind = 'scenario' AND parent_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER events_tag_deleted AFTER DELETE ON tags
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    old.workspace_id,
    'tag.deleted',
    NULL,
    NULL,
    json_object('tag_id', old.id),
    (SELECT changed_by FROM removals WHERE kind = 'tag' AND parent_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER events_short_link_deleted AFTER DELETE ON short_links
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    old.workspace_id,
    'short_link.deleted',
    NULL,
    NULL,
    json_object('short_link_id', old.id),
    (SELECT changed_by FROM removals WHERE kind = 'short_link' AND parent_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER events_runs_removed AFTER INSERT ON removals
WHEN new.kind = 'runs' AND new.up_to < 9007199254740991
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'scenario.runs_removed',
    nullif(new.lead_id, 0),
    new.parent_id,
    json_object('last_run_id', new.up_to),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_more_runs_removed AFTER UPDATE OF up_to ON removals
WHEN new.kind = 'runs' AND new.up_to > old.up_to AND new.up_to < 9007199254740991
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'scenario.runs_removed',
    nullif(new.lead_id, 0),
    new.parent_id,
    json_object('last_run_id', new.up_to),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_channel AFTER UPDATE OF status ON channels
WHEN new.status = 'stopped' AND old.status <> 'stopped'
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'channel.stopped',
    NULL,
    NULL,
    json_object('channel_id', new.id, 'reason', new.stop_reason),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_channel_pause AFTER UPDATE OF pause_reason ON channels
WHEN new.pause_reason IS NOT old.pause_reason AND new.status = 'active'
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    iif(new.pause_reason IS NULL, 'channel.resumed', 'channel.paused'),
    NULL,
    NULL,
    json_object('channel_id', new.id, 'reason', ifnull(new.pause_reason, old.pause_reason)),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_channel_token AFTER UPDATE OF token_warned_at ON channels
WHEN new.token_warned_at IS NOT NULL AND old.token_warned_at IS NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'channel.token_expiring',
    NULL,
    NULL,
    json_object('channel_id', new.id, 'expires_at', new.token_expires_at),
    's';
END;
--> statement-breakpoint
CREATE TRIGGER events_source_failing AFTER UPDATE OF rejected_at ON sources
WHEN new.rejected_at / 86400000 IS NOT old.rejected_at / 86400000
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'source.failing',
    NULL,
    NULL,
    json_object('source_id', new.id, 'name', new.name),
    's'
  WHERE new.rejected_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER events_template AFTER UPDATE OF status, quality ON templates
WHEN new.status <> old.status OR new.quality IS NOT old.quality
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'template.updated',
    NULL,
    NULL,
    json_object(
      'channel_id', new.channel_id,
      'template_id', new.id,
      'name', new.name,
      'language', new.language,
      'status', new.status,
      'previous_status', old.status,
      'quality', new.quality,
      'previous_quality', old.quality,
      'reason', new.reason
    ),
    new.changed_by;
END;
--> statement-breakpoint
CREATE TRIGGER events_endpoint AFTER UPDATE OF disabled_at ON webhook_endpoints
WHEN new.disabled_at IS NOT NULL AND old.disabled_at IS NULL
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'webhook_endpoint.disabled',
    NULL,
    new.scenario_id,
    json_object('webhook_endpoint_id', new.id, 'reason', new.disabled_reason),
    's';
END;
--> statement-breakpoint
CREATE TRIGGER events_quota AFTER UPDATE OF reached ON usage_days
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'workspace.quota_reached',
    NULL,
    NULL,
    json_object('quota', key, 'limit', value),
    's'
  FROM json_each(new.reached)
  WHERE key NOT IN (SELECT key FROM json_each(old.reached));
END;
--> statement-breakpoint
CREATE VIEW usage_starts AS SELECT workspace_id FROM usage_days;
--> statement-breakpoint
CREATE TRIGGER usage_starts_insert INSTEAD OF INSERT ON usage_starts
WHEN NOT EXISTS (
  SELECT 1 FROM usage_days WHERE workspace_id = new.workspace_id AND day >= date()
)
BEGIN
  INSERT INTO usage_days (
    workspace_id, day,
    leads, messages, runs, channels, scenarios, short_links, sources, tags, triggers,
    stored_bytes, media_bytes, stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost, events_to, acts_to
  )
  SELECT
    workspaces.id, date(),
    ifnull(last.leads, 0), ifnull(last.messages, 0), ifnull(last.runs, 0),
    ifnull(last.channels, 0), ifnull(last.scenarios, 0), ifnull(last.short_links, 0),
    ifnull(last.sources, 0), ifnull(last.tags, 0), ifnull(last.triggers, 0),
    ifnull(last.stored_bytes, 0) - (
      SELECT ifnull(sum(
        iif(
          past.day < date('now', '-1 day') AND past.day >= date(last.day, '-1 day'),
          past.day_bytes,
          0
        )
        + iif(
          past.day < date('now', '-30 days') AND past.day >= date(last.day, '-30 days'),
          past.month_bytes,
          0
        )
        + iif(past.day < date('now', '-365 days'), past.year_bytes, 0)
      ), 0)
      FROM usage_days AS past
      WHERE past.workspace_id = workspaces.id AND past.day >= date(last.day, '-365 days')
    ),
    ifnull(last.media_bytes, 0),
    ifnull(last.stage_new, 0), ifnull(last.stage_contacted, 0), ifnull(last.stage_engaged, 0),
    ifnull(last.stage_qualified, 0), ifnull(last.stage_call_booked, 0),
    ifnull(last.stage_won, 0), ifnull(last.stage_lost, 0),
    ifnull(last.events_to, 0), ifnull(last.acts_to, 0)
  FROM workspaces
    LEFT JOIN usage_days AS last
      ON last.workspace_id = workspaces.id
      AND last.day = (SELECT max(day) FROM usage_days WHERE workspace_id = workspaces.id)
  WHERE workspaces.id = new.workspace_id;
END;
--> statement-breakpoint
CREATE VIEW usage_changes AS
SELECT
  workspace_id,
  messages_received, messages_sent, messages_failed, opt_outs, runs_started, runs_ended,
  runs_triggered,
  clicks, api_requests, webhook_deliveries, http_requests, items_received,
  leads, messages, runs, channels, scenarios, short_links, sources, tags, triggers, stored_bytes,
  media_bytes, day_bytes, month_bytes,
  stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
  stage_lost
FROM usage_days;
--> statement-breakpoint
CREATE TRIGGER usage_changes_insert INSTEAD OF INSERT ON usage_changes
BEGIN
  INSERT INTO usage_starts (workspace_id) SELECT new.workspace_id;
  UPDATE usage_days
  SET
    messages_received = messages_received + ifnull(new.messages_received, 0),
    messages_sent = messages_sent + ifnull(new.messages_sent, 0),
    messages_failed = messages_failed + ifnull(new.messages_failed, 0),
    opt_outs = opt_outs + ifnull(new.opt_outs, 0),
    runs_started = runs_started + ifnull(new.runs_started, 0),
    runs_ended = runs_ended + ifnull(new.runs_ended, 0),
    runs_triggered = runs_triggered + ifnull(new.runs_triggered, 0),
    clicks = clicks + ifnull(new.clicks, 0),
    api_requests = api_requests + ifnull(new.api_requests, 0),
    webhook_deliveries = webhook_deliveries + ifnull(new.webhook_deliveries, 0),
    http_requests = http_requests + ifnull(new.http_requests, 0),
    items_received = items_received + ifnull(new.items_received, 0),
    leads = leads + ifnull(new.leads, 0),
    messages = messages + ifnull(new.messages, 0),
    runs = runs + ifnull(new.runs, 0),
    channels = channels + ifnull(new.channels, 0),
    scenarios = scenarios + ifnull(new.scenarios, 0),
    short_links = short_links + ifnull(new.short_links, 0),
    sources = sources + ifnull(new.sources, 0),
    tags = tags + ifnull(new.tags, 0),
    triggers = triggers + ifnull(new.triggers, 0),
    media_bytes = media_bytes + ifnull(new.media_bytes, 0),
    day_bytes = day_bytes + ifnull(new.day_bytes, 0),
    (stored_bytes, month_bytes, year_bytes, events_to, acts_to) = (
      SELECT
        stored_bytes + ifnull(new.stored_bytes, 0) + ifnull(new.day_bytes, 0)
          + ifnull(new.month_bytes, 0) + ifnull(event_bytes, 0) + ifnull(act_bytes, 0),
        month_bytes + ifnull(new.month_bytes, 0) + ifnull(event_bytes, 0),
        year_bytes + ifnull(act_bytes, 0),
        ifnull(last_event, events_to),
        ifnull(last_act, acts_to)
      FROM (
        SELECT
          max(id) AS last_event,
          sum(110 + iif(length < 900, length, 500 + (length + 3600) / 4092 * 4096)) AS event_bytes
        FROM (
          SELECT id, octet_length(data) AS length
          FROM events
          WHERE events.workspace_id = new.workspace_id AND id > events_to
          ORDER BY id
          LIMIT 50000
        )
      ), (
        SELECT max(id) AS last_act, sum(250) AS act_bytes
        FROM (
          SELECT id
          FROM audit_log
          WHERE audit_log.workspace_id = new.workspace_id AND id > acts_to
          ORDER BY id
          LIMIT 50000
        )
      )
    ),
    stage_new = stage_new + ifnull(new.stage_new, 0),
    stage_contacted = stage_contacted + ifnull(new.stage_contacted, 0),
    stage_engaged = stage_engaged + ifnull(new.stage_engaged, 0),
    stage_qualified = stage_qualified + ifnull(new.stage_qualified, 0),
    stage_call_booked = stage_call_booked + ifnull(new.stage_call_booked, 0),
    stage_won = stage_won + ifnull(new.stage_won, 0),
    stage_lost = stage_lost + ifnull(new.stage_lost, 0)
  WHERE workspace_id = new.workspace_id AND day >= date();
END;
--> statement-breakpoint
CREATE VIEW quota_checks AS
SELECT workspace_id, '' AS quota, 0 AS by_default, 1.0 AS factor, 0 AS more FROM usage_days;
--> statement-breakpoint
CREATE TRIGGER quota_checks_insert INSTEAD OF INSERT ON quota_checks
BEGIN
  INSERT INTO usage_starts (workspace_id) SELECT new.workspace_id;
  SELECT raise(ABORT, 'quota_reached: ' || new.quota)
  FROM workspaces
    LEFT JOIN usage_days
      ON usage_days.workspace_id = workspaces.id
      AND usage_days.day = (SELECT max(day) FROM usage_days WHERE workspace_id = workspaces.id)
  WHERE workspaces.id = new.workspace_id
    AND ifnull(
      CASE new.quota
        WHEN 'leads' THEN leads
        WHEN 'stored_bytes' THEN stored_bytes
        WHEN 'media_bytes' THEN media_bytes
        WHEN 'channels' THEN channels
        WHEN 'scenarios' THEN scenarios
        WHEN 'short_links' THEN short_links
        WHEN 'sources' THEN sources
        WHEN 'tags' THEN tags
        WHEN 'triggers' THEN triggers
        WHEN 'messages_per_day' THEN iif(day >= date(), messages_sent, 0)
      END,
      0
    ) + ifnull(new.more, 0) >= new.factor * ifnull(quotas ->> new.quota, new.by_default);
END;
--> statement-breakpoint
CREATE TRIGGER usage_leads_insert AFTER INSERT ON leads
BEGIN
  INSERT INTO usage_changes (workspace_id,
    leads,
    stored_bytes,
    stage_new,
    stage_contacted,
    stage_engaged,
    stage_qualified,
    stage_call_booked,
    stage_won,
    stage_lost)
  SELECT new.workspace_id,
    1,
    1000 + (ifnull(octet_length(new.data), 0)
      + ifnull(octet_length(new.variables), 0)
      + ifnull(octet_length(new.profile), 0)
      + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (ifnull(octet_length(new.first_name), 0)
      + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0)
      + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0)
      + ifnull(octet_length(new.ext_id), 0) - 100))) / 1024 * 1024,
    new.pipeline_stage IS 'new',
    new.pipeline_stage IS 'contacted',
    new.pipeline_stage IS 'engaged',
    new.pipeline_stage IS 'qualified',
    new.pipeline_stage IS 'call_booked',
    new.pipeline_stage IS 'won',
    new.pipeline_stage IS 'lost';
END;
--> statement-breakpoint
CREATE TRIGGER usage_leads_delete BEFORE DELETE ON leads
BEGIN
  INSERT INTO usage_changes (workspace_id,
    leads,
    stored_bytes,
    stage_new,
    stage_contacted,
    stage_engaged,
    stage_qualified,
    stage_call_booked,
    stage_won,
    stage_lost)
  SELECT old.workspace_id,
    -1,
    -(1000 + (ifnull(octet_length(old.data), 0)
      + ifnull(octet_length(old.variables), 0)
      + ifnull(octet_length(old.profile), 0)
      + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (ifnull(octet_length(old.first_name), 0)
      + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0)
      + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0)
      + ifnull(octet_length(old.ext_id), 0) - 100))) / 1024 * 1024)
    + -450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = old.id) / 10),
    -(old.pipeline_stage IS 'new'),
    -(old.pipeline_stage IS 'contacted'),
    -(old.pipeline_stage IS 'engaged'),
    -(old.pipeline_stage IS 'qualified'),
    -(old.pipeline_stage IS 'call_booked'),
    -(old.pipeline_stage IS 'won'),
    -(old.pipeline_stage IS 'lost');
END;
--> statement-breakpoint
CREATE TRIGGER usage_leads_update_data AFTER UPDATE OF data,
    variables,
    profile,
    image,
    first_name,
    last_name,
    username,
    email,
    phone,
    ext_id
ON leads
WHEN (1000 + (ifnull(octet_length(new.data), 0)
      + ifnull(octet_length(new.variables), 0)
      + ifnull(octet_length(new.profile), 0)
      + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (ifnull(octet_length(new.first_name), 0)
      + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0)
      + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0)
      + ifnull(octet_length(new.ext_id), 0) - 100))) / 1024 * 1024)
    IS NOT (1000 + (ifnull(octet_length(old.data), 0)
      + ifnull(octet_length(old.variables), 0)
      + ifnull(octet_length(old.profile), 0)
      + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (ifnull(octet_length(old.first_name), 0)
      + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0)
      + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0)
      + ifnull(octet_length(old.ext_id), 0) - 100))) / 1024 * 1024)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (1000 + (ifnull(octet_length(new.data), 0)
      + ifnull(octet_length(new.variables), 0)
      + ifnull(octet_length(new.profile), 0)
      + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (ifnull(octet_length(new.first_name), 0)
      + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0)
      + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0)
      + ifnull(octet_length(new.ext_id), 0) - 100))) / 1024 * 1024)
    - (1000 + (ifnull(octet_length(old.data), 0)
      + ifnull(octet_length(old.variables), 0)
      + ifnull(octet_length(old.profile), 0)
      + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (ifnull(octet_length(old.first_name), 0)
      + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0)
      + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0)
      + ifnull(octet_length(old.ext_id), 0) - 100))) / 1024 * 1024);
END;
--> statement-breakpoint
CREATE TRIGGER usage_leads_update_pipeline_stage AFTER UPDATE OF pipeline_stage ON leads
WHEN (new.pipeline_stage IS 'new')
    IS NOT (old.pipeline_stage IS 'new')
  OR (new.pipeline_stage IS 'contacted')
    IS NOT (old.pipeline_stage IS 'contacted')
  OR (new.pipeline_stage IS 'engaged')
    IS NOT (old.pipeline_stage IS 'engaged')
  OR (new.pipeline_stage IS 'qualified')
    IS NOT (old.pipeline_stage IS 'qualified')
  OR (new.pipeline_stage IS 'call_booked')
    IS NOT (old.pipeline_stage IS 'call_booked')
  OR (new.pipeline_stage IS 'won')
    IS NOT (old.pipeline_stage IS 'won')
  OR (new.pipeline_stage IS 'lost')
    IS NOT (old.pipeline_stage IS 'lost')
BEGIN
  INSERT INTO usage_changes (workspace_id,
    stage_new,
    stage_contacted,
    stage_engaged,
    stage_qualified,
    stage_call_booked,
    stage_won,
    stage_lost)
  SELECT new.workspace_id,
    (new.pipeline_stage IS 'new')
    - (old.pipeline_stage IS 'new'),
    (new.pipeline_stage IS 'contacted')
    - (old.pipeline_stage IS 'contacted'),
    (new.pipeline_stage IS 'engaged')
    - (old.pipeline_stage IS 'engaged'),
    (new.pipeline_stage IS 'qualified')
    - (old.pipeline_stage IS 'qualified'),
    (new.pipeline_stage IS 'call_booked')
    - (old.pipeline_stage IS 'call_booked'),
    (new.pipeline_stage IS 'won')
    - (old.pipeline_stage IS 'won'),
    (new.pipeline_stage IS 'lost')
    - (old.pipeline_stage IS 'lost');
END;
--> statement-breakpoint
CREATE TRIGGER usage_leads_update_is_optout AFTER UPDATE OF is_optout ON leads
WHEN new.is_optout = 1 AND old.is_optout = 0
  AND ifnull(substr(new.changed_by, 1, 1), '') NOT IN ('i', 'q')
BEGIN
  INSERT INTO usage_changes (workspace_id, opt_outs)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_tags_insert AFTER INSERT ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) % 10 = 0
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, 450
  FROM leads
  WHERE id = new.lead_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_tags_delete AFTER DELETE ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = old.lead_id) % 10 = 9
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -450
  FROM leads
  WHERE id = old.lead_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_tags_update_lead_id AFTER UPDATE OF lead_id ON lead_tags
WHEN new.lead_id <> old.lead_id
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) % 10 = 0)
      - 450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = old.lead_id) % 10 = 9)
  FROM leads
  WHERE id = new.lead_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_messages_insert AFTER INSERT ON messages
BEGIN
  INSERT INTO usage_changes (workspace_id,
    messages,
    stored_bytes,
    messages_received,
    messages_sent,
    messages_failed)
  SELECT new.workspace_id,
    new.direction <> 'internal',
    350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
      + iif(new.type = 'template', 12, 1) * octet_length(new.payload),
    new.direction = 'inbound' AND new.origin IS NULL,
    new.direction = 'outbound' AND new.status <> 'failed' AND new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person',
    new.direction = 'outbound' AND new.status = 'failed' AND new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person';
END;
--> statement-breakpoint
CREATE TRIGGER usage_messages_delete BEFORE DELETE ON messages
BEGIN
  INSERT INTO usage_changes (workspace_id, messages, stored_bytes)
  SELECT old.workspace_id,
    -(old.direction <> 'internal'),
    -(350 + ifnull(13 * octet_length(old.text) - length(old.text), 0)
      + iif(old.type = 'template', 12, 1) * octet_length(old.payload))
    + -(
      SELECT ifnull(sum(200
      + octet_length(profile_claims.value)
      + octet_length(profile_claims.quote)), 0)
      FROM profile_claims
      WHERE message_id = old.id
    );
END;
--> statement-breakpoint
CREATE TRIGGER usage_messages_update_text AFTER UPDATE OF text, payload ON messages
WHEN (350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
      + iif(new.type = 'template', 12, 1) * octet_length(new.payload))
    IS NOT (350 + ifnull(13 * octet_length(old.text) - length(old.text), 0)
      + iif(old.type = 'template', 12, 1) * octet_length(old.payload))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
      + iif(new.type = 'template', 12, 1) * octet_length(new.payload))
    - (350 + ifnull(13 * octet_length(old.text) - length(old.text), 0)
      + iif(old.type = 'template', 12, 1) * octet_length(old.payload));
END;
--> statement-breakpoint
CREATE TRIGGER usage_messages_update_status AFTER UPDATE OF status ON messages
WHEN new.status = 'failed' AND old.status <> 'failed' AND new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person'
BEGIN
  INSERT INTO usage_changes (workspace_id, messages_failed)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_profile_claims_insert AFTER INSERT ON profile_claims
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    200
      + octet_length(new.value)
      + octet_length(new.quote)
  FROM messages
  WHERE id = new.message_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_profile_claims_delete BEFORE DELETE ON profile_claims
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    -(200
      + octet_length(old.value)
      + octet_length(old.quote))
  FROM messages
  WHERE id = old.message_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_profile_claims_update_value AFTER UPDATE OF value, quote ON profile_claims
WHEN (200
      + octet_length(new.value)
      + octet_length(new.quote))
    IS NOT (200
      + octet_length(old.value)
      + octet_length(old.quote))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    (200
      + octet_length(new.value)
      + octet_length(new.quote))
    - (200
      + octet_length(old.value)
      + octet_length(old.quote))
  FROM messages
  WHERE id = new.message_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_media_insert AFTER INSERT ON media
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes, media_bytes)
  SELECT new.workspace_id, 300, ifnull(new.size, 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_media_delete BEFORE DELETE ON media
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes, media_bytes)
  SELECT old.workspace_id, -300, -(ifnull(old.size, 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_media_update_size AFTER UPDATE OF size ON media
WHEN (ifnull(new.size, 0))
    IS NOT (ifnull(old.size, 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, media_bytes)
  SELECT new.workspace_id,
    (ifnull(new.size, 0))
    - (ifnull(old.size, 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_runs_insert AFTER INSERT ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id,
    runs,
    stored_bytes,
    runs_started,
    runs_ended,
    runs_triggered)
  SELECT new.workspace_id,
    1,
    230 + iif(new.ended_at IS NULL, 0, 50 * new.visits),
    1,
    new.ended_at IS NOT NULL,
    ifnull(new.cause ->> 'type', 'recurring') <> 'recurring';
END;
--> statement-breakpoint
CREATE TRIGGER usage_runs_delete BEFORE DELETE ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id, runs, stored_bytes)
  SELECT old.workspace_id,
    -1,
    -(230 + iif(old.ended_at IS NULL, 0, 50 * old.visits))
    + -(
      SELECT ifnull(sum(octet_length(run_steps.detail)), 0)
      FROM run_steps
      WHERE run_id = old.id AND octet_length(run_steps.detail) > 200
    )
    + -(
      SELECT ifnull(sum(octet_length(run_events.data)), 0)
      FROM run_events
      WHERE run_id = old.id AND octet_length(run_events.data) > 200
    );
END;
--> statement-breakpoint
CREATE TRIGGER usage_runs_update_ended_at AFTER UPDATE OF ended_at ON runs
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL
BEGIN
  INSERT INTO usage_changes (workspace_id, runs_ended, stored_bytes)
  SELECT new.workspace_id, 1, 50 * new.visits;
END;
--> statement-breakpoint
CREATE TRIGGER usage_run_steps_insert AFTER INSERT ON run_steps
WHEN octet_length(new.detail) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.detail)
  FROM runs
  WHERE id = new.run_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_run_steps_delete BEFORE DELETE ON run_steps
WHEN octet_length(old.detail) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -(octet_length(old.detail))
  FROM runs
  WHERE id = old.run_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_run_steps_update_detail AFTER UPDATE OF detail ON run_steps
WHEN (iif(octet_length(new.detail) > 200, octet_length(new.detail), 0))
    IS NOT (iif(octet_length(old.detail) > 200, octet_length(old.detail), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    (iif(octet_length(new.detail) > 200, octet_length(new.detail), 0))
    - (iif(octet_length(old.detail) > 200, octet_length(old.detail), 0))
  FROM runs
  WHERE id = new.run_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_run_events_insert AFTER INSERT ON run_events
WHEN octet_length(new.data) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.data)
  FROM runs
  WHERE id = new.run_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_run_events_delete BEFORE DELETE ON run_events
WHEN octet_length(old.data) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -(octet_length(old.data))
  FROM runs
  WHERE id = old.run_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_channels_insert AFTER INSERT ON channels
BEGIN
  INSERT INTO usage_changes (workspace_id, channels)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_channels_delete BEFORE DELETE ON channels
BEGIN
  INSERT INTO usage_changes (workspace_id, channels)
  SELECT old.workspace_id, -1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_sources_insert AFTER INSERT ON sources
BEGIN
  INSERT INTO usage_changes (workspace_id, sources)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_sources_delete BEFORE DELETE ON sources
BEGIN
  INSERT INTO usage_changes (workspace_id, sources)
  SELECT old.workspace_id, -1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_source_deliveries_insert AFTER INSERT ON source_deliveries
BEGIN
  INSERT INTO usage_changes (workspace_id, items_received, stored_bytes, month_bytes)
  SELECT new.workspace_id,
    new.status <> 'held',
    new.bytes,
    350 + ifnull(octet_length(new.result), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_source_deliveries_delete AFTER DELETE ON source_deliveries
WHEN old.bytes > 0
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -old.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER usage_source_deliveries_update_bytes AFTER UPDATE OF bytes ON source_deliveries
WHEN new.bytes <> old.bytes
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, new.bytes - old.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER usage_source_deliveries_update_status AFTER UPDATE OF status ON source_deliveries
WHEN old.status = 'held' AND new.status <> 'held'
BEGIN
  INSERT INTO usage_changes (workspace_id, items_received)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_tags_insert AFTER INSERT ON tags
BEGIN
  INSERT INTO usage_changes (workspace_id, tags)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_tags_delete BEFORE DELETE ON tags
BEGIN
  INSERT INTO usage_changes (workspace_id, tags)
  SELECT old.workspace_id, -1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenarios_insert AFTER INSERT ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, scenarios)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenarios_delete BEFORE DELETE ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, scenarios, stored_bytes)
  SELECT old.workspace_id,
    -1,
    -(
      SELECT ifnull(sum(100
      + ifnull(octet_length(scenario_versions.nodes), 0)
      + ifnull(octet_length(scenario_versions.edges), 0)
      + ifnull(octet_length(scenario_versions.triggers), 0)), 0)
      FROM scenario_versions
      WHERE scenario_id = old.id
    )
    + -(
      SELECT ifnull(sum((octet_length(scenario_days.counts)) / 1024 * 1024), 0)
      FROM scenario_days
      WHERE scenario_id = old.id AND octet_length(scenario_days.counts) >= 1024
    );
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_versions_insert AFTER INSERT ON scenario_versions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0)
  FROM scenarios
  WHERE id = new.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_versions_delete BEFORE DELETE ON scenario_versions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    -(100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0))
  FROM scenarios
  WHERE id = old.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_drafts_insert AFTER INSERT ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_drafts_delete BEFORE DELETE ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_drafts_update_nodes AFTER UPDATE OF nodes, edges, triggers ON scenario_drafts
WHEN (100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0))
    IS NOT (100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0))
    - (100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_triggers_insert AFTER INSERT ON scenario_triggers
WHEN new.is_on
BEGIN
  INSERT INTO usage_changes (workspace_id, triggers)
  SELECT new.workspace_id, new.is_on;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_triggers_delete BEFORE DELETE ON scenario_triggers
WHEN old.is_on
BEGIN
  INSERT INTO usage_changes (workspace_id, triggers)
  SELECT old.workspace_id, -(old.is_on);
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_triggers_update_is_on AFTER UPDATE OF is_on ON scenario_triggers
WHEN (iif(new.is_on, new.is_on, 0))
    IS NOT (iif(old.is_on, old.is_on, 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, triggers)
  SELECT new.workspace_id,
    (iif(new.is_on, new.is_on, 0))
    - (iif(old.is_on, old.is_on, 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_days_insert AFTER INSERT ON scenario_days
WHEN octet_length(new.counts) >= 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, (octet_length(new.counts)) / 1024 * 1024
  FROM scenarios
  WHERE id = new.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_days_delete BEFORE DELETE ON scenario_days
WHEN octet_length(old.counts) >= 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -((octet_length(old.counts)) / 1024 * 1024)
  FROM scenarios
  WHERE id = old.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_scenario_days_update_counts AFTER UPDATE OF counts ON scenario_days
WHEN (iif(octet_length(new.counts) >= 1024, (octet_length(new.counts)) / 1024 * 1024, 0))
    IS NOT (iif(octet_length(old.counts) >= 1024, (octet_length(old.counts)) / 1024 * 1024, 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    (iif(octet_length(new.counts) >= 1024, (octet_length(new.counts)) / 1024 * 1024, 0))
    - (iif(octet_length(old.counts) >= 1024, (octet_length(old.counts)) / 1024 * 1024, 0))
  FROM scenarios
  WHERE id = new.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER usage_short_links_insert AFTER INSERT ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links)
  SELECT new.workspace_id, 1;
END;
--> statement-breakpoint
CREATE TRIGGER usage_short_links_delete BEFORE DELETE ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links, stored_bytes)
  SELECT old.workspace_id,
    -1,
    -80 * (SELECT count(*) FROM link_hours WHERE short_link_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER usage_link_sends_insert AFTER INSERT ON link_sends
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 100;
END;
--> statement-breakpoint
CREATE TRIGGER usage_link_sends_delete BEFORE DELETE ON link_sends
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -100;
END;
--> statement-breakpoint
CREATE TRIGGER usage_link_clicks_delete BEFORE DELETE ON link_clicks
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -110;
END;
--> statement-breakpoint
CREATE TRIGGER usage_idempotency_keys_update_status AFTER UPDATE OF status ON idempotency_keys
WHEN (old.status IS NULL OR (old.answer IS NULL AND new.answer IS NOT NULL))
  AND new.status IS NOT NULL
  AND EXISTS (
    SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL
  )
BEGIN
  INSERT INTO usage_changes (workspace_id, day_bytes)
  SELECT new.workspace_id,
    iif(old.status IS NULL, 300 + length(new.key), 0)
      + ifnull(octet_length(new.answer), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_idempotency_keys_update_progress AFTER UPDATE OF progress ON idempotency_keys
WHEN new.answer IS NULL
  AND octet_length(new.progress) > ifnull(octet_length(old.progress), 0)
  AND EXISTS (
    SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL
  )
BEGIN
  INSERT INTO usage_changes (workspace_id, day_bytes)
  SELECT new.workspace_id,
    octet_length(new.progress) - ifnull(octet_length(old.progress), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_imports_insert AFTER INSERT ON imports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    1500
      + ifnull(octet_length(new.columns), 0)
      + ifnull(octet_length(new.layout), 0)
      + ifnull(octet_length(new.mapping), 0)
      + ifnull(octet_length(new.parts), 0)
      + ifnull(octet_length(new.lines), 0)
      + ifnull(octet_length(new.settings), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_imports_delete BEFORE DELETE ON imports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(1500
      + ifnull(octet_length(old.columns), 0)
      + ifnull(octet_length(old.layout), 0)
      + ifnull(octet_length(old.mapping), 0)
      + ifnull(octet_length(old.parts), 0)
      + ifnull(octet_length(old.lines), 0)
      + ifnull(octet_length(old.settings), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_imports_update_columns AFTER UPDATE OF columns, layout, mapping, parts, lines, settings
ON imports
WHEN (1500
      + ifnull(octet_length(new.columns), 0)
      + ifnull(octet_length(new.layout), 0)
      + ifnull(octet_length(new.mapping), 0)
      + ifnull(octet_length(new.parts), 0)
      + ifnull(octet_length(new.lines), 0)
      + ifnull(octet_length(new.settings), 0))
    IS NOT (1500
      + ifnull(octet_length(old.columns), 0)
      + ifnull(octet_length(old.layout), 0)
      + ifnull(octet_length(old.mapping), 0)
      + ifnull(octet_length(old.parts), 0)
      + ifnull(octet_length(old.lines), 0)
      + ifnull(octet_length(old.settings), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (1500
      + ifnull(octet_length(new.columns), 0)
      + ifnull(octet_length(new.layout), 0)
      + ifnull(octet_length(new.mapping), 0)
      + ifnull(octet_length(new.parts), 0)
      + ifnull(octet_length(new.lines), 0)
      + ifnull(octet_length(new.settings), 0))
    - (1500
      + ifnull(octet_length(old.columns), 0)
      + ifnull(octet_length(old.layout), 0)
      + ifnull(octet_length(old.mapping), 0)
      + ifnull(octet_length(old.parts), 0)
      + ifnull(octet_length(old.lines), 0)
      + ifnull(octet_length(old.settings), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_imports_update_kept_bytes AFTER UPDATE OF kept_bytes ON imports
WHEN new.kept_bytes > old.kept_bytes
BEGIN
  INSERT INTO usage_changes (workspace_id, month_bytes)
  SELECT new.workspace_id, new.kept_bytes - old.kept_bytes;
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_duplicates_insert AFTER INSERT ON lead_duplicates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 150;
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_duplicates_delete BEFORE DELETE ON lead_duplicates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -150;
END;
--> statement-breakpoint
CREATE TRIGGER usage_identity_moves_insert AFTER INSERT ON identity_moves
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 400;
END;
--> statement-breakpoint
CREATE TRIGGER usage_identity_moves_delete BEFORE DELETE ON identity_moves
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -400;
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_merges_insert AFTER INSERT ON lead_merges
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    200
      + ifnull(octet_length(new.fields), 0)
      + ifnull(octet_length(new.dropped), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_merges_delete BEFORE DELETE ON lead_merges
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(200
      + ifnull(octet_length(old.fields), 0)
      + ifnull(octet_length(old.dropped), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_lead_merges_update_fields AFTER UPDATE OF fields, dropped ON lead_merges
WHEN (200
      + ifnull(octet_length(new.fields), 0)
      + ifnull(octet_length(new.dropped), 0))
    IS NOT (200
      + ifnull(octet_length(old.fields), 0)
      + ifnull(octet_length(old.dropped), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (200
      + ifnull(octet_length(new.fields), 0)
      + ifnull(octet_length(new.dropped), 0))
    - (200
      + ifnull(octet_length(old.fields), 0)
      + ifnull(octet_length(old.dropped), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_consents_insert AFTER INSERT ON consents
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    250
      + ifnull(octet_length(new.words), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_consents_delete BEFORE DELETE ON consents
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(250
      + ifnull(octet_length(old.words), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_consents_update_words AFTER UPDATE OF words ON consents
WHEN (250
      + ifnull(octet_length(new.words), 0))
    IS NOT (250
      + ifnull(octet_length(old.words), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (250
      + ifnull(octet_length(new.words), 0))
    - (250
      + ifnull(octet_length(old.words), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_suppressions_insert AFTER INSERT ON suppressions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 300;
END;
--> statement-breakpoint
CREATE TRIGGER usage_suppressions_delete BEFORE DELETE ON suppressions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -300;
END;
--> statement-breakpoint
CREATE TRIGGER usage_comments_insert AFTER INSERT ON comments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    600
      + ifnull(octet_length(new.text), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_comments_delete BEFORE DELETE ON comments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(600
      + ifnull(octet_length(old.text), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_comments_update_text AFTER UPDATE OF text ON comments
WHEN (600
      + ifnull(octet_length(new.text), 0))
    IS NOT (600
      + ifnull(octet_length(old.text), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (600
      + ifnull(octet_length(new.text), 0))
    - (600
      + ifnull(octet_length(old.text), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_bookings_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    900
      + ifnull(octet_length(new.answers), 0)
      + ifnull(octet_length(new.cancel_reason), 0)
      + ifnull(octet_length(new.location), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_bookings_delete BEFORE DELETE ON bookings
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(900
      + ifnull(octet_length(old.answers), 0)
      + ifnull(octet_length(old.cancel_reason), 0)
      + ifnull(octet_length(old.location), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_bookings_update_answers AFTER UPDATE OF answers, cancel_reason, location
ON bookings
WHEN (900
      + ifnull(octet_length(new.answers), 0)
      + ifnull(octet_length(new.cancel_reason), 0)
      + ifnull(octet_length(new.location), 0))
    IS NOT (900
      + ifnull(octet_length(old.answers), 0)
      + ifnull(octet_length(old.cancel_reason), 0)
      + ifnull(octet_length(old.location), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (900
      + ifnull(octet_length(new.answers), 0)
      + ifnull(octet_length(new.cancel_reason), 0)
      + ifnull(octet_length(new.location), 0))
    - (900
      + ifnull(octet_length(old.answers), 0)
      + ifnull(octet_length(old.cancel_reason), 0)
      + ifnull(octet_length(old.location), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_booking_refs_insert AFTER INSERT ON booking_refs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    200
      + ifnull(octet_length(new.external_id), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_booking_refs_delete BEFORE DELETE ON booking_refs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(200
      + ifnull(octet_length(old.external_id), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_booking_refs_update_external_id AFTER UPDATE OF external_id ON booking_refs
WHEN (200
      + ifnull(octet_length(new.external_id), 0))
    IS NOT (200
      + ifnull(octet_length(old.external_id), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (200
      + ifnull(octet_length(new.external_id), 0))
    - (200
      + ifnull(octet_length(old.external_id), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_held_echoes_insert AFTER INSERT ON held_echoes
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    250
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.payload), 0)
      + ifnull(octet_length(new.files), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_held_echoes_delete BEFORE DELETE ON held_echoes
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(250
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.payload), 0)
      + ifnull(octet_length(old.files), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_held_echoes_update_text AFTER UPDATE OF text, payload, files ON held_echoes
WHEN (250
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.payload), 0)
      + ifnull(octet_length(new.files), 0))
    IS NOT (250
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.payload), 0)
      + ifnull(octet_length(old.files), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (250
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.payload), 0)
      + ifnull(octet_length(new.files), 0))
    - (250
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.payload), 0)
      + ifnull(octet_length(old.files), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_analyses_insert AFTER INSERT ON analyses
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 250;
END;
--> statement-breakpoint
CREATE TRIGGER usage_analyses_delete BEFORE DELETE ON analyses
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -250;
END;
--> statement-breakpoint
CREATE TRIGGER usage_trigger_entries_insert AFTER INSERT ON trigger_entries
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 120;
END;
--> statement-breakpoint
CREATE TRIGGER usage_trigger_entries_delete BEFORE DELETE ON trigger_entries
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -120;
END;
--> statement-breakpoint
CREATE TRIGGER usage_trigger_times_insert AFTER INSERT ON trigger_times
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 120;
END;
--> statement-breakpoint
CREATE TRIGGER usage_trigger_times_delete BEFORE DELETE ON trigger_times
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -120;
END;
--> statement-breakpoint
CREATE TRIGGER usage_bulk_enrolments_insert AFTER INSERT ON bulk_enrolments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    400
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.reason), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_bulk_enrolments_delete BEFORE DELETE ON bulk_enrolments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(400
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.reason), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_bulk_enrolments_update_filter AFTER UPDATE OF filter, reason ON bulk_enrolments
WHEN (400
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.reason), 0))
    IS NOT (400
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.reason), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (400
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.reason), 0))
    - (400
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.reason), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_custom_events_insert AFTER INSERT ON custom_events
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    100
      + ifnull(octet_length(new.data), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_custom_events_delete BEFORE DELETE ON custom_events
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(100
      + ifnull(octet_length(old.data), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_custom_events_update_data AFTER UPDATE OF data ON custom_events
WHEN (100
      + ifnull(octet_length(new.data), 0))
    IS NOT (100
      + ifnull(octet_length(old.data), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (100
      + ifnull(octet_length(new.data), 0))
    - (100
      + ifnull(octet_length(old.data), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_test_runs_insert AFTER INSERT ON test_runs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    300
      + ifnull(octet_length(new.start), 0)
      + ifnull(octet_length(new.events), 0)
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_test_runs_delete BEFORE DELETE ON test_runs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(300
      + ifnull(octet_length(old.start), 0)
      + ifnull(octet_length(old.events), 0)
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_test_runs_update_start AFTER UPDATE OF start, events, nodes, edges
ON test_runs
WHEN (300
      + ifnull(octet_length(new.start), 0)
      + ifnull(octet_length(new.events), 0)
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0))
    IS NOT (300
      + ifnull(octet_length(old.start), 0)
      + ifnull(octet_length(old.events), 0)
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (300
      + ifnull(octet_length(new.start), 0)
      + ifnull(octet_length(new.events), 0)
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0))
    - (300
      + ifnull(octet_length(old.start), 0)
      + ifnull(octet_length(old.events), 0)
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_templates_insert AFTER INSERT ON templates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    600
      + ifnull(octet_length(new.components), 0)
      + ifnull(octet_length(new.reason), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_templates_delete BEFORE DELETE ON templates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(600
      + ifnull(octet_length(old.components), 0)
      + ifnull(octet_length(old.reason), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_templates_update_components AFTER UPDATE OF components, reason ON templates
WHEN (600
      + ifnull(octet_length(new.components), 0)
      + ifnull(octet_length(new.reason), 0))
    IS NOT (600
      + ifnull(octet_length(old.components), 0)
      + ifnull(octet_length(old.reason), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (600
      + ifnull(octet_length(new.components), 0)
      + ifnull(octet_length(new.reason), 0))
    - (600
      + ifnull(octet_length(old.components), 0)
      + ifnull(octet_length(old.reason), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_segments_insert AFTER INSERT ON segments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    500
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.missing_tag_ids), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_segments_delete BEFORE DELETE ON segments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(500
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.missing_tag_ids), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_segments_update_filter AFTER UPDATE OF filter, missing_tag_ids ON segments
WHEN (500
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.missing_tag_ids), 0))
    IS NOT (500
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.missing_tag_ids), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (500
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.missing_tag_ids), 0))
    - (500
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.missing_tag_ids), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_canned_replies_insert AFTER INSERT ON canned_replies
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    1000
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.content), 0)
      + ifnull(octet_length(new.search), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_canned_replies_delete BEFORE DELETE ON canned_replies
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(1000
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.content), 0)
      + ifnull(octet_length(old.search), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_canned_replies_update_text AFTER UPDATE OF text, content, search ON canned_replies
WHEN (1000
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.content), 0)
      + ifnull(octet_length(new.search), 0))
    IS NOT (1000
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.content), 0)
      + ifnull(octet_length(old.search), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (1000
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.content), 0)
      + ifnull(octet_length(new.search), 0))
    - (1000
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.content), 0)
      + ifnull(octet_length(old.search), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_exports_insert AFTER INSERT ON exports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    500
      + ifnull(octet_length(new.files), 0)
      + ifnull(octet_length(new.counts), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_exports_delete BEFORE DELETE ON exports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(500
      + ifnull(octet_length(old.files), 0)
      + ifnull(octet_length(old.counts), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_exports_update_files AFTER UPDATE OF files, counts ON exports
WHEN (500
      + ifnull(octet_length(new.files), 0)
      + ifnull(octet_length(new.counts), 0))
    IS NOT (500
      + ifnull(octet_length(old.files), 0)
      + ifnull(octet_length(old.counts), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (500
      + ifnull(octet_length(new.files), 0)
      + ifnull(octet_length(new.counts), 0))
    - (500
      + ifnull(octet_length(old.files), 0)
      + ifnull(octet_length(old.counts), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_erasure_receipts_insert AFTER INSERT ON erasure_receipts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    400
      + ifnull(octet_length(new.removed), 0);
END;
--> statement-breakpoint
CREATE TRIGGER usage_erasure_receipts_delete BEFORE DELETE ON erasure_receipts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(400
      + ifnull(octet_length(old.removed), 0));
END;
--> statement-breakpoint
CREATE TRIGGER usage_erasure_receipts_update_removed AFTER UPDATE OF removed ON erasure_receipts
WHEN (400
      + ifnull(octet_length(new.removed), 0))
    IS NOT (400
      + ifnull(octet_length(old.removed), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (400
      + ifnull(octet_length(new.removed), 0))
    - (400
      + ifnull(octet_length(old.removed), 0));
END;
--> statement-breakpoint
CREATE VIEW scenario_changes AS
SELECT scenario_id, version, day, counts FROM scenario_days;
--> statement-breakpoint
CREATE TRIGGER scenario_changes_insert INSTEAD OF INSERT ON scenario_changes
WHEN new.counts <> '{}'
BEGIN
  INSERT INTO scenario_days (scenario_id, version, day, counts)
  SELECT
    new.scenario_id,
    new.version,
    day,
    iif(octet_length(changed) > 1000000, known, changed)
  FROM (
    SELECT
      day,
      known,
      json_patch(
        known,
        (
          SELECT json_group_object(key, nullif(value + ifnull(known ->> ('$.' || key), 0), 0))
          FROM json_each(new.counts)
        )
      ) AS changed
    FROM (
      SELECT
        target.day,
        iif(
          last.day IS target.day,
          last.counts,
          ifnull(
            (
              SELECT counts
              FROM scenario_days
              WHERE scenario_id = new.scenario_id
                AND version = new.version
                AND scenario_days.day = target.day
            ),
            (
              SELECT json_group_object(key, value)
              FROM json_each(ifnull(last.counts, '{}'))
              WHERE key GLOB 'at_*'
            )
          )
        ) AS known
      FROM (
        SELECT
          newest,
          iif(new.counts GLOB '*"at_*', max(new.day, ifnull(newest, new.day)), new.day) AS day
        FROM (
          SELECT
            (
              SELECT max(day)
              FROM scenario_days
              WHERE scenario_id = new.scenario_id AND version = new.version
            ) AS newest
          FROM scenarios
          WHERE id = new.scenario_id
          LIMIT 1 OFFSET 0
        )
        LIMIT 1 OFFSET 0
      ) AS target
        LEFT JOIN scenario_days AS last
          ON last.scenario_id = new.scenario_id
          AND last.version = new.version
          AND last.day = newest
      LIMIT 1 OFFSET 0
    )
    LIMIT 1 OFFSET 0
  )
  WHERE true
  ON CONFLICT (scenario_id, version, day) DO UPDATE SET counts = excluded.counts;
END;
--> statement-breakpoint
CREATE TRIGGER statistics_run_deleted AFTER DELETE ON runs
WHEN old.ended_at IS NULL AND old.waiting_for IS NOT NULL
BEGIN
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT old.scenario_id, old.version, date(), json_object('at_' || hex(old.node_id), -1);
END;
--> statement-breakpoint
CREATE TRIGGER statistics_message AFTER UPDATE OF sent_at, delivered_at, read_at ON messages
WHEN new.node_id IS NOT NULL
  AND (
    new.sent_at IS NOT NULL AND old.sent_at IS NULL
    OR new.delivered_at IS NOT NULL AND old.delivered_at IS NULL
    OR new.read_at IS NOT NULL AND old.read_at IS NULL
  )
BEGIN
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT
    new.scenario_id,
    new.version,
    date(new.created_at / 1000, 'unixepoch'),
    (
      SELECT json_group_object(figure || about, 1)
      FROM (
        SELECT '' AS about
        UNION ALL
        SELECT '_' || hex(new.node_id)
      )
      CROSS JOIN (
        SELECT 'sent' AS figure WHERE new.sent_at IS NOT NULL AND old.sent_at IS NULL
        UNION ALL
        SELECT 'delivered' WHERE new.delivered_at IS NOT NULL AND old.delivered_at IS NULL
        UNION ALL
        SELECT 'read' WHERE new.read_at IS NOT NULL AND old.read_at IS NULL
      )
    );
END;
--> statement-breakpoint
CREATE VIEW scenario_clicks AS
SELECT id AS click_id, link_send_id FROM link_clicks;
--> statement-breakpoint
CREATE TRIGGER scenario_clicks_insert INSTEAD OF INSERT ON scenario_clicks
BEGIN
  INSERT INTO scenario_changes (scenario_id, version, day, counts)
  SELECT
    messages.scenario_id,
    messages.version,
    date(messages.created_at / 1000, 'unixepoch'),
    json_object('clicked', 1, 'clicked_' || hex(messages.node_id), 1)
  FROM link_sends
    CROSS JOIN messages ON messages.id = link_sends.message_id
  WHERE link_sends.id = new.link_send_id
    AND messages.node_id IS NOT NULL
    AND NOT EXISTS (
      SELECT 1
      FROM link_sends AS sends
        CROSS JOIN link_clicks ON link_clicks.link_send_id = sends.id
      WHERE sends.message_id = messages.id
        AND suspected_scanner = 0
        AND link_clicks.id <> new.click_id
    );
END;
--> statement-breakpoint
CREATE TRIGGER statistics_click_insert AFTER INSERT ON link_clicks
WHEN new.suspected_scanner = 0
BEGIN
  INSERT INTO scenario_clicks (click_id, link_send_id) SELECT new.id, new.link_send_id;
END;
--> statement-breakpoint
CREATE TRIGGER statistics_click AFTER UPDATE OF suspected_scanner ON link_clicks
WHEN new.suspected_scanner = 0 AND old.suspected_scanner IS NULL
BEGIN
  INSERT INTO scenario_clicks (click_id, link_send_id) SELECT new.id, new.link_send_id;
END;
--> statement-breakpoint
CREATE TRIGGER leads_removed AFTER DELETE ON leads
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('lead', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
  DELETE FROM lead_duplicates WHERE lead_id = old.id;
  DELETE FROM lead_duplicates WHERE other_id = old.id;
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER workspaces_erased AFTER INSERT ON workspace_removals
WHEN new.finished_at IS NULL
BEGIN
  INSERT INTO erasures (kind, row_id, workspace_id, erased_at)
  VALUES ('workspace', new.workspace_id, new.workspace_id, new.requested_at)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER tags_removed AFTER DELETE ON tags
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('tag', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER short_links_removed AFTER DELETE ON short_links
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('short_link', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_removed AFTER DELETE ON webhook_endpoints
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('webhook_endpoint', old.id, old.workspace_id);
END;
--> statement-breakpoint
CREATE TRIGGER sources_removed AFTER DELETE ON sources
BEGIN
  INSERT INTO removals (kind, parent_id, workspace_id)
  VALUES ('source', old.id, old.workspace_id)
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER runs_parents BEFORE INSERT ON runs
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
  OR NOT EXISTS (SELECT 1 FROM scenarios WHERE id = new.scenario_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed: runs.lead_id')
  WHERE EXISTS (SELECT 1 FROM scenarios WHERE id = new.scenario_id);
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed: runs.scenario_id');
END;
--> statement-breakpoint
CREATE TRIGGER scenario_versions_parent BEFORE INSERT ON scenario_versions
WHEN NOT EXISTS (SELECT 1 FROM scenarios WHERE id = new.scenario_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER messages_parent BEFORE INSERT ON messages
WHEN NOT EXISTS (SELECT 1 FROM conversations WHERE id = new.conversation_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER link_sends_parents BEFORE INSERT ON link_sends
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
  OR NOT EXISTS (SELECT 1 FROM short_links WHERE id = new.short_link_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER link_hours_parent BEFORE INSERT ON link_hours
WHEN NOT EXISTS (SELECT 1 FROM short_links WHERE id = new.short_link_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER lead_tags_parent BEFORE INSERT ON lead_tags
WHEN NOT EXISTS (SELECT 1 FROM tags WHERE id = new.tag_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER consents_parent BEFORE INSERT ON consents
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER comments_parent BEFORE INSERT ON comments
WHEN new.lead_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER bookings_parent BEFORE INSERT ON bookings
WHEN NOT EXISTS (SELECT 1 FROM leads WHERE id = new.lead_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed: bookings.lead_id');
END;
--> statement-breakpoint
CREATE TRIGGER analyses_parent BEFORE INSERT ON analyses
WHEN NOT EXISTS (SELECT 1 FROM conversations WHERE id = new.conversation_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_parent BEFORE INSERT ON webhook_deliveries
WHEN NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = new.endpoint_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
CREATE TRIGGER source_deliveries_parent BEFORE INSERT ON source_deliveries
WHEN NOT EXISTS (SELECT 1 FROM sources WHERE id = new.source_id)
BEGIN
  SELECT raise(ABORT, 'FOREIGN KEY constraint failed');
END;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER messages_spent BEFORE DELETE ON messages
WHEN old.id = (SELECT max(id) FROM messages)
BEGIN
  INSERT INTO spent_ids (table_name, id) VALUES ('messages', old.id)
  ON CONFLICT (table_name) DO UPDATE SET id = max(id, excluded.id);
END;
--> statement-breakpoint
CREATE TRIGGER link_clicks_spent BEFORE DELETE ON link_clicks
WHEN old.id = (SELECT max(id) FROM link_clicks)
BEGIN
  INSERT INTO spent_ids (table_name, id) VALUES ('link_clicks', old.id)
  ON CONFLICT (table_name) DO UPDATE SET id = max(id, excluded.id);
END;
