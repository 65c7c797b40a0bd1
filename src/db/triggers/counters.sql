-- Written by `npm run migration` (drizzle/counters.mjs).
-- Rows of leads are counted as they come.
CREATE TRIGGER usage_leads_insert AFTER INSERT ON leads
BEGIN
  INSERT INTO usage_changes (workspace_id,
    leads,
    stored_bytes,
    stage_new,
    stage_contacted,
    stage_engaged,
    stage_qualified,
    stage_call_booked,
    stage_won,
    stage_lost)
  SELECT new.workspace_id,
    1,
    1000 + (ifnull(octet_length(new.data), 0)
      + ifnull(octet_length(new.variables), 0)
      + ifnull(octet_length(new.profile), 0)
      + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (ifnull(octet_length(new.first_name), 0)
      + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0)
      + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0)
      + ifnull(octet_length(new.ext_id), 0) - 100))) / 1024 * 1024,
    new.pipeline_stage IS 'new',
    new.pipeline_stage IS 'contacted',
    new.pipeline_stage IS 'engaged',
    new.pipeline_stage IS 'qualified',
    new.pipeline_stage IS 'call_booked',
    new.pipeline_stage IS 'won',
    new.pipeline_stage IS 'lost';
END;

-- Rows of leads are counted as they go.
CREATE TRIGGER usage_leads_delete BEFORE DELETE ON leads
BEGIN
  INSERT INTO usage_changes (workspace_id,
    leads,
    stored_bytes,
    stage_new,
    stage_contacted,
    stage_engaged,
    stage_qualified,
    stage_call_booked,
    stage_won,
    stage_lost)
  SELECT old.workspace_id,
    -1,
    -(1000 + (ifnull(octet_length(old.data), 0)
      + ifnull(octet_length(old.variables), 0)
      + ifnull(octet_length(old.profile), 0)
      + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (ifnull(octet_length(old.first_name), 0)
      + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0)
      + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0)
      + ifnull(octet_length(old.ext_id), 0) - 100))) / 1024 * 1024)
    + -450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = old.id) / 10),
    -(old.pipeline_stage IS 'new'),
    -(old.pipeline_stage IS 'contacted'),
    -(old.pipeline_stage IS 'engaged'),
    -(old.pipeline_stage IS 'qualified'),
    -(old.pipeline_stage IS 'call_booked'),
    -(old.pipeline_stage IS 'won'),
    -(old.pipeline_stage IS 'lost');
END;

-- Rows of leads are counted as they change.
CREATE TRIGGER usage_leads_update_data AFTER UPDATE OF data,
    variables,
    profile,
    image,
    first_name,
    last_name,
    username,
    email,
    phone,
    ext_id
ON leads
WHEN (1000 + (ifnull(octet_length(new.data), 0)
      + ifnull(octet_length(new.variables), 0)
      + ifnull(octet_length(new.profile), 0)
      + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (ifnull(octet_length(new.first_name), 0)
      + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0)
      + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0)
      + ifnull(octet_length(new.ext_id), 0) - 100))) / 1024 * 1024)
    IS NOT (1000 + (ifnull(octet_length(old.data), 0)
      + ifnull(octet_length(old.variables), 0)
      + ifnull(octet_length(old.profile), 0)
      + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (ifnull(octet_length(old.first_name), 0)
      + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0)
      + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0)
      + ifnull(octet_length(old.ext_id), 0) - 100))) / 1024 * 1024)
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (1000 + (ifnull(octet_length(new.data), 0)
      + ifnull(octet_length(new.variables), 0)
      + ifnull(octet_length(new.profile), 0)
      + ifnull(octet_length(new.image), 0)
      + max(0, 12 * (ifnull(octet_length(new.first_name), 0)
      + ifnull(octet_length(new.last_name), 0)
      + ifnull(octet_length(new.username), 0)
      + ifnull(octet_length(new.email), 0)
      + ifnull(octet_length(new.phone), 0)
      + ifnull(octet_length(new.ext_id), 0) - 100))) / 1024 * 1024)
    - (1000 + (ifnull(octet_length(old.data), 0)
      + ifnull(octet_length(old.variables), 0)
      + ifnull(octet_length(old.profile), 0)
      + ifnull(octet_length(old.image), 0)
      + max(0, 12 * (ifnull(octet_length(old.first_name), 0)
      + ifnull(octet_length(old.last_name), 0)
      + ifnull(octet_length(old.username), 0)
      + ifnull(octet_length(old.email), 0)
      + ifnull(octet_length(old.phone), 0)
      + ifnull(octet_length(old.ext_id), 0) - 100))) / 1024 * 1024);
END;

-- Rows of leads are counted as they change.
CREATE TRIGGER usage_leads_update_pipeline_stage AFTER UPDATE OF pipeline_stage ON leads
WHEN (new.pipeline_stage IS 'new')
    IS NOT (old.pipeline_stage IS 'new')
  OR (new.pipeline_stage IS 'contacted')
    IS NOT (old.pipeline_stage IS 'contacted')
  OR (new.pipeline_stage IS 'engaged')
    IS NOT (old.pipeline_stage IS 'engaged')
  OR (new.pipeline_stage IS 'qualified')
    IS NOT (old.pipeline_stage IS 'qualified')
  OR (new.pipeline_stage IS 'call_booked')
    IS NOT (old.pipeline_stage IS 'call_booked')
  OR (new.pipeline_stage IS 'won')
    IS NOT (old.pipeline_stage IS 'won')
  OR (new.pipeline_stage IS 'lost')
    IS NOT (old.pipeline_stage IS 'lost')
