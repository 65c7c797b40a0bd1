CREATE TABLE `events` (
	`id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`type` text NOT NULL,
	`lead_id` integer,
	`scenario_id` integer,
	`data` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `events_workspace` ON `events` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `events_workspace_type` ON `events` (`workspace_id`,`type`);--> statement-breakpoint
CREATE INDEX `events_lead` ON `events` (`lead_id`) WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX `events_scenario_type` ON `events` (`scenario_id`,`type`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`endpoint_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`last_attempt_at` integer,
	`error` text,
	`http_status` integer,
	`latency_ms` integer,
	`answer` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`,`endpoint_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_workspace` ON `webhook_deliveries` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_workspace_status` ON `webhook_deliveries` (`workspace_id`,`status`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint_status` ON `webhook_deliveries` (`endpoint_id`,`status`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`next_attempt_at`,`event_id`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`scenario_id` integer,
	`url` text NOT NULL,
	`event_types` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`secrets` text,
	`sealed_with` text,
	`disabled_reason` text,
	`disabled_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` integer,
	`paused_until` integer,
	`next_event_id` integer,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_workspace` ON `webhook_endpoints` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_scenario` ON `webhook_endpoints` (`scenario_id`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_idle` ON `webhook_endpoints` (`workspace_id`,`scenario_id`) WHERE next_event_id is null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_due` ON `webhook_endpoints` (`workspace_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_sealed_with` ON `webhook_endpoints` (`sealed_with`) WHERE sealed_with is not null;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `webhook_secrets` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `webhook_sealed_with` text;--> statement-breakpoint
CREATE INDEX `workspaces_webhook_sealed_with` ON `workspaces` (`webhook_sealed_with`) WHERE webhook_sealed_with is not null;
--> statement-breakpoint
-- What is written here is an event: with the next id, in a workspace that is still there.
CREATE VIEW new_events AS SELECT workspace_id, type, lead_id, scenario_id, data FROM events;
--> statement-breakpoint
CREATE TRIGGER new_events_insert INSTEAD OF INSERT ON new_events BEGIN
  INSERT INTO events (id, workspace_id, type, lead_id, scenario_id, data)
  SELECT max(ifnull((SELECT max(id) FROM events), 0) + 1, cast(unixepoch('subsec') * 1000 AS integer) * 1000), id, new.type, new.lead_id, new.scenario_id, new.data
  FROM workspaces WHERE id = new.workspace_id;
END;
--> statement-breakpoint
-- Which events go to which endpoint. A scenario's gets what is its own, and the tracked tags of leads that it has had.
CREATE VIEW endpoint_events AS
SELECT webhook_endpoints.id AS endpoint_id, events.id AS event_id
FROM webhook_endpoints CROSS JOIN events ON events.workspace_id = webhook_endpoints.workspace_id
WHERE EXISTS (SELECT 1 FROM json_each(event_types) WHERE events.type GLOB value) AND events.type <> 'webhook_endpoint.test'
  AND (webhook_endpoints.scenario_id IS NULL OR webhook_endpoints.scenario_id = events.scenario_id
    OR webhook_endpoints.scenario_id IN (SELECT value FROM json_each(events.data, '$.tracked_by')));
--> statement-breakpoint
-- An endpoint that has nothing to send learns of the first event for it; those that follow it finds by itself.
CREATE TRIGGER events_insert AFTER INSERT ON events BEGIN
  UPDATE webhook_endpoints SET next_event_id = new.id, next_at = iif(is_active, ifnull(paused_until, 0), NULL)
  WHERE next_event_id IS NULL AND workspace_id = new.workspace_id AND scenario_id IS NULL
    AND EXISTS (SELECT 1 FROM endpoint_events WHERE endpoint_id = webhook_endpoints.id AND event_id = new.id);
  UPDATE webhook_endpoints SET next_event_id = new.id, next_at = iif(is_active, ifnull(paused_until, 0), NULL)
  WHERE next_event_id IS NULL AND workspace_id = new.workspace_id
    AND scenario_id IN (SELECT new.scenario_id UNION ALL SELECT value FROM json_each(new.data, '$.tracked_by'))
    AND EXISTS (SELECT 1 FROM endpoint_events WHERE endpoint_id = webhook_endpoints.id AND event_id = new.id);
END;
--> statement-breakpoint
-- The webhook_url of a scenario is an endpoint of its own. Setting it again starts one anew that was disabled.
CREATE TRIGGER scenarios_webhook_insert AFTER INSERT ON scenarios WHEN new.webhook_url IS NOT NULL BEGIN
  INSERT INTO webhook_endpoints (workspace_id, scenario_id, url, event_types, created_at, updated_at)
  VALUES (new.workspace_id, new.id, new.webhook_url, '["run.*","message.*","link.clicked","lead.tag_added"]', new.updated_at, new.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER scenarios_webhook_update AFTER UPDATE OF webhook_url ON scenarios BEGIN
  DELETE FROM webhook_endpoints WHERE scenario_id = new.id AND new.webhook_url IS NULL;
  UPDATE webhook_endpoints SET url = new.webhook_url, is_active = 1, disabled_reason = NULL, disabled_at = NULL, failures = 0, failing_since = NULL,
    paused_until = NULL, next_at = 0, updated_at = new.updated_at
  WHERE scenario_id = new.id AND (url <> new.webhook_url OR is_active = 0);
  INSERT INTO webhook_endpoints (workspace_id, scenario_id, url, event_types, created_at, updated_at)
  SELECT new.workspace_id, new.id, new.webhook_url, '["run.*","message.*","link.clicked","lead.tag_added"]', new.updated_at, new.updated_at
  WHERE new.webhook_url IS NOT NULL AND NOT EXISTS (SELECT 1 FROM webhook_endpoints WHERE scenario_id = new.id);
END;
--> statement-breakpoint
INSERT INTO webhook_endpoints (workspace_id, scenario_id, url, event_types, created_at, updated_at)
SELECT workspace_id, id, webhook_url, '["run.*","message.*","link.clicked","lead.tag_added"]', updated_at, updated_at FROM scenarios WHERE webhook_url IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER events_lead_created AFTER INSERT ON leads BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'lead.created', new.id, NULL, '{}';
  INSERT INTO new_events SELECT new.workspace_id, 'lead.opted_out', new.id, NULL, '{}' WHERE new.is_optout = 1;
END;
--> statement-breakpoint
-- What has events of its own (tags, stage, consent) is not among the changes. Objects, and what is long, are named without their values;
-- of variables whose names alone are long, only that there are some. So an event stays small (events/read.ts).
-- A variable that was not there, or is gone, is NULL here, and a null of JSON is 'null'. Variables in another order are the same.
CREATE TRIGGER events_lead_updated
AFTER UPDATE OF ext_id, first_name, last_name, username, image, email, phone, source, warmth, variables, data, whatsapp_phone_number_id, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile ON leads
WHEN (new.ext_id, new.first_name, new.last_name, new.username, new.image, new.email, new.phone, new.source, new.warmth, new.variables, new.data, new.whatsapp_phone_number_id, new.age, new.occupation_status, new.maturity_level, new.engagement_level, new.is_lost, new.lost_reason, new.profile)
  IS NOT (old.ext_id, old.first_name, old.last_name, old.username, old.image, old.email, old.phone, old.source, old.warmth, old.variables, old.data, old.whatsapp_phone_number_id, old.age, old.occupation_status, old.maturity_level, old.engagement_level, old.is_lost, old.lost_reason, old.profile)
BEGIN
  INSERT INTO new_events
  SELECT new.workspace_id, 'lead.updated', new.id, NULL, json_object('changes', json(
    iif(octet_length(told) <= 8000, told, iif(octet_length(named) <= 8000, named, json_set(fields, '$.variables', json('{}'))))))
  FROM (
    SELECT json_group_object(name, json(iif(is_told, iif(was IS NULL, json_object('to', json(now)), iif(now IS NULL, json_object('from', json(was)),
        json_object('from', json(was), 'to', json(now)))), '{}'))) AS told,
      json_group_object(name, json('{}')) AS named, json_group_object(name, json('{}')) FILTER (WHERE name NOT GLOB 'variables.*') AS fields
    FROM (
      SELECT value ->> 0 AS name, value -> 1 AS was, value -> 2 AS now, 1 AS is_told FROM json_each(json_array(
        json_array('ext_id', old.ext_id, new.ext_id), json_array('first_name', old.first_name, new.first_name), json_array('last_name', old.last_name, new.last_name),
        json_array('username', old.username, new.username), json_array('image', old.image, new.image), json_array('email', old.email, new.email),
        json_array('phone', old.phone, new.phone), json_array('source', old.source, new.source), json_array('warmth', old.warmth, new.warmth),
        json_array('whatsapp_phone_number_id', old.whatsapp_phone_number_id, new.whatsapp_phone_number_id), json_array('age', old.age, new.age),
        json_array('occupation_status', old.occupation_status, new.occupation_status), json_array('maturity_level', old.maturity_level, new.maturity_level),
        json_array('engagement_level', old.engagement_level, new.engagement_level), json_array('lost_reason', old.lost_reason, new.lost_reason),
        json_array('is_lost', json(iif(old.is_lost, 'true', 'false')), json(iif(new.is_lost, 'true', 'false')))))
      UNION ALL
      SELECT 'variables.' || ifnull(was.key, now.key), was.json, now.json, 1
      FROM (SELECT key, old.variables -> fullkey AS json FROM json_each(iif(new.variables IS NOT old.variables AND json_valid(old.variables), old.variables, '{}'))) AS was
        FULL JOIN (SELECT key, new.variables -> fullkey AS json FROM json_each(iif(new.variables IS NOT old.variables AND json_valid(new.variables), new.variables, '{}'))) AS now ON now.key = was.key
      UNION ALL SELECT 'data', old.data, new.data, 0
      UNION ALL SELECT 'profile', old.profile, new.profile, 0
    )
    WHERE was IS NOT now AND name IS NOT NULL
  )
  WHERE told <> '{}';
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_stage AFTER UPDATE OF pipeline_stage ON leads WHEN new.pipeline_stage IS NOT old.pipeline_stage BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'lead.stage_changed', new.id, NULL, json_object('from', old.pipeline_stage, 'to', new.pipeline_stage);
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_consent AFTER UPDATE OF is_optout ON leads WHEN new.is_optout <> old.is_optout BEGIN
  INSERT INTO new_events SELECT new.workspace_id, iif(new.is_optout, 'lead.opted_out', 'lead.opted_in'), new.id, NULL, ifnull(
    (SELECT json_object('method', method, 'message_id', message_id) FROM consents WHERE lead_id = new.id ORDER BY at / 1000 DESC, id DESC LIMIT 1), '{}');
END;
--> statement-breakpoint
CREATE TRIGGER events_lead_profile AFTER UPDATE OF profile_extracted_at ON leads
WHEN new.profile_extracted_at IS NOT NULL AND new.profile_extracted_at IS NOT old.profile_extracted_at BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'lead.profile_updated', new.id, NULL, '{}';
END;
--> statement-breakpoint
-- What events, and the answers of those who were told, have kept of the person goes with the lead.
CREATE TRIGGER events_lead_deleted AFTER DELETE ON leads BEGIN
  UPDATE events SET data = '{"changes":{}}' WHERE lead_id = old.id AND type = 'lead.updated';
  UPDATE webhook_deliveries SET answer = NULL WHERE event_id IN (SELECT id FROM events WHERE lead_id = old.id);
  INSERT INTO new_events SELECT old.workspace_id, 'lead.deleted', old.id, NULL, json_object('ext_id', old.ext_id);
END;
--> statement-breakpoint
-- Which scenarios track the tag and have had the lead is known now, and may not be when they are told.
CREATE TRIGGER events_tag_added AFTER INSERT ON lead_tags BEGIN
  INSERT INTO new_events SELECT workspace_id, 'lead.tag_added', id, NULL, json_object('tag_id', new.tag_id, 'tracked_by', json((
    SELECT json_group_array(DISTINCT scenarios.id) FROM runs CROSS JOIN scenarios ON scenarios.id = runs.scenario_id
    WHERE runs.lead_id = new.lead_id AND new.tag_id IN (SELECT value FROM json_each(tracked_tag_ids))))) FROM leads WHERE id = new.lead_id;
END;
--> statement-breakpoint
-- Not of a lead that is deleted with its tags.
CREATE TRIGGER events_tag_removed AFTER DELETE ON lead_tags BEGIN
  INSERT INTO new_events SELECT workspace_id, 'lead.tag_removed', id, NULL, json_object('tag_id', old.tag_id) FROM leads WHERE id = old.lead_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_conversation AFTER UPDATE OF summary_generated_at ON conversations
WHEN new.summary_generated_at IS NOT NULL AND new.summary_generated_at IS NOT old.summary_generated_at BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'conversation.summarized', new.lead_id, NULL, json_object('conversation_id', new.id);
END;
--> statement-breakpoint
CREATE TRIGGER events_message_created AFTER INSERT ON messages WHEN new.status NOT IN ('queued', 'sending') BEGIN
  INSERT INTO new_events
  SELECT new.workspace_id, reached.column1, lead_id, new.scenario_id, json_object('message_id', new.id)
  FROM (VALUES
    ('message.received', new.direction = 'inbound'),
    ('message.sent', new.direction = 'outbound' AND new.sent_at IS NOT NULL),
    ('message.delivered', new.direction = 'outbound' AND new.delivered_at IS NOT NULL),
    ('message.read', new.direction = 'outbound' AND new.read_at IS NOT NULL),
    ('message.failed', new.status = 'failed'),
    ('message.unknown', new.status = 'unknown')
  ) AS reached CROSS JOIN conversations WHERE conversations.id = new.conversation_id AND reached.column2;
END;
--> statement-breakpoint
CREATE TRIGGER events_message_updated AFTER UPDATE OF status, sent_at, delivered_at, read_at, payload ON messages
WHEN (new.status, new.sent_at, new.delivered_at, new.read_at, new.payload) IS NOT (old.status, old.sent_at, old.delivered_at, old.read_at, old.payload)
  AND new.status NOT IN ('queued', 'sending')
BEGIN
  INSERT INTO new_events
  SELECT new.workspace_id, reached.column1, lead_id, new.scenario_id, json_object('message_id', new.id)
  FROM (VALUES
    ('message.sent', new.direction = 'outbound' AND new.sent_at IS NOT NULL AND old.sent_at IS NULL),
    ('message.delivered', new.direction = 'outbound' AND new.delivered_at IS NOT NULL AND old.delivered_at IS NULL),
    ('message.read', new.direction = 'outbound' AND new.read_at IS NOT NULL AND old.read_at IS NULL),
    ('message.failed', new.status = 'failed' AND old.status <> 'failed'),
    ('message.unknown', new.status = 'unknown' AND old.status <> 'unknown'),
    ('message.deleted', new.payload = '{"deleted":true}' AND old.payload <> new.payload)
  ) AS reached CROSS JOIN conversations WHERE conversations.id = new.conversation_id AND reached.column2;
END;
--> statement-breakpoint
CREATE TRIGGER events_link_sent_insert AFTER INSERT ON link_sends WHEN new.sent_at IS NOT NULL BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'link.sent', new.lead_id, new.scenario_id, json_object('link_send_id', new.id, 'short_link_id', new.short_link_id, 'message_id', new.message_id);
END;
--> statement-breakpoint
CREATE TRIGGER events_link_sent AFTER UPDATE OF sent_at ON link_sends WHEN new.sent_at IS NOT NULL AND old.sent_at IS NULL BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'link.sent', new.lead_id, new.scenario_id, json_object('link_send_id', new.id, 'short_link_id', new.short_link_id, 'message_id', new.message_id);
END;
--> statement-breakpoint
-- A click counts once it is judged to be a person's.
CREATE TRIGGER events_link_clicked_insert AFTER INSERT ON link_clicks WHEN new.suspected_scanner = 0 BEGIN
  INSERT INTO new_events
  SELECT new.workspace_id, 'link.clicked', new.lead_id, scenario_id,
    json_object('link_send_id', id, 'short_link_id', short_link_id, 'message_id', message_id, 'click_id', new.id)
  FROM link_sends WHERE id = new.link_send_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_link_clicked AFTER UPDATE OF suspected_scanner ON link_clicks WHEN new.suspected_scanner = 0 AND old.suspected_scanner IS NULL BEGIN
  INSERT INTO new_events
  SELECT new.workspace_id, 'link.clicked', new.lead_id, scenario_id,
    json_object('link_send_id', id, 'short_link_id', short_link_id, 'message_id', message_id, 'click_id', new.id)
  FROM link_sends WHERE id = new.link_send_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_started AFTER INSERT ON runs BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'run.started', new.lead_id, new.scenario_id, json_object('run_id', new.id, 'version', new.version);
  INSERT INTO new_events SELECT new.workspace_id, 'run.' || new.state, new.lead_id, new.scenario_id, json_object('run_id', new.id, 'end_reason', new.end_reason)
  WHERE new.ended_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER events_run_waiting AFTER UPDATE OF state, visits ON runs
WHEN new.state = 'waiting' AND (new.visits <> old.visits OR old.state IN ('pending', 'running')) BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'run.waiting', new.lead_id, new.scenario_id,
    json_object('run_id', new.id, 'node_id', new.node_id, 'waiting_for', new.waiting_for, 'until', new.waiting_until);
END;
--> statement-breakpoint
CREATE TRIGGER events_run_migrated AFTER UPDATE OF version ON runs WHEN new.version <> old.version BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'run.migrated', new.lead_id, new.scenario_id,
    json_object('run_id', new.id, 'from_version', old.version, 'to_version', new.version);
END;
--> statement-breakpoint
CREATE TRIGGER events_run_ended AFTER UPDATE OF ended_at ON runs WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'run.' || new.state, new.lead_id, new.scenario_id,
    json_object('run_id', new.id, 'node_id', new.node_id, 'end_reason', new.end_reason);
END;
--> statement-breakpoint
CREATE TRIGGER events_run_deleted AFTER DELETE ON runs WHEN old.ended_at IS NULL BEGIN
  INSERT INTO new_events SELECT old.workspace_id, 'run.cancelled', old.lead_id, old.scenario_id, json_object('run_id', old.id, 'node_id', old.node_id, 'end_reason',
    iif(NOT EXISTS (SELECT 1 FROM leads WHERE id = old.lead_id), 'lead_deleted',
      iif(NOT EXISTS (SELECT 1 FROM scenarios WHERE id = old.scenario_id), 'scenario_deleted', 'cancelled')));
END;
--> statement-breakpoint
CREATE TRIGGER events_scenario AFTER UPDATE OF is_active ON scenarios WHEN new.is_active <> old.is_active BEGIN
  INSERT INTO new_events SELECT new.workspace_id, iif(new.is_active, 'scenario.activated', 'scenario.paused'), NULL, new.id, '{}';
END;
--> statement-breakpoint
CREATE TRIGGER events_channel AFTER UPDATE OF status ON channels WHEN new.status = 'stopped' AND old.status <> 'stopped' BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'channel.stopped', NULL, NULL, json_object('channel_id', new.id, 'reason', new.stop_reason);
END;
--> statement-breakpoint
CREATE TRIGGER events_endpoint AFTER UPDATE OF disabled_at ON webhook_endpoints WHEN new.disabled_at IS NOT NULL AND old.disabled_at IS NULL BEGIN
  INSERT INTO new_events SELECT new.workspace_id, 'webhook_endpoint.disabled', NULL, new.scenario_id,
    json_object('webhook_endpoint_id', new.id, 'reason', new.disabled_reason);
END;
