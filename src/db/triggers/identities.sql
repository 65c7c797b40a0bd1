-- An INSERT into this view reports an account that a lead has got, or that has moved. All accounts
-- that moves connect with it, in either direction, are one person's: those that are nobody's become
-- those of the lead that has another.
CREATE VIEW connected_ids AS SELECT workspace_id, kind, to_hash AS hash FROM identity_moves;

-- The chain is followed for 8 moves. An id that has been left since it was last moved to is
-- replaced: late messages still come from it, and none is sent to it.
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

-- With a lead, its ids go from the moves: their hashes stay, so that whoever has unsubscribed stays
-- so under later ids.
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

-- An INSERT into this view suppresses a hash as that of the suppression `id` is, since both are one
-- person's, and all hashes that it has moved to.
CREATE VIEW connected_suppressions AS SELECT id, kind, hash FROM suppressions;

-- The later time and the wider scope stay; times of different scopes are not compared.
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

-- Whoever unsubscribes by an id that has moved has unsubscribed by the ids that it has moved to.
CREATE TRIGGER suppressions_connected AFTER INSERT ON suppressions
WHEN EXISTS (
  SELECT 1
  FROM identity_moves
  WHERE workspace_id = new.workspace_id AND kind = new.kind AND from_hash = new.hash
)
BEGIN
  INSERT INTO connected_suppressions (id, kind, hash) VALUES (new.id, new.kind, new.hash);
END;

-- So has whoever unsubscribes by it again, or from more.
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
