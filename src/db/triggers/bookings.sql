-- Any change of a lead's stage takes it out of the hands of a booking. A booking's own move claims
-- the lead again right after (booking_stages).
CREATE TRIGGER leads_stage_moved AFTER UPDATE OF pipeline_stage ON leads
WHEN new.pipeline_stage IS NOT old.pipeline_stage AND new.stage_booking_id IS NOT NULL
BEGIN
  UPDATE leads SET stage_booking_id = NULL WHERE id = new.id;
END;

-- A deleted booking moves nobody, and no run is about it.
CREATE TRIGGER bookings_deleted AFTER DELETE ON bookings
BEGIN
  UPDATE leads SET stage_booking_id = NULL
  WHERE id = old.lead_id AND stage_booking_id = old.id;
  UPDATE runs SET booking_id = NULL WHERE booking_id = old.id AND ended_at IS NULL;
END;

-- An INSERT into this view moves the lead of a booking to a stage. `move`: `booked`, or `left` once
-- the booking is cancelled, missed or held. `stage` is NULL for the stage of before.
CREATE VIEW booking_stages AS
SELECT id AS booking_id, '' AS move, '' AS stage, '' AS lost_reason, '' AS from_stages,
  changed_by AS actor
FROM bookings;

-- The first time that it is booked, a booking moves its lead from some stages.
CREATE TRIGGER booking_stages_booked INSTEAD OF INSERT ON booking_stages
WHEN new.move = 'booked'
  AND EXISTS (
    SELECT 1
    FROM bookings
      CROSS JOIN leads ON leads.id = bookings.lead_id
    WHERE bookings.id = new.booking_id
      AND stage_before IS NULL
      AND stage_booking_id IS NULL
      AND pipeline_stage <> new.stage
      AND pipeline_stage IN (SELECT value FROM json_each(new.from_stages))
  )
BEGIN
  UPDATE bookings
  SET stage_before = (SELECT pipeline_stage FROM leads WHERE leads.id = bookings.lead_id)
  WHERE id = new.booking_id;
  INSERT INTO stage_moves (lead_id, booking_id, stage, lost_reason, actor)
  SELECT lead_id, id, new.stage, NULL, new.actor FROM bookings WHERE id = new.booking_id;
END;

-- Of two bookings, the later takes the lead over, with the stage of before the first.
CREATE TRIGGER booking_stages_shared INSTEAD OF INSERT ON booking_stages
WHEN new.move = 'booked'
  AND EXISTS (
    SELECT 1
    FROM bookings
      CROSS JOIN leads ON leads.id = bookings.lead_id
    WHERE bookings.id = new.booking_id
      AND stage_before IS NULL
      AND stage_booking_id <> new.booking_id
      AND pipeline_stage = new.stage
  )
BEGIN
  UPDATE bookings
  SET stage_before = (
    SELECT first.stage_before
    FROM leads
      CROSS JOIN bookings AS first ON first.id = leads.stage_booking_id
    WHERE leads.id = bookings.lead_id
  )
  WHERE id = new.booking_id;
  UPDATE leads SET stage_booking_id = new.booking_id
  WHERE id = (SELECT lead_id FROM bookings WHERE id = new.booking_id);
END;

-- A booking that is over moves its lead only if its own move was the last, and back only if none is
-- to come that would hold the lead there too: that one takes it over. Once the lead is back, the
-- booking may move it again.
CREATE TRIGGER booking_stages_left INSTEAD OF INSERT ON booking_stages
WHEN new.move = 'left'
BEGIN
  UPDATE leads
  SET stage_booking_id = next.id
  FROM (
    SELECT other.id, other.lead_id
    FROM bookings AS this
      CROSS JOIN bookings AS other ON other.lead_id = this.lead_id
    WHERE this.id = new.booking_id
      AND other.starts_at > unixepoch('subsec') * 1000
      AND other.state = 'booked'
      AND other.stage_before IS NOT NULL
      AND other.id <> this.id
    ORDER BY other.starts_at
    LIMIT 1
  ) AS next
  WHERE new.stage IS NULL
    AND leads.id = next.lead_id
    AND stage_booking_id = new.booking_id;
  INSERT INTO stage_moves (lead_id, booking_id, stage, lost_reason, actor)
  SELECT
    leads.id,
    iif(new.stage IS NULL, NULL, new.booking_id),
    ifnull(new.stage, stage_before),
    new.lost_reason,
    new.actor
  FROM bookings
    CROSS JOIN leads ON leads.id = bookings.lead_id
  WHERE bookings.id = new.booking_id AND stage_booking_id = new.booking_id;
  UPDATE bookings SET stage_before = NULL
  WHERE id = new.booking_id AND new.stage IS NULL AND stage_before IS NOT NULL;
END;

-- An INSERT into this view moves a lead for a booking, which owns the stage from then on. A loss
-- follows the rule of `stageColumns` (db/statements/leads/leads.ts).
CREATE VIEW stage_moves AS
SELECT id AS lead_id, stage_booking_id AS booking_id, pipeline_stage AS stage, lost_reason,
  changed_by AS actor
FROM leads;

