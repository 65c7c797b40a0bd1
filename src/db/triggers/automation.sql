-- A version of a scenario that runs have started on is kept.
CREATE TRIGGER versions_run_started AFTER INSERT ON runs
BEGIN
  UPDATE scenario_versions SET has_runs = 1
  WHERE scenario_id = new.scenario_id AND version = new.version AND has_runs = 0;
END;

-- So is one that runs are migrated to.
CREATE TRIGGER versions_run_migrated AFTER UPDATE OF version ON runs
BEGIN
  UPDATE scenario_versions SET has_runs = 1
  WHERE scenario_id = new.scenario_id AND version = new.version AND has_runs = 0;
END;

-- A run that is not stepped for long, as while it is paused, keeps the first 200 events of its
-- wait: so much a claim reads of one run, whatever comes (runs/worker/claim.ts). What has become of
-- its message comes once, and a run that waits for it would wait for ever.
CREATE TRIGGER run_events_full BEFORE INSERT ON run_events
WHEN new.seq > 200 AND new.kind <> 'sending'
BEGIN
  SELECT RAISE(IGNORE);
END;

-- An INSERT into this view deletes the data of a custom event, unless a run has it.
CREATE VIEW released_events AS SELECT id FROM custom_events;

-- An event or a step of a run has it.
CREATE TRIGGER released_events_insert INSTEAD OF INSERT ON released_events
BEGIN
  DELETE FROM custom_events
  WHERE id = new.id
    AND NOT EXISTS (SELECT 1 FROM run_events WHERE event_id = new.id)
    AND NOT EXISTS (SELECT 1 FROM run_steps WHERE event_id = new.id);
END;

-- The data goes with the last row that refers to it.
CREATE TRIGGER run_events_data AFTER DELETE ON run_events
WHEN old.event_id IS NOT NULL
BEGIN
  INSERT INTO released_events (id) SELECT old.event_id;
END;

-- Steps of deleted runs go at any time, also while other runs still wait to be stepped.
CREATE TRIGGER run_steps_data AFTER DELETE ON run_steps
WHEN old.event_id IS NOT NULL
BEGIN
  INSERT INTO released_events (id) SELECT old.event_id;
END;

-- A run for which an event is stored is due at once.
CREATE TRIGGER run_events_insert AFTER INSERT ON run_events
BEGIN
  UPDATE runs
  SET next_at = min(ifnull(next_at, new.at), new.at), revision = revision + 1
  WHERE id = new.run_id AND ended_at IS NULL;
END;

-- A run that waits for its message to be sent receives the outcome.
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

-- So does one whose message was stored as failed.
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

-- A run receives the reading of its message, which may happen before the message is known to be
-- sent.
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

-- The runs of a lead that wait for a click get it if it is stored as a person's.
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

-- The runs of a lead that wait for a click get it if it is classified as a person's
-- later.
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

-- The runs of a lead that wait for a tag get it, unless a quiet import adds it. Of each scenario
-- that tracks the tag, the latest run of the lead keeps it.
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

-- The runs of a lead that wait for a change of its pipeline stage get it, unless a quiet import
-- makes it (domain/actors.ts).
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

-- The runs of a lead that wait for a booking get a new one, by the state that it has.
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

-- They get one that moves, or comes to its end, as its event says (events_booking).
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

-- Runs that wait for the time of their booking are timed anew. What others do meanwhile is not
-- written: they have read it as it was. They are due since five seconds ago: the request that has
-- moved the booking then looks for due runs, by its own clock, which is behind that of D1.
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

-- So are those whose booking is gone, or proves to be another one.
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

-- The runs that wait for the analysis of their lead continue once no analysis of the lead is
-- running and none that was requested is pending. The event is `completed` if at least one
-- conversation was read since the run began to wait.
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

-- A run that has ended waits for no event, and its last step records why the run ended. The
-- scheduler deletes the events of the runs that it ends, by which `turn` changes, once their steps
-- are written, and counts them with their other steps.
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

-- An INSERT into this view notes the files that a graph names.
CREATE VIEW graph_media AS SELECT scenario_id, nodes FROM scenario_versions;

-- They are no single person's: no erasure deletes them.
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

-- A version may be sent to many.
CREATE TRIGGER scenario_versions_media AFTER INSERT ON scenario_versions
BEGIN
  INSERT INTO graph_media (scenario_id, nodes) SELECT new.scenario_id, new.nodes;
END;

-- A draft may be published.
CREATE TRIGGER scenario_drafts_media_created AFTER INSERT ON scenario_drafts
BEGIN
  INSERT INTO graph_media (scenario_id, nodes) SELECT new.scenario_id, new.nodes;
END;

-- A draft that is saved again may name another file.
CREATE TRIGGER scenario_drafts_media_replaced AFTER UPDATE OF nodes ON scenario_drafts
BEGIN
  INSERT INTO graph_media (scenario_id, nodes) SELECT new.scenario_id, new.nodes;
END;

-- A message moves the date of triggers that count from the lead's last one. Where no time of such a
-- trigger is stored for the lead, or a yearly one that may be too late, one is that does not lie
-- behind its start: the worker then reads the date from the lead. A day's start is within 25 hours
-- and an hour of the moment.
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
