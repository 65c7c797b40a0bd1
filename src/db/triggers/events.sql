-- An INSERT into this view stores an event. Its actor is the code of who has caused it
-- (domain/actors.ts), or NULL. Triggers read it from the row that changes, where the statement that
-- changes the row writes it, and of what is deleted from the tombstone (removals.sql).
CREATE VIEW new_events AS
SELECT workspace_id, type, lead_id, scenario_id, data, actor FROM events;

-- An event gets the next id of its workspace, and is stored only if its workspace was not deleted.
-- Of a deleted lead, nothing is an event but its deletion and that of its runs. That two leads are
-- joined is one event. What happens to each message that is sent is an event only while an endpoint
-- receives it, unless the workspace wants all of them.
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

-- The events that each endpoint receives. The endpoint of a scenario receives the events of the
-- scenario, and the tracked tags of leads that the scenario has enrolled. None receives what a
-- quiet import does (domain/actors.ts).
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

-- An endpoint that has nothing to send is due with the first event that it receives. It finds the
-- events that follow by itself. So do the stream of a workspace that has listeners, and the lane of
-- triggers that react to such an event.
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

-- The event types that the endpoint of a scenario receives.
CREATE VIEW scenario_endpoint_types AS
SELECT '["run.*","message.*","link.clicked","lead.tag_added"]' AS event_types;

-- A new scenario that has a `webhook_url` has a webhook endpoint.
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

-- The webhook endpoint of a scenario follows its `webhook_url`. Setting the URL again enables an
-- endpoint that was disabled.
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

-- A new lead is an event. So is its opt-out, if it is created with one. Whom the past of an account
-- makes a lead (BY_HISTORY of domain/actors.ts) is none.
CREATE TRIGGER events_lead_created AFTER INSERT ON leads
WHEN new.changed_by IS NOT 'q'
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT new.workspace_id, 'lead.created', new.id, NULL, '{}', new.changed_by;
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT new.workspace_id, 'lead.opted_out', new.id, NULL, '{}', new.changed_by
  WHERE new.is_optout = 1;
END;

-- Every change of a lead's pipeline stage is an event.
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

-- Every opt-out and opt-in of a lead is an event, with the consent that it comes from.
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

-- Consent to marketing has events of its own: no receiver of the others takes it for consent to all
-- messages.
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

-- Every completed analysis of a lead's profile is an event.
CREATE TRIGGER events_lead_profile AFTER UPDATE OF profile_extracted_at ON leads
WHEN new.profile_extracted_at IS NOT NULL
  AND new.profile_extracted_at IS NOT old.profile_extracted_at
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT new.workspace_id, 'lead.profile_updated', new.id, NULL, '{}', new.changed_by;
END;

-- Every deleted lead is an event. The values in its other events are hidden with the lead, and
-- removed behind (db/removal/tombstones.ts).
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

-- Every tag that a lead gets is an event. It names the scenarios that track the tag and have
-- enrolled the lead now, as they may have changed by the time the event is delivered.
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

-- An INSERT into this view removes a tag from a lead. It says who removes it, as a DELETE can't.
CREATE VIEW tag_removals AS
SELECT lead_id, tag_id, added_by AS actor FROM lead_tags;

-- The removal is announced right before it.
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

-- Every tag that is removed from a lead is an event, unless it goes with the deleted lead. If the
-- newest event is this very removal, the view `tag_removals` has announced it.
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

-- Every new summary of a conversation is an event.
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

-- A conversation that changes its state or assignee, or is read, is an event. It says what changed,
-- and how the conversation then is.
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

-- A new note is an event.
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

-- A new comment is an event.
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

-- A new booking is an event: by its state, as it may be known only since it was over.
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

-- A change of a booking is one event, whatever it changes. That its time is given up is none: the
-- new time will be.
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

-- Every status that a message of ours has when it is stored is an event, save those of its queue.
-- The past of an account is none, nor is what stands for a deleted message.
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

-- Every status that a message reaches later is an event, save those of its queue. So are the edits
-- and the deletion of a message by who has written it.
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

-- A recipient link that is stored as sent is an event.
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

-- A recipient link that is sent later is an event.
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

-- A click that is stored as a person's is an event.
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

-- A click that is classified as a person's later is an event.
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

-- A new run is an event. So is its end, if it is stored as ended.
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

-- The event that a run stands at: it waits at a node, or has ended, which its final state names.
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

-- A run that begins to wait at a node is an event. What the engine commits, by which `turn`
-- changes, becomes an event after the events of its effects (announceRuns in statements/runs.ts).
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

-- A run that continues on another version of its scenario is an event.
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

-- So is a pause of the run itself, and the end of it. The pause of its scenario is one event.
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

-- So is the end of a run.
CREATE TRIGGER events_run_ended AFTER UPDATE OF ended_at ON runs
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL AND new.turn IS old.turn
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT workspace_id, type, lead_id, scenario_id, data, actor
  FROM standing_events
  WHERE run_id = new.id;
END;

-- An active run that is deleted is an event that says whether its lead or its scenario was deleted.
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

-- A scenario that is activated or paused is an event.
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

-- A deleted scenario is an event, which stands for its runs as well.
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

-- A deleted tag is an event.
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

-- A deleted short link is an event.
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

-- Runs that a request removes from a scenario, however many, are one event. Those of a deleted
-- scenario, which have no last id, are none.
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

-- So are those that another request removes before the rows of the first are gone.
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

-- A channel that stops is an event.
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

-- A channel that pauses, or goes on, is an event. One that stops is not resumed by that.
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

-- A channel whose token expires soon is an event, once.
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

-- That requests to a source fail their verification is an event, once a day (UTC).
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

-- A change of a template's status or quality is an event.
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

-- A webhook endpoint that is disabled is an event.
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

-- A quota that a workspace reaches is an event, once on a day.
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
