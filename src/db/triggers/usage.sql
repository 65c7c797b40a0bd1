-- An INSERT into this view begins the day of a workspace.
CREATE VIEW usage_starts AS SELECT workspace_id FROM usage_days;

-- A day begins with what is stored by then. What was kept for some days only is gone when these are
-- over.
CREATE TRIGGER usage_starts_insert INSTEAD OF INSERT ON usage_starts
WHEN NOT EXISTS (
  SELECT 1 FROM usage_days WHERE workspace_id = new.workspace_id AND day >= date()
)
BEGIN
  INSERT INTO usage_days (
    workspace_id, day,
    leads, messages, runs, channels, scenarios, short_links, tags, stored_bytes, media_bytes,
    stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost, events_to, acts_to
  )
  SELECT
    workspaces.id, date(),
    ifnull(last.leads, 0), ifnull(last.messages, 0), ifnull(last.runs, 0),
    ifnull(last.channels, 0), ifnull(last.scenarios, 0), ifnull(last.short_links, 0),
    ifnull(last.tags, 0),
    ifnull(last.stored_bytes, 0) - (
      SELECT ifnull(sum(
        iif(
          past.day < date('now', '-1 day') AND past.day >= date(last.day, '-1 day'),
          past.day_bytes,
          0
        )
        + iif(
          past.day < date('now', '-30 days') AND past.day >= date(last.day, '-30 days'),
          past.month_bytes,
          0
        )
        + iif(past.day < date('now', '-365 days'), past.year_bytes, 0)
      ), 0)
      FROM usage_days AS past
      WHERE past.workspace_id = workspaces.id AND past.day >= date(last.day, '-365 days')
    ),
    ifnull(last.media_bytes, 0),
    ifnull(last.stage_new, 0), ifnull(last.stage_contacted, 0), ifnull(last.stage_engaged, 0),
    ifnull(last.stage_qualified, 0), ifnull(last.stage_call_booked, 0),
    ifnull(last.stage_won, 0), ifnull(last.stage_lost, 0),
    ifnull(last.events_to, 0), ifnull(last.acts_to, 0)
  FROM workspaces
    LEFT JOIN usage_days AS last
      ON last.workspace_id = workspaces.id
      AND last.day = (SELECT max(day) FROM usage_days WHERE workspace_id = workspaces.id)
  WHERE workspaces.id = new.workspace_id;
END;

-- An INSERT into this view adds to what a workspace has used today, and has stored. `day_bytes` and
-- `month_bytes` are stored for so long.
CREATE VIEW usage_changes AS
SELECT
  workspace_id,
  messages_received, messages_sent, messages_failed, opt_outs, runs_started, runs_ended,
  clicks, api_requests, webhook_deliveries, http_requests,
  leads, messages, runs, channels, scenarios, short_links, tags, stored_bytes, media_bytes,
  day_bytes, month_bytes,
  stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
  stage_lost
FROM usage_days;

