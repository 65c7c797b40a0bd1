-- Partial-match search over leads: a token for each gram of 1, 2, 3 and 5 characters of what can be searched. The texts are folded by
-- the application (lib/text.ts), which also asks for the tokens (features/leads/search.ts). A token is the workspace, the field's
-- first letter and the gram in hex: other workspaces' leads are never visited, and nothing that people type separates tokens.
CREATE VIRTUAL TABLE leads_search USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
--> statement-breakpoint
-- The hourly merge (features/leads/search.ts) takes any two segments of a level.
INSERT INTO leads_search (leads_search, rank) VALUES ('usermerge', 2);
--> statement-breakpoint
-- Each tail of a text, the text without its first characters, begins with a gram of each size. The last tails are shorter than
-- some sizes: what they give is a smaller gram once more.
CREATE VIEW lead_grams AS
SELECT
  leads.id,
  (
    WITH RECURSIVE tails (field, tail) AS (
      SELECT leads.workspace_id || 'n', trim(ifnull(leads.first_name_search, '') || ' ' || ifnull(leads.last_name_search, ''))
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
    FROM tails WHERE tail <> ''
  ) AS grams
FROM leads;
--> statement-breakpoint
CREATE TRIGGER leads_search_insert AFTER INSERT ON leads BEGIN
  INSERT INTO leads_search (rowid, grams) SELECT id, grams FROM lead_grams WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER leads_search_update AFTER UPDATE OF first_name_search, last_name_search, email_search, phone_search, username_search ON leads
WHEN new.first_name_search IS NOT old.first_name_search
  OR new.last_name_search IS NOT old.last_name_search
  OR new.email_search IS NOT old.email_search
  OR new.phone_search IS NOT old.phone_search
  OR new.username_search IS NOT old.username_search
BEGIN
  DELETE FROM leads_search WHERE rowid = old.id;
  INSERT INTO leads_search (rowid, grams) SELECT id, grams FROM lead_grams WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER leads_search_delete AFTER DELETE ON leads BEGIN
  DELETE FROM leads_search WHERE rowid = old.id;
END;
--> statement-breakpoint
-- What a lead has must fit into one row of D1: no more than 100 tags.
CREATE TRIGGER lead_tags_limit BEFORE INSERT ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) >= 100
  AND NOT EXISTS (SELECT 1 FROM lead_tags WHERE lead_id = new.lead_id AND tag_id = new.tag_id)
BEGIN
  SELECT raise(ABORT, 'lead_tags_limit');
END;
