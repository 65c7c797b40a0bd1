-- Search over the texts of messages: one token for each gram of 3 and 5 characters, and for each
-- pair of letters of scripts whose words are that short (lib/grams.ts). A worker adds the messages
-- in batches (features/operations/chunks), folded; until then, a search reads them. A token is the
-- workspace id, `m` and the gram in hex: a search never visits the messages of other workspaces,
-- and no character that a person types can separate tokens.
CREATE VIRTUAL TABLE messages_search USING fts5(
  grams,
  content='',
  contentless_delete=1,
  detail=none,
  tokenize='ascii'
);

-- The hourly merge (db/lists/search-indexes.ts) merges any two segments of a level.
INSERT INTO messages_search (messages_search, rank) VALUES ('usermerge', 2);

-- A deleted message leaves nothing in the search index.
CREATE TRIGGER messages_search_delete AFTER DELETE ON messages
BEGIN
  DELETE FROM messages_search WHERE rowid = old.id;
END;

-- Nor does a text that was erased, or a template's.
CREATE TRIGGER messages_search_erase AFTER UPDATE OF text, payload ON messages
WHEN (old.text IS NOT NULL AND new.text IS NOT old.text)
  OR (old.type = 'template' AND new.payload IS NOT old.payload)
BEGIN
  DELETE FROM messages_search WHERE rowid = old.id;
END;

-- The worker of the index, which all workspaces share, goes back to a text that was edited, unless
-- that is long ago: people edit what they have just written.
CREATE TRIGGER messages_search_edit AFTER UPDATE OF edited_at ON messages
WHEN new.edited_at IS NOT old.edited_at
  AND (SELECT position FROM clean_ups WHERE name = 'message_search')
    BETWEEN new.id AND new.id + 10000
BEGIN
  UPDATE clean_ups SET position = new.id - 1 WHERE name = 'message_search';
END;

-- A message that is restored is older than those which the worker has come to: it goes back there.
CREATE TRIGGER messages_search_restore AFTER INSERT ON messages
WHEN new.id <= (SELECT position FROM clean_ups WHERE name = 'message_search')
BEGIN
  UPDATE clean_ups SET position = new.id - 1 WHERE name = 'message_search';
END;

-- The counts and times of conversations and leads include every message but notes. Which types open
-- the window, count as unread and are replies is said by `messageTypes` (domain/messaging.ts).
CREATE TRIGGER messages_insert AFTER INSERT ON messages
WHEN new.direction <> 'internal'
BEGIN
  UPDATE conversations
  SET
    messages_count = messages_count + 1,
    last_message_id = max(last_message_id, new.id),
    last_inbound_at = iif(
      new.direction = 'inbound' AND new.type <> 'system',
      max(ifnull(last_inbound_at, new.sent_at), new.sent_at),
      last_inbound_at
    ),
    last_person_at = iif(
      new.origin = 'person',
      max(ifnull(last_person_at, new.created_at), new.created_at),
      last_person_at
    ),
    (last_reply_id, unread_count, state, snoozed_until, changed_by) = (
      SELECT
        iif(is_unread AND new.type NOT IN ('call', 'unsupported'), new.id, last_reply_id),
        unread_count + is_unread,
        iif(is_unread, 'open', state),
        iif(is_unread, NULL, snoozed_until),
        iif(is_unread AND state <> 'open', new.changed_by, changed_by)
      FROM (
        SELECT
          new.direction = 'inbound' AND new.type NOT IN ('system', 'reaction') AS is_unread
      )
    ),
    updated_at = max(updated_at, new.created_at)
  WHERE id = new.conversation_id;
  UPDATE leads
  SET last_inbound_at = max(ifnull(last_inbound_at, new.sent_at), new.sent_at)
  WHERE id = (SELECT lead_id FROM conversations WHERE id = new.conversation_id)
    AND new.direction = 'inbound'
    AND new.type <> 'system';
END;

-- When an outbound message is sent, its conversation, lead and recipient links record the time.
CREATE TRIGGER messages_sent AFTER UPDATE OF sent_at ON messages
WHEN new.direction = 'outbound' AND new.sent_at IS NOT NULL AND new.sent_at IS NOT old.sent_at
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

-- When a message is read, its recipient links record the time.
CREATE TRIGGER messages_read AFTER UPDATE OF read_at ON messages
WHEN new.read_at IS NOT NULL AND new.read_at IS NOT old.read_at
BEGIN
  UPDATE link_sends SET read_at = new.read_at, changed_by = new.changed_by
  WHERE message_id = new.id;
END;

-- A file that a lead has sent goes with its message. The row stays until the file is gone from R2.
CREATE TRIGGER messages_media_deleted AFTER DELETE ON messages
WHEN old.direction = 'inbound'
  AND old.type IN ('image', 'video', 'audio', 'document', 'sticker')
BEGIN
  UPDATE media
  SET state = 'deleted', source = NULL, filename = NULL
  WHERE message_id = old.id;
END;

-- It also goes with the content of its message.
CREATE TRIGGER messages_media_erased AFTER UPDATE OF payload ON messages
WHEN old.direction = 'inbound'
  AND old.type IN ('image', 'video', 'audio', 'document', 'sticker')
  AND new.payload IN ('{}', '{"deleted":true}')
BEGIN
  UPDATE media
  SET state = 'deleted', source = NULL, filename = NULL
  WHERE message_id = old.id;
END;