-- Absent columns of a change stay as they are. Events and acts are counted along with whatever else
-- is, so that they cost no write of their own: the next 50,000 each, so that no change is much
-- work. Their ids only grow. What an event has beyond some 900 bytes lies in pages of its own. The
-- cron counts those of a workspace for which nothing else is counted (countWaiting of
-- db/statements/usage.ts).
CREATE TRIGGER usage_changes_insert INSTEAD OF INSERT ON usage_changes
BEGIN
  INSERT INTO usage_starts (workspace_id) SELECT new.workspace_id;
  UPDATE usage_days
  SET
    messages_received = messages_received + ifnull(new.messages_received, 0),
    messages_sent = messages_sent + ifnull(new.messages_sent, 0),
    messages_failed = messages_failed + ifnull(new.messages_failed, 0),
    opt_outs = opt_outs + ifnull(new.opt_outs, 0),
    runs_started = runs_started + ifnull(new.runs_started, 0),
    runs_ended = runs_ended + ifnull(new.runs_ended, 0),
    clicks = clicks + ifnull(new.clicks, 0),
    api_requests = api_requests + ifnull(new.api_requests, 0),
    webhook_deliveries = webhook_deliveries + ifnull(new.webhook_deliveries, 0),
    http_requests = http_requests + ifnull(new.http_requests, 0),
    leads = leads + ifnull(new.leads, 0),
    messages = messages + ifnull(new.messages, 0),
    runs = runs + ifnull(new.runs, 0),
    channels = channels + ifnull(new.channels, 0),
    scenarios = scenarios + ifnull(new.scenarios, 0),
    short_links = short_links + ifnull(new.short_links, 0),
    tags = tags + ifnull(new.tags, 0),
    media_bytes = media_bytes + ifnull(new.media_bytes, 0),
    day_bytes = day_bytes + ifnull(new.day_bytes, 0),
    (stored_bytes, month_bytes, year_bytes, events_to, acts_to) = (
      SELECT
        stored_bytes + ifnull(new.stored_bytes, 0) + ifnull(new.day_bytes, 0)
          + ifnull(new.month_bytes, 0) + ifnull(event_bytes, 0) + ifnull(act_bytes, 0),
        month_bytes + ifnull(new.month_bytes, 0) + ifnull(event_bytes, 0),
        year_bytes + ifnull(act_bytes, 0),
        ifnull(last_event, events_to),
        ifnull(last_act, acts_to)
      FROM (
        SELECT
          max(id) AS last_event,
          sum(110 + iif(length < 900, length, 500 + (length + 3600) / 4092 * 4096)) AS event_bytes
        FROM (
          SELECT id, octet_length(data) AS length
          FROM events
          WHERE events.workspace_id = new.workspace_id AND id > events_to
          ORDER BY id
          LIMIT 50000
        )
      ), (
        SELECT max(id) AS last_act, sum(250) AS act_bytes
        FROM (
          SELECT id
          FROM audit_log
          WHERE audit_log.workspace_id = new.workspace_id AND id > acts_to
          ORDER BY id
          LIMIT 50000
        )
      )
    ),
    stage_new = stage_new + ifnull(new.stage_new, 0),
    stage_contacted = stage_contacted + ifnull(new.stage_contacted, 0),
    stage_engaged = stage_engaged + ifnull(new.stage_engaged, 0),
    stage_qualified = stage_qualified + ifnull(new.stage_qualified, 0),
    stage_call_booked = stage_call_booked + ifnull(new.stage_call_booked, 0),
    stage_won = stage_won + ifnull(new.stage_won, 0),
    stage_lost = stage_lost + ifnull(new.stage_lost, 0)
  WHERE workspace_id = new.workspace_id AND day >= date();
END;

-- An INSERT into this view fails if a workspace has stored, or used today, as much as its quota
-- allows, times `factor`. A quota that the operator has not set for the workspace is `by_default`.
CREATE VIEW quota_checks AS
SELECT workspace_id, '' AS quota, 0 AS by_default, 1.0 AS factor FROM usage_days;

-- The check stands in the transaction of the write that it precedes. A day is begun before it: what
-- was kept for some days only may be gone.
CREATE TRIGGER quota_checks_insert INSTEAD OF INSERT ON quota_checks
BEGIN
  INSERT INTO usage_starts (workspace_id) SELECT new.workspace_id;
  SELECT raise(ABORT, 'quota_reached: ' || new.quota)
  FROM workspaces
    LEFT JOIN usage_days
      ON usage_days.workspace_id = workspaces.id
      AND usage_days.day = (SELECT max(day) FROM usage_days WHERE workspace_id = workspaces.id)
  WHERE workspaces.id = new.workspace_id
    AND ifnull(
      CASE new.quota
        WHEN 'leads' THEN leads
        WHEN 'stored_bytes' THEN stored_bytes
        WHEN 'media_bytes' THEN media_bytes
        WHEN 'channels' THEN channels
        WHEN 'scenarios' THEN scenarios
        WHEN 'short_links' THEN short_links
        WHEN 'tags' THEN tags
        WHEN 'messages_per_day' THEN iif(day >= date(), messages_sent, 0)
      END,
      0
    ) >= new.factor * ifnull(quotas ->> new.quota, new.by_default);
END;