BEGIN
  INSERT INTO usage_changes (workspace_id,
    stage_new,
    stage_contacted,
    stage_engaged,
    stage_qualified,
    stage_call_booked,
    stage_won,
    stage_lost)
  SELECT new.workspace_id,
    (new.pipeline_stage IS 'new')
    - (old.pipeline_stage IS 'new'),
    (new.pipeline_stage IS 'contacted')
    - (old.pipeline_stage IS 'contacted'),
    (new.pipeline_stage IS 'engaged')
    - (old.pipeline_stage IS 'engaged'),
    (new.pipeline_stage IS 'qualified')
    - (old.pipeline_stage IS 'qualified'),
    (new.pipeline_stage IS 'call_booked')
    - (old.pipeline_stage IS 'call_booked'),
    (new.pipeline_stage IS 'won')
    - (old.pipeline_stage IS 'won'),
    (new.pipeline_stage IS 'lost')
    - (old.pipeline_stage IS 'lost');
END;

-- Rows of leads are counted as they change.
CREATE TRIGGER usage_leads_update_is_optout AFTER UPDATE OF is_optout ON leads
WHEN new.is_optout = 1 AND old.is_optout = 0
  AND ifnull(substr(new.changed_by, 1, 1), '') NOT IN ('i', 'q')
BEGIN
  INSERT INTO usage_changes (workspace_id, opt_outs)
  SELECT new.workspace_id, 1;
END;

-- Rows of lead_tags are counted as they come.
CREATE TRIGGER usage_lead_tags_insert AFTER INSERT ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) % 10 = 0
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, 450
  FROM leads
  WHERE id = new.lead_id;
END;

-- Rows of lead_tags are counted as they go.
CREATE TRIGGER usage_lead_tags_delete AFTER DELETE ON lead_tags
WHEN (SELECT count(*) FROM lead_tags WHERE lead_id = old.lead_id) % 10 = 9
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -450
  FROM leads
  WHERE id = old.lead_id;
END;

-- Rows of lead_tags are counted as they change.
CREATE TRIGGER usage_lead_tags_update_lead_id AFTER UPDATE OF lead_id ON lead_tags
WHEN new.lead_id <> old.lead_id
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = new.lead_id) % 10 = 0)
      - 450 * ((SELECT count(*) FROM lead_tags WHERE lead_id = old.lead_id) % 10 = 9)
  FROM leads
  WHERE id = new.lead_id;
END;

-- Rows of messages are counted as they come.
CREATE TRIGGER usage_messages_insert AFTER INSERT ON messages
BEGIN
  INSERT INTO usage_changes (workspace_id,
    messages,
    stored_bytes,
    messages_received,
    messages_sent,
    messages_failed)
  SELECT new.workspace_id,
    new.direction <> 'internal',
    350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
      + iif(new.type = 'template', 12, 1) * octet_length(new.payload),
    new.direction = 'inbound' AND new.origin IS NULL,
    new.direction = 'outbound' AND new.status <> 'failed' AND new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person',
    new.direction = 'outbound' AND new.status = 'failed' AND new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person';
END;

-- Rows of messages are counted as they go.
CREATE TRIGGER usage_messages_delete BEFORE DELETE ON messages
BEGIN
  INSERT INTO usage_changes (workspace_id, messages, stored_bytes)
  SELECT old.workspace_id,
    -(old.direction <> 'internal'),
    -(350 + ifnull(13 * octet_length(old.text) - length(old.text), 0)
      + iif(old.type = 'template', 12, 1) * octet_length(old.payload))
    + -(
      SELECT ifnull(sum(200
      + octet_length(profile_claims.value)
      + octet_length(profile_claims.quote)), 0)
      FROM profile_claims
      WHERE message_id = old.id
    );
END;

-- Rows of messages are counted as they change.
CREATE TRIGGER usage_messages_update_text AFTER UPDATE OF text, payload ON messages
WHEN (350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
      + iif(new.type = 'template', 12, 1) * octet_length(new.payload))
    IS NOT (350 + ifnull(13 * octet_length(old.text) - length(old.text), 0)
      + iif(old.type = 'template', 12, 1) * octet_length(old.payload))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (350 + ifnull(13 * octet_length(new.text) - length(new.text), 0)
      + iif(new.type = 'template', 12, 1) * octet_length(new.payload))
    - (350 + ifnull(13 * octet_length(old.text) - length(old.text), 0)
      + iif(old.type = 'template', 12, 1) * octet_length(old.payload));
END;

-- Rows of messages are counted as they change.
CREATE TRIGGER usage_messages_update_status AFTER UPDATE OF status ON messages
WHEN new.status = 'failed' AND old.status <> 'failed' AND new.type <> 'reaction' AND ifnull(new.origin, 'person') = 'person'
BEGIN
  INSERT INTO usage_changes (workspace_id, messages_failed)
  SELECT new.workspace_id, 1;
END;

-- Rows of profile_claims are counted as they come.
CREATE TRIGGER usage_profile_claims_insert AFTER INSERT ON profile_claims
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    200
      + octet_length(new.value)
      + octet_length(new.quote)
  FROM messages
  WHERE id = new.message_id;
END;

-- Rows of profile_claims are counted as they go.
CREATE TRIGGER usage_profile_claims_delete BEFORE DELETE ON profile_claims
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    -(200
      + octet_length(old.value)
      + octet_length(old.quote))
  FROM messages
  WHERE id = old.message_id;
