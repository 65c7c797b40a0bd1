-- Partial-match search over leads. The texts are folded by the application (lib/text.ts), so the tokenizer compares as is.
-- `workspace` is one trigram that stands for the workspace: matched together with the term it keeps other workspaces' rows out of the index scan.
CREATE VIRTUAL TABLE leads_search USING fts5(workspace, name, email, phone, username, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
--> statement-breakpoint
CREATE TRIGGER leads_search_insert AFTER INSERT ON leads BEGIN
  INSERT INTO leads_search (rowid, workspace, name, email, phone, username)
  VALUES (
    new.id,
    char(19968 + (new.workspace_id >> 24 & 4095), 19968 + (new.workspace_id >> 12 & 4095), 19968 + (new.workspace_id & 4095)),
    trim(ifnull(new.first_name_search, '') || ' ' || ifnull(new.last_name_search, '')),
    new.email_search,
    new.phone_search,
    new.username_search
  );
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
  INSERT INTO leads_search (rowid, workspace, name, email, phone, username)
  VALUES (
    new.id,
    char(19968 + (new.workspace_id >> 24 & 4095), 19968 + (new.workspace_id >> 12 & 4095), 19968 + (new.workspace_id & 4095)),
    trim(ifnull(new.first_name_search, '') || ' ' || ifnull(new.last_name_search, '')),
    new.email_search,
    new.phone_search,
    new.username_search
  );
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