-- What a row takes in bytes, with its indexes and what is stored beside it, is an estimate: long
-- texts count by their length, everything else by its average. The index of search takes the more,
-- the less texts repeat. With it, a character of random text takes 13 bytes of ASCII, 13 of
-- Cyrillic, 40 of Chinese, 38 of emoji and 49 of rare ideographs, once segments are merged; one of
-- prose 2 or 3 (guides/figures.md). 13 times the bytes less the characters are 12, 25, 38 and 51:
-- nine tenths of the worst, as nobody shall store more than is counted, and so far more than prose
-- takes. A lead is searched by its names and addresses, of which about 100 bytes are the average. A
-- lead counts in steps of 1,024 bytes, so that most changes of it cost no write here.
CREATE TRIGGER usage_lead_created AFTER INSERT ON leads
BEGIN
  INSERT INTO usage_changes (
    workspace_id, leads, stored_bytes,
    stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost
  )
  SELECT
    new.workspace_id,
    1,
    1000 + (
      octet_length(new.data) + octet_length(new.variables)
      + ifnull(octet_length(new.profile), 0) + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (
        ifnull(octet_length(new.first_name), 0) + ifnull(octet_length(new.last_name), 0)
        + ifnull(octet_length(new.username), 0) + ifnull(octet_length(new.email), 0)
        + ifnull(octet_length(new.phone), 0) + ifnull(octet_length(new.ext_id), 0)
        - 100
      ))
    ) / 1024 * 1024,
    new.pipeline_stage = 'new',
    new.pipeline_stage = 'contacted',
    new.pipeline_stage = 'engaged',
    new.pipeline_stage = 'qualified',
    new.pipeline_stage = 'call_booked',
    new.pipeline_stage = 'won',
    new.pipeline_stage = 'lost';
END;

-- The figures go down again with what is deleted.
CREATE TRIGGER usage_lead_deleted AFTER DELETE ON leads
BEGIN
  INSERT INTO usage_changes (
    workspace_id, leads, stored_bytes,
    stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost
  )
  SELECT
    old.workspace_id,
    -1,
    -1000 - (
      octet_length(old.data) + octet_length(old.variables)
      + ifnull(octet_length(old.profile), 0) + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (
        ifnull(octet_length(old.first_name), 0) + ifnull(octet_length(old.last_name), 0)
        + ifnull(octet_length(old.username), 0) + ifnull(octet_length(old.email), 0)
        + ifnull(octet_length(old.phone), 0) + ifnull(octet_length(old.ext_id), 0)
        - 100
      ))
    ) / 1024 * 1024,
    -(old.pipeline_stage = 'new'),
    -(old.pipeline_stage = 'contacted'),
    -(old.pipeline_stage = 'engaged'),
    -(old.pipeline_stage = 'qualified'),
    -(old.pipeline_stage = 'call_booked'),
    -(old.pipeline_stage = 'won'),
    -(old.pipeline_stage = 'lost');
END;

-- A change of stage moves a lead from one figure to another.
CREATE TRIGGER usage_lead_stage AFTER UPDATE OF pipeline_stage ON leads
WHEN new.pipeline_stage IS NOT old.pipeline_stage
BEGIN
  INSERT INTO usage_changes (
    workspace_id,
    stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost
  )
  SELECT
    new.workspace_id,
    (new.pipeline_stage IS 'new') - (old.pipeline_stage IS 'new'),
    (new.pipeline_stage IS 'contacted') - (old.pipeline_stage IS 'contacted'),
    (new.pipeline_stage IS 'engaged') - (old.pipeline_stage IS 'engaged'),
    (new.pipeline_stage IS 'qualified') - (old.pipeline_stage IS 'qualified'),
    (new.pipeline_stage IS 'call_booked') - (old.pipeline_stage IS 'call_booked'),
    (new.pipeline_stage IS 'won') - (old.pipeline_stage IS 'won'),
    (new.pipeline_stage IS 'lost') - (old.pipeline_stage IS 'lost');
END;

-- A lead that opts out is counted on the day, whoever has reported it, but an import: it brings along
-- what people have said before.
CREATE TRIGGER usage_lead_opt_out AFTER UPDATE OF is_optout ON leads
WHEN new.is_optout = 1 AND old.is_optout = 0
  AND ifnull(substr(new.changed_by, 1, 1), '') NOT IN ('i', 'q')
BEGIN
  INSERT INTO usage_changes (workspace_id, opt_outs) SELECT new.workspace_id, 1;
END;