END;

-- Rows of profile_claims are counted as they change.
CREATE TRIGGER usage_profile_claims_update_value AFTER UPDATE OF value, quote ON profile_claims
WHEN (200
      + octet_length(new.value)
      + octet_length(new.quote))
    IS NOT (200
      + octet_length(old.value)
      + octet_length(old.quote))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    (200
      + octet_length(new.value)
      + octet_length(new.quote))
    - (200
      + octet_length(old.value)
      + octet_length(old.quote))
  FROM messages
  WHERE id = new.message_id;
END;

-- Rows of media are counted as they come.
CREATE TRIGGER usage_media_insert AFTER INSERT ON media
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes, media_bytes)
  SELECT new.workspace_id, 300, ifnull(new.size, 0);
END;

-- Rows of media are counted as they go.
CREATE TRIGGER usage_media_delete BEFORE DELETE ON media
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes, media_bytes)
  SELECT old.workspace_id, -300, -(ifnull(old.size, 0));
END;

-- Rows of media are counted as they change.
CREATE TRIGGER usage_media_update_size AFTER UPDATE OF size ON media
WHEN (ifnull(new.size, 0))
    IS NOT (ifnull(old.size, 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, media_bytes)
  SELECT new.workspace_id,
    (ifnull(new.size, 0))
    - (ifnull(old.size, 0));
END;

-- Rows of runs are counted as they come.
CREATE TRIGGER usage_runs_insert AFTER INSERT ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id,
    runs,
    stored_bytes,
    runs_started,
    runs_ended,
    runs_triggered)
  SELECT new.workspace_id,
    1,
    230 + iif(new.ended_at IS NULL, 0, 50 * new.visits),
    1,
    new.ended_at IS NOT NULL,
    ifnull(new.cause ->> 'type', 'recurring') <> 'recurring';
END;

-- Rows of runs are counted as they go.
CREATE TRIGGER usage_runs_delete BEFORE DELETE ON runs
BEGIN
  INSERT INTO usage_changes (workspace_id, runs, stored_bytes)
  SELECT old.workspace_id,
    -1,
    -(230 + iif(old.ended_at IS NULL, 0, 50 * old.visits))
    + -(
      SELECT ifnull(sum(octet_length(run_steps.detail)), 0)
      FROM run_steps
      WHERE run_id = old.id AND octet_length(run_steps.detail) > 200
    )
    + -(
      SELECT ifnull(sum(octet_length(run_events.data)), 0)
      FROM run_events
      WHERE run_id = old.id AND octet_length(run_events.data) > 200
    );
END;

-- Rows of runs are counted as they change.
CREATE TRIGGER usage_runs_update_ended_at AFTER UPDATE OF ended_at ON runs
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL
BEGIN
  INSERT INTO usage_changes (workspace_id, runs_ended, stored_bytes)
  SELECT new.workspace_id, 1, 50 * new.visits;
END;

-- Rows of run_steps are counted as they come.
CREATE TRIGGER usage_run_steps_insert AFTER INSERT ON run_steps
WHEN octet_length(new.detail) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.detail)
  FROM runs
  WHERE id = new.run_id;
END;

-- Rows of run_steps are counted as they go.
CREATE TRIGGER usage_run_steps_delete BEFORE DELETE ON run_steps
WHEN octet_length(old.detail) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -(octet_length(old.detail))
  FROM runs
  WHERE id = old.run_id;
END;

