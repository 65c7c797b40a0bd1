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
    leads, messages, runs, channels, scenarios, short_links, sources, tags, triggers,
    stored_bytes, media_bytes, stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won,
    stage_lost, events_to, acts_to
  )
  SELECT
    workspaces.id, date(),
    ifnull(last.leads, 0), ifnull(last.messages, 0), ifnull(last.runs, 0),
    ifnull(last.channels, 0), ifnull(last.scenarios, 0), ifnull(last.short_links, 0),
    ifnull(last.sources, 0), ifnull(last.tags, 0), ifnull(last.triggers, 0),
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
  runs_triggered,
  clicks, api_requests, webhook_deliveries, http_requests, items_received,
  leads, messages, runs, channels, scenarios, short_links, sources, tags, triggers, stored_bytes,
  media_bytes, day_bytes, month_bytes,
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
    runs_triggered = runs_triggered + ifnull(new.runs_triggered, 0),
    clicks = clicks + ifnull(new.clicks, 0),
    api_requests = api_requests + ifnull(new.api_requests, 0),
    webhook_deliveries = webhook_deliveries + ifnull(new.webhook_deliveries, 0),
    http_requests = http_requests + ifnull(new.http_requests, 0),
    items_received = items_received + ifnull(new.items_received, 0),
    leads = leads + ifnull(new.leads, 0),
    messages = messages + ifnull(new.messages, 0),
    runs = runs + ifnull(new.runs, 0),
    channels = channels + ifnull(new.channels, 0),
    scenarios = scenarios + ifnull(new.scenarios, 0),
    short_links = short_links + ifnull(new.short_links, 0),
    sources = sources + ifnull(new.sources, 0),
    tags = tags + ifnull(new.tags, 0),
    triggers = triggers + ifnull(new.triggers, 0),
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
-- `more` is what would come besides one.
CREATE VIEW quota_checks AS
SELECT workspace_id, '' AS quota, 0 AS by_default, 1.0 AS factor, 0 AS more FROM usage_days;

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
        WHEN 'sources' THEN sources
        WHEN 'tags' THEN tags
        WHEN 'triggers' THEN triggers
        WHEN 'messages_per_day' THEN iif(day >= date(), messages_sent, 0)
      END,
      0
    ) + ifnull(new.more, 0) >= new.factor * ifnull(quotas ->> new.quota, new.by_default);
END;