-- The data of a lead may grow and shrink.
CREATE TRIGGER usage_lead_updated AFTER UPDATE OF
  data, variables, profile, image, first_name, last_name, username, email, phone, ext_id
ON leads
WHEN (
    octet_length(new.data) + octet_length(new.variables)
    + ifnull(octet_length(new.profile), 0) + ifnull(octet_length(new.image), 0)
    + max(0, 12 * (
      ifnull(octet_length(new.first_name), 0) + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0) + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0) + ifnull(octet_length(new.ext_id), 0)
      - 100
    ))
  ) / 1024 <> (
    octet_length(old.data) + octet_length(old.variables)
    + ifnull(octet_length(old.profile), 0) + ifnull(octet_length(old.image), 0)
    + max(0, 12 * (
      ifnull(octet_length(old.first_name), 0) + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0) + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0) + ifnull(octet_length(old.ext_id), 0)
      - 100
    ))
  ) / 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    1024 * (
      (
        octet_length(new.data) + octet_length(new.variables)
        + ifnull(octet_length(new.profile), 0) + ifnull(octet_length(new.image), 0)
        + max(0, 12 * (
          ifnull(octet_length(new.first_name), 0) + ifnull(octet_length(new.last_name), 0)
          + ifnull(octet_length(new.username), 0) + ifnull(octet_length(new.email), 0)
          + ifnull(octet_length(new.phone), 0) + ifnull(octet_length(new.ext_id), 0)
          - 100
        ))
      ) / 1024
      - (
        octet_length(old.data) + octet_length(old.variables)
        + ifnull(octet_length(old.profile), 0) + ifnull(octet_length(old.image), 0)
        + max(0, 12 * (
          ifnull(octet_length(old.first_name), 0) + ifnull(octet_length(old.last_name), 0)
          + ifnull(octet_length(old.username), 0) + ifnull(octet_length(old.email), 0)
          + ifnull(octet_length(old.phone), 0) + ifnull(octet_length(old.ext_id), 0)
          - 100
        ))
      ) / 1024
    );
END;

-- Messages that were blocked are stored, but not counted as sent. Notes only take space.
CREATE TRIGGER usage_message_created AFTER INSERT ON messages
BEGIN
  INSERT INTO usage_changes (
    workspace_id, messages_received, messages_sent, messages_failed, messages, stored_bytes
  )
  SELECT
    new.workspace_id,
    new.direction = 'inbound',
    new.direction = 'outbound' AND new.status <> 'failed',
    new.direction = 'outbound' AND new.status = 'failed',
    new.direction <> 'internal',
    350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
    + iif(new.type = 'template', 12, 1) * octet_length(new.payload);
END;

-- A message that was accepted for sending may fail later.
CREATE TRIGGER usage_message_failed AFTER UPDATE OF status ON messages
WHEN new.status = 'failed' AND old.status <> 'failed'
BEGIN
  INSERT INTO usage_changes (workspace_id, messages_failed) SELECT new.workspace_id, 1;
END;

-- A deleted message takes no space, nor do the claims that are proved by it.
CREATE TRIGGER usage_message_deleted BEFORE DELETE ON messages
BEGIN
  INSERT INTO usage_changes (workspace_id, messages, stored_bytes)
  SELECT
    old.workspace_id,
    -(old.direction <> 'internal'),
    -350 - ifnull(13 * octet_length(old.text) - length(old.text), 0)
    - iif(old.type = 'template', 12, 1) * octet_length(old.payload)
    - (
      SELECT ifnull(sum(200 + octet_length(value) + octet_length(quote)), 0)
      FROM profile_claims
      WHERE message_id = old.id
    );
END;

-- A message whose text was erased takes less.
CREATE TRIGGER usage_message_updated AFTER UPDATE OF text, payload ON messages
WHEN ifnull(13 * octet_length(new.text) - length(new.text), 0)
    + iif(new.type = 'template', 12, 1) * octet_length(new.payload)
  <> ifnull(13 * octet_length(old.text) - length(old.text), 0)
    + iif(old.type = 'template', 12, 1) * octet_length(old.payload)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    ifnull(13 * octet_length(new.text) - length(new.text), 0)
    + iif(new.type = 'template', 12, 1) * octet_length(new.payload)
    - ifnull(13 * octet_length(old.text) - length(old.text), 0)
    - iif(old.type = 'template', 12, 1) * octet_length(old.payload);