-- Rows of run_steps are counted as they change.
CREATE TRIGGER usage_run_steps_update_detail AFTER UPDATE OF detail ON run_steps
WHEN (iif(octet_length(new.detail) > 200, octet_length(new.detail), 0))
    IS NOT (iif(octet_length(old.detail) > 200, octet_length(old.detail), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    (iif(octet_length(new.detail) > 200, octet_length(new.detail), 0))
    - (iif(octet_length(old.detail) > 200, octet_length(old.detail), 0))
  FROM runs
  WHERE id = new.run_id;
END;

-- Rows of run_events are counted as they come.
CREATE TRIGGER usage_run_events_insert AFTER INSERT ON run_events
WHEN octet_length(new.data) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, octet_length(new.data)
  FROM runs
  WHERE id = new.run_id;
END;

-- Rows of run_events are counted as they go.
CREATE TRIGGER usage_run_events_delete BEFORE DELETE ON run_events
WHEN octet_length(old.data) > 200
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -(octet_length(old.data))
  FROM runs
  WHERE id = old.run_id;
END;

-- Rows of channels are counted as they come.
CREATE TRIGGER usage_channels_insert AFTER INSERT ON channels
BEGIN
  INSERT INTO usage_changes (workspace_id, channels)
  SELECT new.workspace_id, 1;
END;

-- Rows of channels are counted as they go.
CREATE TRIGGER usage_channels_delete BEFORE DELETE ON channels
BEGIN
  INSERT INTO usage_changes (workspace_id, channels)
  SELECT old.workspace_id, -1;
END;

-- Rows of sources are counted as they come.
CREATE TRIGGER usage_sources_insert AFTER INSERT ON sources
BEGIN
  INSERT INTO usage_changes (workspace_id, sources)
  SELECT new.workspace_id, 1;
END;

-- Rows of sources are counted as they go.
CREATE TRIGGER usage_sources_delete BEFORE DELETE ON sources
BEGIN
  INSERT INTO usage_changes (workspace_id, sources)
  SELECT old.workspace_id, -1;
END;

-- Rows of source_deliveries are counted as they come.
CREATE TRIGGER usage_source_deliveries_insert AFTER INSERT ON source_deliveries
BEGIN
  INSERT INTO usage_changes (workspace_id, items_received, stored_bytes, month_bytes)
  SELECT new.workspace_id,
    new.status <> 'held',
    new.bytes,
    350 + ifnull(octet_length(new.result), 0);
END;

-- Rows of source_deliveries are counted as they go.
CREATE TRIGGER usage_source_deliveries_delete AFTER DELETE ON source_deliveries
WHEN old.bytes > 0
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -old.bytes;
END;

-- Rows of source_deliveries are counted as they change.
CREATE TRIGGER usage_source_deliveries_update_bytes AFTER UPDATE OF bytes ON source_deliveries
WHEN new.bytes <> old.bytes
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, new.bytes - old.bytes;
END;

-- Rows of source_deliveries are counted as they change.
CREATE TRIGGER usage_source_deliveries_update_status AFTER UPDATE OF status ON source_deliveries
WHEN old.status = 'held' AND new.status <> 'held'
BEGIN
  INSERT INTO usage_changes (workspace_id, items_received)
  SELECT new.workspace_id, 1;
END;

-- Rows of tags are counted as they come.
CREATE TRIGGER usage_tags_insert AFTER INSERT ON tags
BEGIN
  INSERT INTO usage_changes (workspace_id, tags)
  SELECT new.workspace_id, 1;
END;

-- Rows of tags are counted as they go.
CREATE TRIGGER usage_tags_delete BEFORE DELETE ON tags
BEGIN
  INSERT INTO usage_changes (workspace_id, tags)
  SELECT old.workspace_id, -1;
END;

-- Rows of scenarios are counted as they come.
CREATE TRIGGER usage_scenarios_insert AFTER INSERT ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, scenarios)
  SELECT new.workspace_id, 1;
END;

-- Rows of scenarios are counted as they go.
CREATE TRIGGER usage_scenarios_delete BEFORE DELETE ON scenarios
BEGIN
  INSERT INTO usage_changes (workspace_id, scenarios, stored_bytes)
  SELECT old.workspace_id,
    -1,
    -(
      SELECT ifnull(sum(100
      + ifnull(octet_length(scenario_versions.nodes), 0)
      + ifnull(octet_length(scenario_versions.edges), 0)
      + ifnull(octet_length(scenario_versions.triggers), 0)), 0)
      FROM scenario_versions
      WHERE scenario_id = old.id
    )
    + -(
      SELECT ifnull(sum((octet_length(scenario_days.counts)) / 1024 * 1024), 0)
      FROM scenario_days
      WHERE scenario_id = old.id AND octet_length(scenario_days.counts) >= 1024
    );
END;

-- Rows of scenario_versions are counted as they come.
CREATE TRIGGER usage_scenario_versions_insert AFTER INSERT ON scenario_versions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0)
  FROM scenarios
  WHERE id = new.scenario_id;
END;

-- Rows of scenario_versions are counted as they go.
CREATE TRIGGER usage_scenario_versions_delete BEFORE DELETE ON scenario_versions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    -(100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0))
  FROM scenarios
  WHERE id = old.scenario_id;
END;

-- Rows of scenario_drafts are counted as they come.
CREATE TRIGGER usage_scenario_drafts_insert AFTER INSERT ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0);
END;

-- Rows of scenario_drafts are counted as they go.
CREATE TRIGGER usage_scenario_drafts_delete BEFORE DELETE ON scenario_drafts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0));
END;

-- Rows of scenario_drafts are counted as they change.
CREATE TRIGGER usage_scenario_drafts_update_nodes AFTER UPDATE OF nodes, edges, triggers ON scenario_drafts
WHEN (100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0))
    IS NOT (100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (100
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0)
      + ifnull(octet_length(new.triggers), 0))
    - (100
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0)
      + ifnull(octet_length(old.triggers), 0));
END;

-- Rows of scenario_triggers are counted as they come.
CREATE TRIGGER usage_scenario_triggers_insert AFTER INSERT ON scenario_triggers
WHEN new.is_on
BEGIN
  INSERT INTO usage_changes (workspace_id, triggers)
  SELECT new.workspace_id, new.is_on;
END;

-- Rows of scenario_triggers are counted as they go.
CREATE TRIGGER usage_scenario_triggers_delete BEFORE DELETE ON scenario_triggers
WHEN old.is_on
BEGIN
  INSERT INTO usage_changes (workspace_id, triggers)
  SELECT old.workspace_id, -(old.is_on);
END;