-- The change of the stage, an ordinary one, comes first, as it takes the lead out of all hands.
CREATE TRIGGER stage_moves_insert INSTEAD OF INSERT ON stage_moves
BEGIN
  UPDATE leads
  SET
    pipeline_stage = new.stage,
    is_lost = iif(
      (new.stage IS 'lost') = (pipeline_stage IS 'lost'), is_lost, new.stage IS 'lost'
    ),
    lost_reason = iif(
      new.stage = 'lost',
      ifnull(new.lost_reason, lost_reason),
      iif(pipeline_stage = 'lost', NULL, lost_reason)
    ),
    changed_by = new.actor,
    updated_at = max(cast(unixepoch('subsec') * 1000 AS integer), updated_at + 1)
  WHERE id = new.lead_id AND pipeline_stage IS NOT new.stage;
  UPDATE leads SET stage_booking_id = new.booking_id
  WHERE id = new.lead_id AND stage_booking_id IS NOT new.booking_id;
END;

-- An INSERT into this view writes a booking as a fact leaves it: `data` has its columns, `joined`
-- the bookings that prove to be the same one, `stage` the row of `booking_stages` or NULL. The facts
-- of a chunk are written in their order, as each is an event.
CREATE VIEW booking_steps AS
SELECT workspace_id, id AS booking_id, lead_id, source_id, '' AS data, '' AS joined, '' AS stage,
  changed_by AS actor, updated_at AS at
FROM bookings;

-- A booking that others are joined to has what they had: their runs, ids, deliveries, and hold of
-- the stage.
CREATE TRIGGER booking_steps_insert INSTEAD OF INSERT ON booking_steps
BEGIN
  UPDATE bookings
  SET stage_before = ifnull(
    stage_before,
    (
      SELECT joined.stage_before
      FROM json_each(new.joined)
        CROSS JOIN bookings AS joined ON joined.id = value
      WHERE joined.stage_before IS NOT NULL AND joined.lead_id = bookings.lead_id
      LIMIT 1
    )
  )
  WHERE id = new.booking_id AND json_array_length(new.joined) > 0;
  UPDATE leads SET stage_booking_id = new.booking_id
  WHERE id = (SELECT lead_id FROM bookings WHERE id = new.booking_id)
    AND stage_booking_id IN (SELECT value FROM json_each(new.joined));
  UPDATE runs SET booking_id = new.booking_id
  WHERE booking_id IN (SELECT value FROM json_each(new.joined)) AND ended_at IS NULL;
  UPDATE booking_refs SET booking_id = new.booking_id
  WHERE booking_id IN (SELECT value FROM json_each(new.joined));
  UPDATE source_deliveries SET booking_id = new.booking_id
  WHERE lead_id IN (
      SELECT lead_id FROM bookings WHERE id IN (SELECT value FROM json_each(new.joined))
    )
    AND booking_id IN (SELECT value FROM json_each(new.joined));
  DELETE FROM bookings
  WHERE id IN (SELECT value FROM json_each(new.joined)) AND +workspace_id = new.workspace_id;
  INSERT INTO bookings (
    id, workspace_id, lead_id, source_id, external_id, name, state, starts_at, ends_at,
    previous_starts_at, moves, time_zone, host_name, host_email, location, join_url,
    reschedule_url, cancel_url, answers, outcome, outcome_value, cancelled_by, cancel_reason,
    changed_at, settled_at, changed_by, created_at, updated_at
  )
  SELECT
    new.booking_id, new.workspace_id, new.lead_id, new.source_id, new.data ->> 'external_id',
    new.data ->> 'name', new.data ->> 'state', new.data ->> 'starts_at', new.data ->> 'ends_at',
    new.data ->> 'previous_starts_at', new.data ->> 'moves', new.data ->> 'time_zone',
    new.data ->> 'host_name', new.data ->> 'host_email', new.data ->> 'location',
    new.data ->> 'join_url', new.data ->> 'reschedule_url', new.data ->> 'cancel_url',
    new.data -> 'answers', new.data ->> 'outcome', new.data ->> 'outcome_value',
    new.data ->> 'cancelled_by', new.data ->> 'cancel_reason', new.data ->> 'changed_at',
    new.data ->> 'settled_at', new.actor, new.at, new.at
  WHERE new.lead_id IS NOT NULL;
  UPDATE bookings
  SET
    external_id = new.data ->> 'external_id',
    name = new.data ->> 'name',
    state = new.data ->> 'state',
    starts_at = new.data ->> 'starts_at',
    ends_at = new.data ->> 'ends_at',
    previous_starts_at = new.data ->> 'previous_starts_at',
    moves = new.data ->> 'moves',
    time_zone = new.data ->> 'time_zone',
    host_name = new.data ->> 'host_name',
    host_email = new.data ->> 'host_email',
    location = new.data ->> 'location',
    join_url = new.data ->> 'join_url',
    reschedule_url = new.data ->> 'reschedule_url',
    cancel_url = new.data ->> 'cancel_url',
    answers = new.data -> 'answers',
    outcome = new.data ->> 'outcome',
    outcome_value = new.data ->> 'outcome_value',
    cancelled_by = new.data ->> 'cancelled_by',
    cancel_reason = new.data ->> 'cancel_reason',
    changed_at = new.data ->> 'changed_at',
    settled_at = new.data ->> 'settled_at',
    changed_by = new.actor,
    updated_at = max(new.at, updated_at + 1)
  WHERE new.lead_id IS NULL
    AND new.data IS NOT NULL
    AND id = new.booking_id
    AND +workspace_id = new.workspace_id;
  INSERT INTO booking_stages (booking_id, move, stage, lost_reason, from_stages, actor)
  SELECT
    new.booking_id, new.stage ->> 'move', new.stage ->> 'stage', new.stage ->> 'lost_reason',
    new.stage -> 'from', new.actor
  WHERE new.stage IS NOT NULL;
END;