END;

-- What a message says of its lead takes space for as long as the message.
CREATE TRIGGER usage_claim_created AFTER INSERT ON profile_claims
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, 200 + octet_length(new.value) + octet_length(new.quote)
  FROM messages
  WHERE id = new.message_id;
END;

-- A quote is erased with the text that it is from.
CREATE TRIGGER usage_claim_updated AFTER UPDATE OF value, quote ON profile_claims
WHEN octet_length(new.value) + octet_length(new.quote)
  <> octet_length(old.value) + octet_length(old.quote)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    workspace_id,
    octet_length(new.value) + octet_length(new.quote)
      - octet_length(old.value) - octet_length(old.quote)
  FROM messages
  WHERE id = new.message_id;
END;

-- The claims of a message that is deleted itself are counted by the trigger before its deletion.
CREATE TRIGGER usage_claim_deleted AFTER DELETE ON profile_claims
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -200 - octet_length(old.value) - octet_length(old.quote)
  FROM messages
  WHERE id = old.message_id;
END;

-- The steps of a run are counted once it has ended, so that a step costs no further write.
CREATE TRIGGER usage_run_created AFTER INSERT ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id, runs, runs_started, runs_ended, stored_bytes)
  SELECT
    new.workspace_id,
    1,
    1,
    new.ended_at IS NOT NULL,
    230 + iif(new.ended_at IS NULL, 0, 50 * new.visits);
END;

-- By then the number of its steps is known.
CREATE TRIGGER usage_run_ended AFTER UPDATE OF ended_at ON runs
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL
BEGIN
  INSERT INTO usage_changes (workspace_id, runs_ended, stored_bytes)
  SELECT new.workspace_id, 1, 50 * new.visits;
END;

-- A deleted run takes its steps with it, and the events that it waits for.
CREATE TRIGGER usage_run_deleted BEFORE DELETE ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id, runs, stored_bytes)
  SELECT
    old.workspace_id,
    -1,
    -230 - iif(old.ended_at IS NULL, 0, 50 * old.visits)
    - (
      SELECT ifnull(sum(octet_length(detail)), 0)
      FROM run_steps
      WHERE run_id = old.id AND octet_length(detail) > 200
    )
    - (
      SELECT ifnull(sum(octet_length(data)), 0)
      FROM run_events
      WHERE run_id = old.id AND octet_length(data) > 200
    );
END;

-- What a step has done is counted where it is long. Those of a run that is deleted itself are
-- counted by the trigger before its deletion.
CREATE TRIGGER usage_step_created AFTER INSERT ON run_steps
WHEN octet_length(new.detail) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.detail) FROM runs WHERE id = new.run_id;
END;

-- A step gets its detail when the run leaves the node.
CREATE TRIGGER usage_step_updated AFTER UPDATE OF detail ON run_steps
WHEN iif(octet_length(new.detail) > 200, octet_length(new.detail), 0)
  <> iif(octet_length(old.detail) > 200, octet_length(old.detail), 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    workspace_id,
    iif(octet_length(new.detail) > 200, octet_length(new.detail), 0)
    - iif(octet_length(old.detail) > 200, octet_length(old.detail), 0)
  FROM runs
  WHERE id = new.run_id;
END;

-- A deleted step takes none.
CREATE TRIGGER usage_step_deleted AFTER DELETE ON run_steps
WHEN octet_length(old.detail) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -octet_length(old.detail) FROM runs WHERE id = old.run_id;
END;

-- An event waits for its run's next step. A long one is counted meanwhile.
CREATE TRIGGER usage_run_event_created AFTER INSERT ON run_events
WHEN octet_length(new.data) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.data) FROM runs WHERE id = new.run_id;
END;

-- The step has read it.
CREATE TRIGGER usage_run_event_deleted AFTER DELETE ON run_events
WHEN octet_length(old.data) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -octet_length(old.data) FROM runs WHERE id = old.run_id;
END;

-- The number of channels is limited.
CREATE TRIGGER usage_channel_created AFTER INSERT ON channels
BEGIN
  INSERT INTO usage_changes (workspace_id, channels) SELECT new.workspace_id, 1;
END;

