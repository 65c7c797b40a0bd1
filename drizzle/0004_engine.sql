CREATE TABLE `run_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`run_id` integer NOT NULL,
	`visit` integer NOT NULL,
	`kind` text NOT NULL,
	`message_id` integer,
	`data` text DEFAULT '{}' NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `run_events_run` ON `run_events` (`run_id`);--> statement-breakpoint
-- These are found by their keys alone: without a rowid each is written once, not twice.
CREATE TABLE `run_steps` (
	`run_id` integer NOT NULL,
	`visit` integer NOT NULL,
	`node_id` text NOT NULL,
	`type` text NOT NULL,
	`entered_at` integer NOT NULL,
	`left_at` integer,
	`outcome` text,
	`detail` text,
	PRIMARY KEY(`run_id`, `visit`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `run_tags` (
	`run_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `tag_id`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `run_tags_tag` ON `run_tags` (`tag_id`);--> statement-breakpoint
DROP INDEX `messages_run`;--> statement-breakpoint
ALTER TABLE `messages` ADD `tapped` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `visit` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `scenario_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_visit` ON `messages` (`run_id`,`visit`) WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX `messages_reply` ON `messages` (`conversation_id`) WHERE direction = 'inbound' and type not in ('system', 'reaction');--> statement-breakpoint
CREATE INDEX `messages_pending_run` ON `messages` (`workspace_id`,`run_id`) WHERE run_id is not null and next_attempt_at is not null;--> statement-breakpoint
DROP INDEX `runs_due`;--> statement-breakpoint
ALTER TABLE `runs` ADD `waiting_for` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `waiting_until` integer;--> statement-breakpoint
ALTER TABLE `runs` ADD `visits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `memory` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `turn` text;--> statement-breakpoint
CREATE INDEX `runs_lead_waiting` ON `runs` (`lead_id`,`waiting_for`) WHERE waiting_for is not null;--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`workspace_id`,`next_at`) WHERE next_at is not null and state <> 'paused';--> statement-breakpoint
CREATE INDEX `tags_staged` ON `tags` (`workspace_id`) WHERE pipeline_stage is not null;
--> statement-breakpoint
UPDATE runs SET state = 'paused' WHERE ended_at IS NULL AND scenario_id IN (SELECT id FROM scenarios WHERE is_active = 0);
--> statement-breakpoint
-- Whatever writes a message, a click, a tag or a stage: the runs that wait for it are told in the same transaction, and are then due.
CREATE TRIGGER run_events_insert AFTER INSERT ON run_events BEGIN
  UPDATE runs SET next_at = min(ifnull(next_at, new.at), new.at), revision = revision + 1 WHERE id = new.run_id AND ended_at IS NULL;
END;
--> statement-breakpoint
-- A reply may come before it is known that the message was sent.
CREATE TRIGGER run_events_reply AFTER INSERT ON messages WHEN new.direction = 'inbound' AND new.type NOT IN ('system', 'reaction') BEGIN
  INSERT INTO run_events (run_id, visit, kind, message_id, at)
  SELECT runs.id, runs.visits, 'reply', new.id, new.created_at
  FROM conversations CROSS JOIN runs ON runs.lead_id = conversations.lead_id AND runs.waiting_for IN ('reply', 'sending')
    CROSS JOIN scenarios ON scenarios.id = runs.scenario_id AND scenarios.platform = conversations.platform
  WHERE conversations.id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_sending AFTER UPDATE OF status ON messages
WHEN new.run_id IS NOT NULL AND old.status IN ('queued', 'sending') AND new.status NOT IN ('queued', 'sending') BEGIN
  INSERT INTO run_events (run_id, visit, kind, message_id, data, at)
  SELECT id, visits, 'sending', new.id, json_object('status', new.status, 'reason', new.error ->> 'reason'), new.created_at
  FROM runs WHERE id = new.run_id AND waiting_for = 'sending' AND visits = new.visit;
END;
--> statement-breakpoint
-- A message may be read before it is known that it was sent.
CREATE TRIGGER run_events_read AFTER UPDATE OF read_at ON messages
WHEN new.run_id IS NOT NULL AND new.read_at IS NOT NULL AND old.read_at IS NULL BEGIN
  INSERT INTO run_events (run_id, visit, kind, message_id, data, at)
  SELECT id, visits, 'message_read', new.id, json_object('node_id', (SELECT node_id FROM run_steps WHERE run_id = runs.id AND run_steps.visit = new.visit)), new.created_at
  FROM runs WHERE id = new.run_id AND waiting_for IN ('message_read', 'sending');
END;
--> statement-breakpoint
-- A click counts once it is judged to be a person's.
CREATE TRIGGER run_events_click AFTER UPDATE OF suspected_scanner ON link_clicks
WHEN new.suspected_scanner = 0 AND old.suspected_scanner IS NULL BEGIN
  INSERT INTO run_events (run_id, visit, kind, data, at)
  SELECT runs.id, visits, 'link_clicked', json_object('short_link_id', new.short_link_id, 'run_id',
    (SELECT messages.run_id FROM link_sends CROSS JOIN messages ON messages.id = link_sends.message_id WHERE link_sends.id = new.link_send_id)), new.created_at
  FROM runs WHERE lead_id = new.lead_id AND waiting_for = 'link_clicked';
END;
--> statement-breakpoint
CREATE TRIGGER run_events_tag AFTER INSERT ON lead_tags BEGIN
  INSERT INTO run_events (run_id, visit, kind, data, at)
  SELECT id, visits, 'tag_added', json_object('tag_id', new.tag_id), new.created_at FROM runs WHERE lead_id = new.lead_id AND waiting_for = 'tag_added';
  INSERT OR IGNORE INTO run_tags (run_id, tag_id, created_at)
  SELECT max(runs.id), new.tag_id, new.created_at FROM runs CROSS JOIN scenarios ON scenarios.id = runs.scenario_id
  WHERE runs.lead_id = new.lead_id AND new.tag_id IN (SELECT value FROM json_each(scenarios.tracked_tag_ids)) GROUP BY runs.scenario_id;
END;
--> statement-breakpoint
CREATE TRIGGER run_events_stage AFTER UPDATE OF pipeline_stage ON leads WHEN new.pipeline_stage IS NOT old.pipeline_stage BEGIN
  INSERT INTO run_events (run_id, visit, kind, data, at)
  SELECT id, visits, 'stage_changed', json_object('from', old.pipeline_stage, 'to', new.pipeline_stage), new.updated_at
  FROM runs WHERE lead_id = new.id AND waiting_for = 'stage_changed';
END;
--> statement-breakpoint
-- Where a run was stopped, its last step says why.
CREATE TRIGGER runs_ended AFTER UPDATE OF ended_at ON runs WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL BEGIN
  DELETE FROM run_events WHERE run_id = new.id;
  UPDATE run_steps SET left_at = new.ended_at, outcome = new.end_reason WHERE run_id = new.id AND visit = new.visits AND left_at IS NULL;
END;
