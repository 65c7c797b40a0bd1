-- An INSERT into this view adds to what a workspace has used today, and has stored.
CREATE VIEW usage_changes AS
SELECT
  workspace_id,
  messages_received, messages_sent, messages_failed, opt_outs, runs_started, runs_ended,
  clicks, api_requests, webhook_deliveries, http_requests,
  leads, messages, runs, channels, scenarios, short_links, tags, stored_bytes, media_bytes,
  stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
  stage_lost
FROM usage_days;

-- The first change of a day begins the day's row, with what is stored by then. Absent columns of a
-- change stay as they are.
CREATE TRIGGER usage_changes_insert INSTEAD OF INSERT ON usage_changes
BEGIN
  INSERT INTO usage_days (
    workspace_id, day,
    leads, messages, runs, channels, scenarios, short_links, tags, stored_bytes, media_bytes,
    stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost
  )
  SELECT
    workspaces.id, date(),
    ifnull(last.leads, 0), ifnull(last.messages, 0), ifnull(last.runs, 0),
    ifnull(last.channels, 0), ifnull(last.scenarios, 0), ifnull(last.short_links, 0),
    ifnull(last.tags, 0), ifnull(last.stored_bytes, 0), ifnull(last.media_bytes, 0),
    ifnull(last.stage_new, 0), ifnull(last.stage_contacted, 0), ifnull(last.stage_engaged, 0),
    ifnull(last.stage_qualified, 0), ifnull(last.stage_call_booked, 0),
    ifnull(last.stage_won, 0), ifnull(last.stage_lost, 0)
  FROM workspaces
    LEFT JOIN usage_days AS last
      ON last.workspace_id = workspaces.id
      AND last.day = (SELECT max(day) FROM usage_days WHERE workspace_id = workspaces.id)
  WHERE workspaces.id = new.workspace_id
    AND NOT EXISTS (
      SELECT 1 FROM usage_days WHERE workspace_id = new.workspace_id AND day >= date()
    );
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
    stored_bytes = stored_bytes + ifnull(new.stored_bytes, 0),
    media_bytes = media_bytes + ifnull(new.media_bytes, 0),
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
-- allows. A quota that the operator has not set for the workspace is `by_default`.
CREATE VIEW quota_checks AS
SELECT workspace_id, '' AS quota, 0 AS by_default FROM usage_days;

-- The check stands in the transaction of the write that it precedes.
CREATE TRIGGER quota_checks_insert INSTEAD OF INSERT ON quota_checks
BEGIN
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
    ) >= ifnull(quotas ->> new.quota, new.by_default);
END;

-- What a row takes in bytes, with its indexes and what is stored beside it, is an estimate: long
-- texts count by their length, everything else by its average. The data of a lead counts in steps
-- of 1,024 bytes, so that most changes of a lead cost no write here.
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
      + ifnull(octet_length(new.profile), 0)
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
      + ifnull(octet_length(old.profile), 0)
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
CREATE TRIGGER usage_lead_updated AFTER UPDATE OF data, variables, profile ON leads
WHEN (
    octet_length(new.data) + octet_length(new.variables)
    + ifnull(octet_length(new.profile), 0)
  ) / 1024 <> (
    octet_length(old.data) + octet_length(old.variables)
    + ifnull(octet_length(old.profile), 0)
  ) / 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    1024 * (
      (
        octet_length(new.data) + octet_length(new.variables)
        + ifnull(octet_length(new.profile), 0)
      ) / 1024
      - (
        octet_length(old.data) + octet_length(old.variables)
        + ifnull(octet_length(old.profile), 0)
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
    350 + ifnull(octet_length(new.text), 0) + octet_length(new.payload);
END;

-- A message that was accepted for sending may fail later.
CREATE TRIGGER usage_message_failed AFTER UPDATE OF status ON messages
WHEN new.status = 'failed' AND old.status <> 'failed'
BEGIN
  INSERT INTO usage_changes (workspace_id, messages_failed) SELECT new.workspace_id, 1;
END;

-- A deleted message takes no space.
CREATE TRIGGER usage_message_deleted AFTER DELETE ON messages
BEGIN
  INSERT INTO usage_changes (workspace_id, messages, stored_bytes)
  SELECT
    old.workspace_id,
    -(old.direction <> 'internal'),
    -350 - ifnull(octet_length(old.text), 0) - octet_length(old.payload);
END;

-- A message whose text was erased takes less.
CREATE TRIGGER usage_message_updated AFTER UPDATE OF text, payload ON messages
WHEN ifnull(octet_length(new.text), 0) + octet_length(new.payload)
  <> ifnull(octet_length(old.text), 0) + octet_length(old.payload)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT
    new.workspace_id,
    ifnull(octet_length(new.text), 0) + octet_length(new.payload)
    - ifnull(octet_length(old.text), 0) - octet_length(old.payload);
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

-- A deleted run takes its steps with it.
CREATE TRIGGER usage_run_deleted AFTER DELETE ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id, runs, stored_bytes)
  SELECT old.workspace_id, -1, -230 - iif(old.ended_at IS NULL, 0, 50 * old.visits);
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

-- A deleted short link makes room for another.
CREATE TRIGGER usage_short_link_deleted AFTER DELETE ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links) SELECT old.workspace_id, -1;
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

-- With a scenario, its versions are deleted.
CREATE TRIGGER usage_scenario_deleting BEFORE DELETE ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -sum(100 + octet_length(nodes) + octet_length(edges))
  FROM scenario_versions
  WHERE scenario_id = old.id;
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