-- A deleted channel makes room for another.
CREATE TRIGGER usage_channel_deleted AFTER DELETE ON channels
BEGIN
  INSERT INTO usage_changes (workspace_id, channels) SELECT old.workspace_id, -1;
END;

-- The number of scenarios is limited.
CREATE TRIGGER usage_scenario_created AFTER INSERT ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, scenarios) SELECT new.workspace_id, 1;
END;

-- A deleted scenario makes room for another.
CREATE TRIGGER usage_scenario_deleted AFTER DELETE ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, scenarios) SELECT old.workspace_id, -1;
END;

-- The number of short links is limited.
CREATE TRIGGER usage_short_link_created AFTER INSERT ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links) SELECT new.workspace_id, 1;
END;

-- A deleted short link makes room for another, and its hours go with it.
CREATE TRIGGER usage_short_link_deleted AFTER DELETE ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links, stored_bytes)
  SELECT
    old.workspace_id, -1, -80 * (SELECT count(*) FROM link_hours WHERE short_link_id = old.id);
END;

-- The number of tags is limited.
CREATE TRIGGER usage_tag_created AFTER INSERT ON tags
BEGIN
  INSERT INTO usage_changes (workspace_id, tags) SELECT new.workspace_id, 1;
END;

-- A deleted tag makes room for another.
CREATE TRIGGER usage_tag_deleted AFTER DELETE ON tags
BEGIN
  INSERT INTO usage_changes (workspace_id, tags) SELECT old.workspace_id, -1;
END;

-- Every version of a scenario holds a whole graph.
CREATE TRIGGER usage_version_created AFTER INSERT ON scenario_versions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, 100 + octet_length(new.nodes) + octet_length(new.edges)
  FROM scenarios
  WHERE id = new.scenario_id;
END;

-- The versions of a scenario that is deleted itself are counted by the trigger before its deletion.
CREATE TRIGGER usage_version_deleted AFTER DELETE ON scenario_versions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -100 - octet_length(old.nodes) - octet_length(old.edges)
  FROM scenarios
  WHERE id = old.scenario_id;
END;

-- With a scenario, its versions and statistics are deleted.
CREATE TRIGGER usage_scenario_deleting BEFORE DELETE ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -(
      SELECT ifnull(sum(100 + octet_length(nodes) + octet_length(edges)), 0)
      FROM scenario_versions
      WHERE scenario_id = old.id
    )
    - (
      SELECT ifnull(sum(octet_length(counts) / 1024 * 1024), 0)
      FROM scenario_days
      WHERE scenario_id = old.id
    );
END;

-- A day's statistics count in steps of 1,024 bytes, so that most changes cost no write here.
CREATE TRIGGER usage_scenario_day_created AFTER INSERT ON scenario_days
WHEN octet_length(new.counts) >= 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.counts) / 1024 * 1024
  FROM scenarios
  WHERE id = new.scenario_id;
END;

-- They grow with the nodes that runs come to.
CREATE TRIGGER usage_scenario_day_updated AFTER UPDATE OF counts ON scenario_days
WHEN octet_length(new.counts) / 1024 <> octet_length(old.counts) / 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    workspace_id,
    1024 * (octet_length(new.counts) / 1024 - octet_length(old.counts) / 1024)
  FROM scenarios
  WHERE id = new.scenario_id;
END;

-- Those of a scenario that is deleted itself are counted by the trigger before its deletion.
CREATE TRIGGER usage_scenario_day_deleted AFTER DELETE ON scenario_days
WHEN octet_length(old.counts) >= 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -(octet_length(old.counts) / 1024 * 1024)
  FROM scenarios
  WHERE id = old.scenario_id;
END;

-- A draft holds a graph, too.
CREATE TRIGGER usage_draft_created AFTER INSERT ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 100 + octet_length(new.nodes) + octet_length(new.edges);
END;

-- A draft that is replaced takes as much more as it has grown.
CREATE TRIGGER usage_draft_replaced AFTER UPDATE OF nodes, edges ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    octet_length(new.nodes) + octet_length(new.edges)
      - octet_length(old.nodes) - octet_length(old.edges);
END;

-- A draft that is published or deleted, or goes with its scenario, takes none.
CREATE TRIGGER usage_draft_deleted AFTER DELETE ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -100 - octet_length(old.nodes) - octet_length(old.edges);
END;