-- Rows of scenario_triggers are counted as they change.
CREATE TRIGGER usage_scenario_triggers_update_is_on AFTER UPDATE OF is_on ON scenario_triggers
WHEN (iif(new.is_on, new.is_on, 0))
    IS NOT (iif(old.is_on, old.is_on, 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, triggers)
  SELECT new.workspace_id,
    (iif(new.is_on, new.is_on, 0))
    - (iif(old.is_on, old.is_on, 0));
END;

-- Rows of scenario_days are counted as they come.
CREATE TRIGGER usage_scenario_days_insert AFTER INSERT ON scenario_days
WHEN octet_length(new.counts) >= 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, (octet_length(new.counts)) / 1024 * 1024
  FROM scenarios
  WHERE id = new.scenario_id;
END;

-- Rows of scenario_days are counted as they go.
CREATE TRIGGER usage_scenario_days_delete BEFORE DELETE ON scenario_days
WHEN octet_length(old.counts) >= 1024
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id, -((octet_length(old.counts)) / 1024 * 1024)
  FROM scenarios
  WHERE id = old.scenario_id;
END;

-- Rows of scenario_days are counted as they change.
CREATE TRIGGER usage_scenario_days_update_counts AFTER UPDATE OF counts ON scenario_days
WHEN (iif(octet_length(new.counts) >= 1024, (octet_length(new.counts)) / 1024 * 1024, 0))
    IS NOT (iif(octet_length(old.counts) >= 1024, (octet_length(old.counts)) / 1024 * 1024, 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT workspace_id,
    (iif(octet_length(new.counts) >= 1024, (octet_length(new.counts)) / 1024 * 1024, 0))
    - (iif(octet_length(old.counts) >= 1024, (octet_length(old.counts)) / 1024 * 1024, 0))
  FROM scenarios
  WHERE id = new.scenario_id;
END;

-- Rows of short_links are counted as they come.
CREATE TRIGGER usage_short_links_insert AFTER INSERT ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links)
  SELECT new.workspace_id, 1;
END;

-- Rows of short_links are counted as they go.
CREATE TRIGGER usage_short_links_delete BEFORE DELETE ON short_links
BEGIN
  INSERT INTO usage_changes (workspace_id, short_links, stored_bytes)
  SELECT old.workspace_id,
    -1,
    -80 * (SELECT count(*) FROM link_hours WHERE short_link_id = old.id);
END;

-- Rows of link_sends are counted as they come.
CREATE TRIGGER usage_link_sends_insert AFTER INSERT ON link_sends
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 100;
END;

-- Rows of link_sends are counted as they go.
CREATE TRIGGER usage_link_sends_delete BEFORE DELETE ON link_sends
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -100;
END;

-- Rows of link_clicks are counted as they go.
CREATE TRIGGER usage_link_clicks_delete BEFORE DELETE ON link_clicks
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -110;
END;

-- Rows of idempotency_keys are counted as they change.
CREATE TRIGGER usage_idempotency_keys_update_status AFTER UPDATE OF status ON idempotency_keys
WHEN (old.status IS NULL OR (old.answer IS NULL AND new.answer IS NOT NULL))
  AND new.status IS NOT NULL
  AND EXISTS (
    SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL
  )
BEGIN
  INSERT INTO usage_changes (workspace_id, day_bytes)
  SELECT new.workspace_id,
    iif(old.status IS NULL, 300 + length(new.key), 0)
      + ifnull(octet_length(new.answer), 0);
END;

-- Rows of idempotency_keys are counted as they change.
CREATE TRIGGER usage_idempotency_keys_update_progress AFTER UPDATE OF progress ON idempotency_keys
WHEN new.answer IS NULL
  AND octet_length(new.progress) > ifnull(octet_length(old.progress), 0)
  AND EXISTS (
    SELECT 1 FROM workspaces WHERE id = new.workspace_id AND copied_version IS NULL
  )
BEGIN
  INSERT INTO usage_changes (workspace_id, day_bytes)
  SELECT new.workspace_id,
    octet_length(new.progress) - ifnull(octet_length(old.progress), 0);
END;

-- Rows of imports are counted as they come.
CREATE TRIGGER usage_imports_insert AFTER INSERT ON imports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    1500
      + ifnull(octet_length(new.columns), 0)
      + ifnull(octet_length(new.layout), 0)
      + ifnull(octet_length(new.mapping), 0)
      + ifnull(octet_length(new.parts), 0)
      + ifnull(octet_length(new.lines), 0)
      + ifnull(octet_length(new.settings), 0);
END;

-- Rows of imports are counted as they go.
CREATE TRIGGER usage_imports_delete BEFORE DELETE ON imports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(1500
      + ifnull(octet_length(old.columns), 0)
      + ifnull(octet_length(old.layout), 0)
      + ifnull(octet_length(old.mapping), 0)
      + ifnull(octet_length(old.parts), 0)
      + ifnull(octet_length(old.lines), 0)
      + ifnull(octet_length(old.settings), 0));
END;

-- Rows of imports are counted as they change.
CREATE TRIGGER usage_imports_update_columns AFTER UPDATE OF columns, layout, mapping, parts, lines, settings
ON imports
WHEN (1500
      + ifnull(octet_length(new.columns), 0)
      + ifnull(octet_length(new.layout), 0)
      + ifnull(octet_length(new.mapping), 0)
      + ifnull(octet_length(new.parts), 0)
      + ifnull(octet_length(new.lines), 0)
      + ifnull(octet_length(new.settings), 0))
    IS NOT (1500
      + ifnull(octet_length(old.columns), 0)
      + ifnull(octet_length(old.layout), 0)
      + ifnull(octet_length(old.mapping), 0)
      + ifnull(octet_length(old.parts), 0)
      + ifnull(octet_length(old.lines), 0)
      + ifnull(octet_length(old.settings), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (1500
      + ifnull(octet_length(new.columns), 0)
      + ifnull(octet_length(new.layout), 0)
      + ifnull(octet_length(new.mapping), 0)
      + ifnull(octet_length(new.parts), 0)
      + ifnull(octet_length(new.lines), 0)
      + ifnull(octet_length(new.settings), 0))
    - (1500
      + ifnull(octet_length(old.columns), 0)
      + ifnull(octet_length(old.layout), 0)
      + ifnull(octet_length(old.mapping), 0)
      + ifnull(octet_length(old.parts), 0)
      + ifnull(octet_length(old.lines), 0)
      + ifnull(octet_length(old.settings), 0));
END;

-- Rows of imports are counted as they change.
CREATE TRIGGER usage_imports_update_kept_bytes AFTER UPDATE OF kept_bytes ON imports
WHEN new.kept_bytes > old.kept_bytes
BEGIN
  INSERT INTO usage_changes (workspace_id, month_bytes)
  SELECT new.workspace_id, new.kept_bytes - old.kept_bytes;
END;

-- Rows of lead_duplicates are counted as they come.
CREATE TRIGGER usage_lead_duplicates_insert AFTER INSERT ON lead_duplicates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 150;
END;

-- Rows of lead_duplicates are counted as they go.
CREATE TRIGGER usage_lead_duplicates_delete BEFORE DELETE ON lead_duplicates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -150;
END;

-- Rows of identity_moves are counted as they come.
CREATE TRIGGER usage_identity_moves_insert AFTER INSERT ON identity_moves
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 400;
END;

-- Rows of identity_moves are counted as they go.
CREATE TRIGGER usage_identity_moves_delete BEFORE DELETE ON identity_moves
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -400;
END;

-- Rows of lead_merges are counted as they come.
CREATE TRIGGER usage_lead_merges_insert AFTER INSERT ON lead_merges
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    200
      + ifnull(octet_length(new.fields), 0)
      + ifnull(octet_length(new.dropped), 0);
END;

-- Rows of lead_merges are counted as they go.
CREATE TRIGGER usage_lead_merges_delete BEFORE DELETE ON lead_merges
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(200
      + ifnull(octet_length(old.fields), 0)
      + ifnull(octet_length(old.dropped), 0));
END;

-- Rows of lead_merges are counted as they change.
CREATE TRIGGER usage_lead_merges_update_fields AFTER UPDATE OF fields, dropped ON lead_merges
WHEN (200
      + ifnull(octet_length(new.fields), 0)
      + ifnull(octet_length(new.dropped), 0))
    IS NOT (200
      + ifnull(octet_length(old.fields), 0)
      + ifnull(octet_length(old.dropped), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (200
      + ifnull(octet_length(new.fields), 0)
      + ifnull(octet_length(new.dropped), 0))
    - (200
      + ifnull(octet_length(old.fields), 0)
      + ifnull(octet_length(old.dropped), 0));
END;

-- Rows of consents are counted as they come.
CREATE TRIGGER usage_consents_insert AFTER INSERT ON consents
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    250
      + ifnull(octet_length(new.words), 0);
END;

-- Rows of consents are counted as they go.
CREATE TRIGGER usage_consents_delete BEFORE DELETE ON consents
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(250
      + ifnull(octet_length(old.words), 0));
END;

-- Rows of consents are counted as they change.
CREATE TRIGGER usage_consents_update_words AFTER UPDATE OF words ON consents
WHEN (250
      + ifnull(octet_length(new.words), 0))
    IS NOT (250
      + ifnull(octet_length(old.words), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (250
      + ifnull(octet_length(new.words), 0))
    - (250
      + ifnull(octet_length(old.words), 0));
END;

-- Rows of suppressions are counted as they come.
CREATE TRIGGER usage_suppressions_insert AFTER INSERT ON suppressions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 300;
END;

-- Rows of suppressions are counted as they go.
CREATE TRIGGER usage_suppressions_delete BEFORE DELETE ON suppressions
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -300;
END;

-- Rows of comments are counted as they come.
CREATE TRIGGER usage_comments_insert AFTER INSERT ON comments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    600
      + ifnull(octet_length(new.text), 0);
END;

-- Rows of comments are counted as they go.
CREATE TRIGGER usage_comments_delete BEFORE DELETE ON comments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(600
      + ifnull(octet_length(old.text), 0));
END;

-- Rows of comments are counted as they change.
CREATE TRIGGER usage_comments_update_text AFTER UPDATE OF text ON comments
WHEN (600
      + ifnull(octet_length(new.text), 0))
    IS NOT (600
      + ifnull(octet_length(old.text), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (600
      + ifnull(octet_length(new.text), 0))
    - (600
      + ifnull(octet_length(old.text), 0));
END;

-- Rows of bookings are counted as they come.
CREATE TRIGGER usage_bookings_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    900
      + ifnull(octet_length(new.answers), 0)
      + ifnull(octet_length(new.cancel_reason), 0)
      + ifnull(octet_length(new.location), 0);
END;

-- Rows of bookings are counted as they go.
CREATE TRIGGER usage_bookings_delete BEFORE DELETE ON bookings
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(900
      + ifnull(octet_length(old.answers), 0)
      + ifnull(octet_length(old.cancel_reason), 0)
      + ifnull(octet_length(old.location), 0));
END;

-- Rows of bookings are counted as they change.
CREATE TRIGGER usage_bookings_update_answers AFTER UPDATE OF answers, cancel_reason, location
ON bookings
WHEN (900
      + ifnull(octet_length(new.answers), 0)
      + ifnull(octet_length(new.cancel_reason), 0)
      + ifnull(octet_length(new.location), 0))
    IS NOT (900
      + ifnull(octet_length(old.answers), 0)
      + ifnull(octet_length(old.cancel_reason), 0)
      + ifnull(octet_length(old.location), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (900
      + ifnull(octet_length(new.answers), 0)
      + ifnull(octet_length(new.cancel_reason), 0)
      + ifnull(octet_length(new.location), 0))
    - (900
      + ifnull(octet_length(old.answers), 0)
      + ifnull(octet_length(old.cancel_reason), 0)
      + ifnull(octet_length(old.location), 0));
END;

-- Rows of booking_refs are counted as they come.
CREATE TRIGGER usage_booking_refs_insert AFTER INSERT ON booking_refs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    200
      + ifnull(octet_length(new.external_id), 0);
END;

-- Rows of booking_refs are counted as they go.
CREATE TRIGGER usage_booking_refs_delete BEFORE DELETE ON booking_refs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(200
      + ifnull(octet_length(old.external_id), 0));
END;

-- Rows of booking_refs are counted as they change.
CREATE TRIGGER usage_booking_refs_update_external_id AFTER UPDATE OF external_id ON booking_refs
WHEN (200
      + ifnull(octet_length(new.external_id), 0))
    IS NOT (200
      + ifnull(octet_length(old.external_id), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (200
      + ifnull(octet_length(new.external_id), 0))
    - (200
      + ifnull(octet_length(old.external_id), 0));
END;

-- Rows of held_echoes are counted as they come.
CREATE TRIGGER usage_held_echoes_insert AFTER INSERT ON held_echoes
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    250
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.payload), 0)
      + ifnull(octet_length(new.files), 0);
END;

-- Rows of held_echoes are counted as they go.
CREATE TRIGGER usage_held_echoes_delete BEFORE DELETE ON held_echoes
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(250
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.payload), 0)
      + ifnull(octet_length(old.files), 0));
END;

-- Rows of held_echoes are counted as they change.
CREATE TRIGGER usage_held_echoes_update_text AFTER UPDATE OF text, payload, files ON held_echoes
WHEN (250
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.payload), 0)
      + ifnull(octet_length(new.files), 0))
    IS NOT (250
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.payload), 0)
      + ifnull(octet_length(old.files), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (250
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.payload), 0)
      + ifnull(octet_length(new.files), 0))
    - (250
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.payload), 0)
      + ifnull(octet_length(old.files), 0));
END;

-- Rows of analyses are counted as they come.
CREATE TRIGGER usage_analyses_insert AFTER INSERT ON analyses
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 250;
END;

-- Rows of analyses are counted as they go.
CREATE TRIGGER usage_analyses_delete BEFORE DELETE ON analyses
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -250;
END;

-- Rows of trigger_entries are counted as they come.
CREATE TRIGGER usage_trigger_entries_insert AFTER INSERT ON trigger_entries
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 120;
END;

-- Rows of trigger_entries are counted as they go.
CREATE TRIGGER usage_trigger_entries_delete BEFORE DELETE ON trigger_entries
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -120;
END;

-- Rows of trigger_times are counted as they come.
CREATE TRIGGER usage_trigger_times_insert AFTER INSERT ON trigger_times
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id, 120;
END;

-- Rows of trigger_times are counted as they go.
CREATE TRIGGER usage_trigger_times_delete BEFORE DELETE ON trigger_times
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id, -120;
END;

-- Rows of bulk_enrolments are counted as they come.
CREATE TRIGGER usage_bulk_enrolments_insert AFTER INSERT ON bulk_enrolments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    400
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.reason), 0);
END;

-- Rows of bulk_enrolments are counted as they go.
CREATE TRIGGER usage_bulk_enrolments_delete BEFORE DELETE ON bulk_enrolments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(400
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.reason), 0));
END;

