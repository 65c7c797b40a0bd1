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

-- The counts and times of conversations include every message but notes and reactions of ours.
-- Those of inbound ones are kept by `messages_received`. What a person has written in the
-- platform's own app comes when it has been sent, and has its own time: the team has read there
-- what the lead had written by then.
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

-- The past of an account is counted, and no more. It is the last message of a conversation only
-- where that has no other.
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

-- An inbound message does three things, in this order, which SQLite keeps within one body: the run
-- that it answers takes it; it is an event, which says what triggers decide by (the run that has
-- taken it, when the lead wrote before, and to whom the conversation is assigned); and its
-- conversation and lead count it. Which types open the window, count as unread and are replies is
-- said by `messageTypes` (domain/messaging.ts).
--
-- A reply reaches one of the runs that wait for one: the run whose message it quotes, or
-- whose message stands last in the conversation; the others go on waiting. A run that still waits
-- for its own message to be sent may get it, too, as a reply may arrive before the message is known
-- to be sent. Runs that were deleted and are still to be removed get none.
--
-- Answers of a form that are not verified reach none.
--
-- Nor do runs that have asked something else:
-- - A tap, or any other reply that quotes a message of ours (`context.id`, Instagram's
--   `reply_to.mid`), answers the run of that message, while the run has not gone on to something
--   else: it has passed no other wait for a reply with an answer, and sent no later question that
--   can be tapped. A question that was not answered in time, or not validly, stays open when it is
--   asked again. A step that was such a wait has an `answer`; it may be the question's own. A run
--   that has asked nothing itself takes what answers a message to which the lead has not said
--   anything yet, whoever has sent it. A quoted message that is not known says nothing.
-- - Otherwise the reply was written no earlier than a question was sent: than the first of the
--   run's messages since it last left a wait for a reply, or, if there are none, than the run was
--   made. Times are compared by the second, as WhatsApp gives them. A message on its way counts
--   from when it was queued, one that is queued, held or has failed was not asked.
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

-- When an outbound message other than a reaction is sent, its conversation, lead and recipient links
-- record the time.
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

-- When a message is read, its recipient links record the time.
CREATE TRIGGER messages_read AFTER UPDATE OF read_at ON messages
WHEN new.read_at IS NOT NULL AND new.read_at IS NOT old.read_at
BEGIN
  UPDATE link_sends SET read_at = new.read_at, changed_by = new.changed_by
  WHERE message_id = new.id;
END;

-- A file that came with its message goes with it. The row stays until the file is gone from R2.
CREATE TRIGGER messages_media_deleted AFTER DELETE ON messages
WHEN (old.direction = 'inbound' OR old.origin = 'native_app')
  AND old.type IN ('image', 'video', 'audio', 'document', 'sticker')
BEGIN
  UPDATE media
  SET state = 'deleted', source = NULL, filename = NULL
  WHERE message_id = old.id;
END;

-- It also goes with the content of its message.
CREATE TRIGGER messages_media_erased AFTER UPDATE OF payload ON messages
WHEN (old.direction = 'inbound' OR old.origin = 'native_app')
  AND old.type IN ('image', 'video', 'audio', 'document', 'sticker')
  AND new.payload IN ('{}', '{"deleted":true}')
BEGIN
  UPDATE media
  SET state = 'deleted', source = NULL, filename = NULL
  WHERE message_id = old.id;
END;
