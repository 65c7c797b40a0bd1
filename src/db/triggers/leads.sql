-- Partial-match search over leads: one token for each gram of 1, 2, 3 and 5 characters of the
-- searchable fields. The application folds the texts (lib/text.ts) and asks for the tokens
-- (features/leads/search/ngram-index.ts). A token is the workspace id, the first letter of the
-- field and the gram in hex: a search never visits the leads of other workspaces, and no
-- character that a person types can separate tokens.
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
-- gram of each size. The last tails are shorter than some sizes, and yield a smaller gram twice.
CREATE VIEW lead_grams AS
SELECT
  leads.id,
  (
    WITH RECURSIVE tails (field, tail) AS (
      SELECT
        leads.workspace_id || 'n',
        trim(ifnull(leads.first_name_search, '') || ' ' || ifnull(leads.last_name_search, ''))
      UNION ALL SELECT leads.workspace_id || 'e', leads.email_search
      UNION ALL SELECT leads.workspace_id || 'p', leads.phone_search
      UNION ALL SELECT leads.workspace_id || 'u', leads.username_search
      UNION ALL SELECT field, substr(tail, 2) FROM tails WHERE tail <> ''
    )
    SELECT group_concat(
      field || hex(substr(tail, 1, 1)) || ' ' ||
      field || hex(substr(tail, 1, 2)) || ' ' ||
      field || hex(substr(tail, 1, 3)) || ' ' ||
      field || hex(substr(tail, 1, 5)),
      ' '
    )
    FROM tails
    WHERE tail <> ''
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
  first_name_search, last_name_search, email_search, phone_search, username_search
ON leads
WHEN new.first_name_search IS NOT old.first_name_search
  OR new.last_name_search IS NOT old.last_name_search
  OR new.email_search IS NOT old.email_search
  OR new.phone_search IS NOT old.phone_search
  OR new.username_search IS NOT old.username_search
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
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) >= 100
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