-- Rows of bulk_enrolments are counted as they change.
CREATE TRIGGER usage_bulk_enrolments_update_filter AFTER UPDATE OF filter, reason ON bulk_enrolments
WHEN (400
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.reason), 0))
    IS NOT (400
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.reason), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (400
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.reason), 0))
    - (400
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.reason), 0));
END;

-- Rows of custom_events are counted as they come.
CREATE TRIGGER usage_custom_events_insert AFTER INSERT ON custom_events
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    100
      + ifnull(octet_length(new.data), 0);
END;

-- Rows of custom_events are counted as they go.
CREATE TRIGGER usage_custom_events_delete BEFORE DELETE ON custom_events
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(100
      + ifnull(octet_length(old.data), 0));
END;

-- Rows of custom_events are counted as they change.
CREATE TRIGGER usage_custom_events_update_data AFTER UPDATE OF data ON custom_events
WHEN (100
      + ifnull(octet_length(new.data), 0))
    IS NOT (100
      + ifnull(octet_length(old.data), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (100
      + ifnull(octet_length(new.data), 0))
    - (100
      + ifnull(octet_length(old.data), 0));
END;

-- Rows of test_runs are counted as they come.
CREATE TRIGGER usage_test_runs_insert AFTER INSERT ON test_runs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    300
      + ifnull(octet_length(new.start), 0)
      + ifnull(octet_length(new.events), 0)
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0);
END;

-- Rows of test_runs are counted as they go.
CREATE TRIGGER usage_test_runs_delete BEFORE DELETE ON test_runs
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(300
      + ifnull(octet_length(old.start), 0)
      + ifnull(octet_length(old.events), 0)
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0));
END;

