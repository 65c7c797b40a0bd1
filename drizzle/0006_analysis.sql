CREATE TABLE `analyses` (
	`id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	`cause` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`taken` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`model` text,
	`prompt_version` text,
	`messages_count` integer DEFAULT 0 NOT NULL,
	`claims_count` integer DEFAULT 0 NOT NULL,
	`dropped_count` integer DEFAULT 0 NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `analyses_workspace` ON `analyses` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `analyses_workspace_status` ON `analyses` (`workspace_id`,`status`);--> statement-breakpoint
CREATE INDEX `analyses_lead` ON `analyses` (`lead_id`);--> statement-breakpoint
CREATE INDEX `analyses_conversation` ON `analyses` (`conversation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `analyses_pending` ON `analyses` (`conversation_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `analyses_due` ON `analyses` (`workspace_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE TABLE `analysis_usage` (
	`workspace_id` integer NOT NULL,
	`day` text NOT NULL,
	`model` text NOT NULL,
	`analyses` integer DEFAULT 0 NOT NULL,
	`calls` integer DEFAULT 0 NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `model`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `profile_claims` (
	`id` integer PRIMARY KEY NOT NULL,
	`lead_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`confidence` real NOT NULL,
	`message_id` integer NOT NULL,
	`quote` text NOT NULL,
	`model` text NOT NULL,
	`prompt_version` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_claims_lead` ON `profile_claims` (`lead_id`,`field`,`message_id`);--> statement-breakpoint
CREATE INDEX `profile_claims_conversation` ON `profile_claims` (`conversation_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `profile_claims_message` ON `profile_claims` (`message_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `analysed_as` text;--> statement-breakpoint
ALTER TABLE `leads` ADD `profile_pinned` text DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- What was set before there were analyses was set through the API.
UPDATE leads SET profile_pinned = (
  SELECT json_group_object(value ->> 0, json('true')) FROM json_each(json_array(
    json_array('age', age), json_array('occupation_status', occupation_status), json_array('maturity_level', maturity_level),
    json_array('engagement_level', engagement_level), json_array('is_lost', nullif(is_lost, 0)), json_array('lost_reason', lost_reason),
    json_array('professional_situation', profile ->> 'professional_situation'), json_array('primary_objective', profile ->> 'primary_objective'),
    json_array('blockers', nullif(profile ->> 'blockers', '[]')), json_array('levers', nullif(profile ->> 'levers', '[]')),
    json_array('verbatim', profile ->> 'verbatim'), json_array('lost_reason_detail', profile ->> 'lost_reason_detail')))
  WHERE value ->> 1 IS NOT NULL
) WHERE profile IS NOT NULL OR is_lost = 1 OR lost_reason IS NOT NULL;
--> statement-breakpoint
-- Whoever moves a lead to the stage `lost`, or from there, says whether the lead is lost; what was said of why is over then.
CREATE TRIGGER leads_pin_lost AFTER UPDATE OF pipeline_stage ON leads WHEN (new.pipeline_stage IS 'lost') <> (old.pipeline_stage IS 'lost') BEGIN
  UPDATE leads SET profile_pinned = json_set(iif(old.pipeline_stage IS 'lost' AND new.lost_reason IS NULL, json_remove(profile_pinned, '$.lost_reason'), profile_pinned), '$.is_lost', json('true'))
  WHERE id = new.id;
END;
--> statement-breakpoint
-- What a lead has taken back is no evidence any more, and no summary may quote it. Who is just reading it writes nothing, and it is read again.
CREATE TRIGGER analyses_message_deleted AFTER UPDATE OF payload ON messages WHEN new.payload = '{"deleted":true}' AND old.payload <> new.payload BEGIN
  DELETE FROM profile_claims WHERE message_id = new.id;
  UPDATE conversations SET summary = NULL, summary_generated_at = NULL, analysed_as = NULL WHERE id = new.conversation_id AND analysed_as IS NOT NULL;
  UPDATE analyses SET taken = NULL, next_at = 0 WHERE conversation_id = new.conversation_id AND status = 'running';
END;
--> statement-breakpoint
-- What is written here asks for the analysis of a conversation: it joins the one that waits, if there is one, and brings it forward.
-- While only its quiet is waited for, each message puts it off. One that is to be tried again keeps its time.
CREATE VIEW analysis_requests AS SELECT conversation_id, cause, next_at, created_at FROM analyses;
--> statement-breakpoint
CREATE TRIGGER analysis_requests_insert INSTEAD OF INSERT ON analysis_requests BEGIN
  UPDATE analyses SET cause = iif(cause = 'quiet' OR new.cause = 'request', new.cause, cause),
    next_at = iif(cause = 'quiet' AND new.cause = 'quiet', new.next_at, iif(attempts > 0 OR new.cause = 'quiet', next_at, min(next_at, new.next_at)))
  WHERE conversation_id = new.conversation_id AND status = 'pending';
  INSERT INTO analyses (id, workspace_id, lead_id, conversation_id, cause, status, next_at, created_at)
  SELECT max(ifnull((SELECT max(id) FROM analyses), 0) + 1, new.created_at * 1000), workspace_id, lead_id, id, new.cause, 'pending', new.next_at, new.created_at
  FROM conversations WHERE id = new.conversation_id AND NOT EXISTS (SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending');
END;
--> statement-breakpoint
-- A conversation in which the lead has written is analysed once it has been quiet for as long as the workspace has set.
CREATE TRIGGER analyses_message AFTER INSERT ON messages BEGIN
  INSERT INTO analysis_requests
  SELECT new.conversation_id, 'quiet', new.created_at + (settings ->> 'analysis_quiet_seconds') * 1000, new.created_at
  FROM workspaces CROSS JOIN conversations ON conversations.id = new.conversation_id CROSS JOIN leads ON leads.id = conversations.lead_id
  WHERE workspaces.id = new.workspace_id AND settings ->> 'analysis_quiet_seconds' IS NOT NULL AND ifnull(settings ->> 'analysis_enabled', 1)
    AND leads.is_optout = 0 AND iif(new.direction = 'inbound', new.type NOT IN ('system', 'reaction'),
      EXISTS (SELECT 1 FROM analyses WHERE conversation_id = new.conversation_id AND status = 'pending'));
END;
--> statement-breakpoint
-- Runs that wait for the analysis of their lead go on once nothing of it is under way or waits that was asked for. One conversation that was read will do.
CREATE TRIGGER run_events_analysis AFTER UPDATE OF finished_at ON analyses WHEN new.finished_at IS NOT NULL AND old.finished_at IS NULL BEGIN
  INSERT INTO run_events (run_id, visit, kind, data, at)
  SELECT id, visits, 'analysis', json_object('status', iif(EXISTS (
      SELECT 1 FROM analyses WHERE lead_id = new.lead_id AND (status = 'completed' OR reason = 'unchanged')
        AND finished_at >= (SELECT entered_at FROM run_steps WHERE run_id = runs.id AND run_steps.visit = runs.visits)
    ), 'completed', new.status), 'reason', new.reason), new.finished_at
  FROM runs WHERE lead_id = new.lead_id AND waiting_for = 'analysis'
    AND NOT EXISTS (SELECT 1 FROM analyses WHERE lead_id = new.lead_id AND (status = 'running' OR status = 'pending' AND cause <> 'quiet'));
END;