-- A link send takes space, of which there may be many more than messages.
CREATE TRIGGER usage_link_send_created AFTER INSERT ON link_sends
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes) SELECT new.workspace_id, 100;
END;

-- A deleted link send takes none.
CREATE TRIGGER usage_link_send_deleted AFTER DELETE ON link_sends
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes) SELECT old.workspace_id, -100;
END;

-- Clicks are counted when they are flushed, many at once (links/clicks/flush.ts).
CREATE TRIGGER usage_click_deleted AFTER DELETE ON link_clicks
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes) SELECT old.workspace_id, -110;
END;

-- The row of a file takes space in the database, and the file has a quota of its own.
CREATE TRIGGER usage_media_created AFTER INSERT ON media
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes, media_bytes)
  SELECT new.workspace_id, 300, ifnull(new.size, 0);
END;

-- How large a file is, is known once it is stored.
CREATE TRIGGER usage_media_updated AFTER UPDATE OF size ON media
WHEN ifnull(new.size, 0) <> ifnull(old.size, 0)
BEGIN
  INSERT INTO usage_changes (workspace_id, media_bytes)
  SELECT new.workspace_id, ifnull(new.size, 0) - ifnull(old.size, 0);
END;

-- A file counts until it is gone from R2.
CREATE TRIGGER usage_media_deleted AFTER DELETE ON media
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes, media_bytes)
  SELECT old.workspace_id, -300, -ifnull(old.size, 0);
END;

-- The tags of a lead count by the ten, so that most cost no write here: nine are part of the lead.
CREATE TRIGGER usage_tag_added AFTER INSERT ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) % 10 = 0
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, 450 FROM leads WHERE id = new.lead_id;
END;

-- Those of a lead that is deleted itself are counted by the trigger before its deletion.
CREATE TRIGGER usage_tag_removed AFTER DELETE ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = old.lead_id) % 10 = 9
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -450 FROM leads WHERE id = old.lead_id;
END;

-- The tags of a lead that is joined with another go over to that one.
CREATE TRIGGER usage_tag_moved AFTER UPDATE OF lead_id ON lead_tags
WHEN new.lead_id <> old.lead_id
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    workspace_id,
    450 * (
      ((SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) % 10 = 0)
      - ((SELECT count(*) FROM lead_tags WHERE lead_id = old.lead_id) % 10 = 9)
    )
  FROM leads
  WHERE id = new.lead_id;
END;

-- With a lead, its tags are deleted.
CREATE TRIGGER usage_lead_deleting BEFORE DELETE ON leads
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = old.id) >= 10
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    old.workspace_id,
    -450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = old.id) / 10);
END;

-- The key of a request that was answered goes after a day, and its answer, unless that was too long
-- to be kept, with it. The directory, which keeps some for workspaces in other databases, counts none
-- of these.
CREATE TRIGGER usage_answer_kept AFTER UPDATE OF status ON idempotency_keys
WHEN (old.status IS NULL OR (old.answer IS NULL AND new.answer IS NOT NULL))
  AND new.status IS NOT NULL
  AND EXISTS (SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL)
BEGIN
  INSERT INTO usage_changes (workspace_id, day_bytes)
  SELECT
    new.workspace_id,
    iif(old.status IS NULL, 300 + length(new.key), 0) + ifnull(octet_length(new.answer), 0);
END;

-- A request that writes in several batches keeps what each has done.
CREATE TRIGGER usage_progress_kept AFTER UPDATE OF progress ON idempotency_keys
WHEN new.answer IS NULL AND octet_length(new.progress) > ifnull(octet_length(old.progress), 0)
  AND EXISTS (SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL)
BEGIN
  INSERT INTO usage_changes (workspace_id, day_bytes)
  SELECT new.workspace_id, octet_length(new.progress) - ifnull(octet_length(old.progress), 0);
END;

-- The rows that an import keeps go with it, 30 days after it was made. Those of an earlier attempt
-- stay as long.
CREATE TRIGGER usage_import_rows AFTER UPDATE OF kept_bytes ON imports
WHEN new.kept_bytes > old.kept_bytes
BEGIN
  INSERT INTO usage_changes (workspace_id, month_bytes)
  SELECT new.workspace_id, new.kept_bytes - old.kept_bytes;
END;