-- Rows of test_runs are counted as they change.
CREATE TRIGGER usage_test_runs_update_start AFTER UPDATE OF start, events, nodes, edges
ON test_runs
WHEN (300
      + ifnull(octet_length(new.start), 0)
      + ifnull(octet_length(new.events), 0)
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0))
    IS NOT (300
      + ifnull(octet_length(old.start), 0)
      + ifnull(octet_length(old.events), 0)
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (300
      + ifnull(octet_length(new.start), 0)
      + ifnull(octet_length(new.events), 0)
      + ifnull(octet_length(new.nodes), 0)
      + ifnull(octet_length(new.edges), 0))
    - (300
      + ifnull(octet_length(old.start), 0)
      + ifnull(octet_length(old.events), 0)
      + ifnull(octet_length(old.nodes), 0)
      + ifnull(octet_length(old.edges), 0));
END;

-- Rows of templates are counted as they come.
CREATE TRIGGER usage_templates_insert AFTER INSERT ON templates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    600
      + ifnull(octet_length(new.components), 0)
      + ifnull(octet_length(new.reason), 0);
END;

-- Rows of templates are counted as they go.
CREATE TRIGGER usage_templates_delete BEFORE DELETE ON templates
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(600
      + ifnull(octet_length(old.components), 0)
      + ifnull(octet_length(old.reason), 0));
END;

-- Rows of templates are counted as they change.
CREATE TRIGGER usage_templates_update_components AFTER UPDATE OF components, reason ON templates
WHEN (600
      + ifnull(octet_length(new.components), 0)
      + ifnull(octet_length(new.reason), 0))
    IS NOT (600
      + ifnull(octet_length(old.components), 0)
      + ifnull(octet_length(old.reason), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (600
      + ifnull(octet_length(new.components), 0)
      + ifnull(octet_length(new.reason), 0))
    - (600
      + ifnull(octet_length(old.components), 0)
      + ifnull(octet_length(old.reason), 0));
END;

-- Rows of segments are counted as they come.
CREATE TRIGGER usage_segments_insert AFTER INSERT ON segments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    500
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.missing_tag_ids), 0);
END;

-- Rows of segments are counted as they go.
CREATE TRIGGER usage_segments_delete BEFORE DELETE ON segments
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(500
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.missing_tag_ids), 0));
END;

