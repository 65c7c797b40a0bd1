-- Partial-match search over leads: one token for each gram of 3 and 5 characters of the searchable
-- fields, and of 1 and 2 characters of those that are no numbers. The application folds the texts
-- (lib/text.ts) and asks for the tokens (features/leads/search/ngram-index.ts). A token is the
-- workspace id, a letter for the field and the gram in hex: a search never visits the leads of
-- other workspaces, and no character that a person types can separate tokens.
CREATE VIRTUAL TABLE leads_search USING fts5(
  grams,
  content='',
  contentless_delete=1,
  detail=none,
  tokenize='ascii'
);

-- The hourly merge (features/leads/search/ngram-index.ts) merges any two segments of a level.
INSERT INTO leads_search (leads_search, rank) VALUES ('usermerge', 2);

-- The tokens of each lead. A tail is a text without its first characters; each tail begins with a
-- gram of each size. The last tails of a text are shorter than some sizes, and may yield a smaller
-- gram twice.
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

-- Every new lead can be found by search.
CREATE TRIGGER leads_search_insert AFTER INSERT ON leads
BEGIN
  INSERT INTO leads_search (rowid, grams)
  SELECT id, grams FROM lead_grams WHERE id = new.id;
END;

-- A lead is found by the current values of its searchable fields.
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

-- A deleted lead leaves nothing in the search index.
CREATE TRIGGER leads_search_delete AFTER DELETE ON leads
BEGIN
  DELETE FROM leads_search WHERE rowid = old.id;
END;

-- A lead has at most 100 tags, so that all of them fit into one row of an answer of D1.
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

-- Moving a lead into the stage `lost`, or out of it, makes `is_lost` a manual override: no analysis
-- changes it any more. A manual override of the lost reason ends when the lead leaves the stage.
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

-- An INSERT into this view reports a hash that a lead has from now on: of an address that it was
-- given at `given_at`, or of an id which it has come by itself.
CREATE VIEW new_lead_hashes AS
SELECT id AS lead_id, 'phone' AS kind, phone_hash AS hash, updated_at AS given_at FROM leads;

-- If somebody with the hash has unsubscribed, the lead has too, from then and of the same scope: a
-- later consent of its own ledger wins, unless it is older than `given_at`, by a form, or of all
-- messages by a setting on the platform.
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

-- The hash of a lead that has unsubscribed is remembered: that of an id which the lead itself has
-- come by, until it subscribes again itself. What is remembered of the same scope stays.
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

-- Another phone or e-mail of a lead has another hash, of which the lead's earlier consents say
-- nothing. New leads report theirs after their event.
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

-- A lead has another id on a platform.
CREATE TRIGGER lead_identities_insert AFTER INSERT ON lead_identities
BEGIN
  INSERT INTO new_lead_hashes (lead_id, kind, hash)
  VALUES (new.lead_id, iif(new.kind = 'wa_id', 'phone', new.kind), new.hash);
END;

-- What its owner has written under posts before is the lead's, on each channel: an id is one
-- person's. A number is no author's, and ids of platforms without comments are no digits.
CREATE TRIGGER lead_identities_comments AFTER INSERT ON lead_identities
WHEN new.kind <> 'wa_id'
BEGIN
  UPDATE comments
  SET lead_id = new.lead_id
  WHERE workspace_id = new.workspace_id
    AND author_id = new.value
    AND lead_id IS NULL;
END;

-- An id on a platform is another lead's, or has got its hash.
CREATE TRIGGER lead_identities_update AFTER UPDATE OF lead_id, hash ON lead_identities
WHEN new.lead_id <> old.lead_id OR new.hash IS NOT old.hash
BEGIN
  INSERT INTO new_lead_hashes (lead_id, kind, hash)
  VALUES (new.lead_id, iif(new.kind = 'wa_id', 'phone', new.kind), new.hash);
END;

-- A person who unsubscribes is remembered by all hashes, also after the lead is gone. A lead that
-- subscribes again ends what a message of its own has begun. The application forgets the other
-- hashes: those of a message's sender, and all of a lead that subscribes through the API
-- (db/statements/suppressions.ts).
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

-- The same of somebody who unsubscribes from marketing, or subscribes to it again.
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

-- An INSERT into this view has one lead share the opt-outs of another, which is the same person.
-- It has opted out from now on: a consent of its own ledger from before does not count.
CREATE VIEW shared_optouts AS
SELECT lead_id AS from_id, other_id AS to_id FROM lead_duplicates;

-- Whoever has opted out of everything as one lead has done so as the other.
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

-- So has whoever has opted out of marketing alone.
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

-- An INSERT into this view enters into a lead's ledger that the same person has opted out.
CREATE VIEW same_person_consents AS
SELECT lead_id, scope FROM consents WHERE method = 'same_person';

-- The entry counts at once, whatever the lead has consented to before.
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

-- Two leads that prove to be one person share their opt-outs at once. It is an event, unless they
-- are being merged, which is one of its own.
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

-- A lead that was one person with a merged lead is one with the kept lead.
CREATE TRIGGER lead_duplicates_update AFTER UPDATE OF lead_id, other_id ON lead_duplicates
WHEN new.dismissed_at IS NULL
BEGIN
  INSERT INTO shared_optouts (from_id, to_id)
  VALUES (new.lead_id, new.other_id), (new.other_id, new.lead_id);
END;

-- A later opt-out holds for all leads that are known to be the same person, too. A later opt-in
-- does not: each lead has its own way of subscribing again.
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

-- Without a tag that it excludes, a segment would find more leads than it was made for. So it finds
-- nobody once one of its tags is deleted.
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
