DROP TRIGGER IF EXISTS messages_insert;
--> statement-breakpoint
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
--> statement-breakpoint
DROP TRIGGER IF EXISTS analyses_message;
--> statement-breakpoint
CREATE TRIGGER analyses_message AFTER INSERT ON messages
WHEN new.direction <> 'internal'
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
      new.type NOT IN ('system', 'reaction', 'call', 'unsupported'),
      EXISTS (
        SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending'
      )
    );
END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS run_events_reply;
--> statement-breakpoint
CREATE TRIGGER run_events_reply AFTER INSERT ON messages
WHEN new.direction = 'inbound' AND new.type NOT IN ('system', 'reaction', 'call', 'unsupported')
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
          AND passed.visit > quoted.visit
          AND passed.visit < runs.visits
          AND passed.type = 'wait_for_reply'
          AND (
            passed.outcome NOT IN ('timeout', 'invalid') AND passed.node_id IS NOT runs.node_id
            OR EXISTS (
              SELECT 1
              FROM messages AS later
              WHERE later.run_id = runs.id
                AND later.visit > passed.visit
                AND later.type IN ('buttons', 'list', 'template')
                AND (
                  later.node_id IS NOT quoted.node_id
                  OR passed.outcome NOT IN ('timeout', 'invalid')
                )
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
                WHERE run_id = runs.id AND visit < runs.visits AND type = 'wait_for_reply'
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
            AND said.type NOT IN ('system', 'reaction', 'call', 'unsupported')
            AND ifnull(
              ifnull(said.payload ->> '$.context.id', said.payload ->> '$.reply_to.mid'),
              quoted.external_id
            ) = quoted.external_id
        )
      ELSE (
        SELECT
          ifnull(
            max(
              status NOT IN ('queued', 'failed')
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
              WHERE run_id = runs.id
                AND visit < runs.visits
                AND type = 'wait_for_reply'
                AND outcome <> 'invalid'
              ORDER BY visit DESC
              LIMIT 1
            ),
            0
          )
      )
    END
  ORDER BY
    runs.id IS quoted.run_id DESC,
    (
      SELECT id
      FROM messages
      WHERE run_id = runs.id
        AND conversation_id = new.conversation_id
        AND status NOT IN ('queued', 'failed')
      ORDER BY visit DESC
      LIMIT 1
    ) DESC,
    runs.id DESC
  LIMIT 1;
END;