-- Rows of segments are counted as they change.
CREATE TRIGGER usage_segments_update_filter AFTER UPDATE OF filter, missing_tag_ids ON segments
WHEN (500
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.missing_tag_ids), 0))
    IS NOT (500
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.missing_tag_ids), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (500
      + ifnull(octet_length(new.filter), 0)
      + ifnull(octet_length(new.missing_tag_ids), 0))
    - (500
      + ifnull(octet_length(old.filter), 0)
      + ifnull(octet_length(old.missing_tag_ids), 0));
END;

-- Rows of canned_replies are counted as they come.
CREATE TRIGGER usage_canned_replies_insert AFTER INSERT ON canned_replies
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    1000
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.content), 0)
      + ifnull(octet_length(new.search), 0);
END;

-- Rows of canned_replies are counted as they go.
CREATE TRIGGER usage_canned_replies_delete BEFORE DELETE ON canned_replies
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(1000
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.content), 0)
      + ifnull(octet_length(old.search), 0));
END;

-- Rows of canned_replies are counted as they change.
CREATE TRIGGER usage_canned_replies_update_text AFTER UPDATE OF text, content, search ON canned_replies
WHEN (1000
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.content), 0)
      + ifnull(octet_length(new.search), 0))
    IS NOT (1000
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.content), 0)
      + ifnull(octet_length(old.search), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (1000
      + ifnull(octet_length(new.text), 0)
      + ifnull(octet_length(new.content), 0)
      + ifnull(octet_length(new.search), 0))
    - (1000
      + ifnull(octet_length(old.text), 0)
      + ifnull(octet_length(old.content), 0)
      + ifnull(octet_length(old.search), 0));
END;

-- Rows of exports are counted as they come.
CREATE TRIGGER usage_exports_insert AFTER INSERT ON exports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    500
      + ifnull(octet_length(new.files), 0)
      + ifnull(octet_length(new.counts), 0);
END;

-- Rows of exports are counted as they go.
CREATE TRIGGER usage_exports_delete BEFORE DELETE ON exports
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(500
      + ifnull(octet_length(old.files), 0)
      + ifnull(octet_length(old.counts), 0));
END;

-- Rows of exports are counted as they change.
CREATE TRIGGER usage_exports_update_files AFTER UPDATE OF files, counts ON exports
WHEN (500
      + ifnull(octet_length(new.files), 0)
      + ifnull(octet_length(new.counts), 0))
    IS NOT (500
      + ifnull(octet_length(old.files), 0)
      + ifnull(octet_length(old.counts), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (500
      + ifnull(octet_length(new.files), 0)
      + ifnull(octet_length(new.counts), 0))
    - (500
      + ifnull(octet_length(old.files), 0)
      + ifnull(octet_length(old.counts), 0));
END;

-- Rows of erasure_receipts are counted as they come.
CREATE TRIGGER usage_erasure_receipts_insert AFTER INSERT ON erasure_receipts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    400
      + ifnull(octet_length(new.removed), 0);
END;

-- Rows of erasure_receipts are counted as they go.
CREATE TRIGGER usage_erasure_receipts_delete BEFORE DELETE ON erasure_receipts
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT old.workspace_id,
    -(400
      + ifnull(octet_length(old.removed), 0));
END;

-- Rows of erasure_receipts are counted as they change.
CREATE TRIGGER usage_erasure_receipts_update_removed AFTER UPDATE OF removed ON erasure_receipts
WHEN (400
      + ifnull(octet_length(new.removed), 0))
    IS NOT (400
      + ifnull(octet_length(old.removed), 0))
BEGIN
  INSERT INTO usage_changes (workspace_id, stored_bytes)
  SELECT new.workspace_id,
    (400
      + ifnull(octet_length(new.removed), 0))
    - (400
      + ifnull(octet_length(old.removed), 0));
END;
