CREATE TABLE `audit_log` (
	`workspace_id` integer NOT NULL,
	`id` integer NOT NULL,
	`action` text NOT NULL,
	`target_id` integer,
	`actor_type` text NOT NULL,
	`actor_id` integer,
	`actor_name` text,
	`request_id` text NOT NULL,
	`nonce` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`workspace_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_id` integer,
	`status` integer,
	`answer` text,
	`progress` text,
	`progress_at` integer,
	`holder` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`abilities` text NOT NULL,
	`made_by` integer,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_hash` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `tokens_workspace` ON `tokens` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`database` text DEFAULT 'DB',
	`version` integer DEFAULT 0 NOT NULL,
	`copied_version` integer,
	`moves` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`name_key` text DEFAULT '' NOT NULL,
	`default_country` text,
	`settings` text DEFAULT '{}' NOT NULL,
	`quotas` text DEFAULT '{}' NOT NULL,
	`webhook_secrets` text,
	`webhook_sealed_with` text,
	`suspended_at` integer,
	`suspended_reason` text,
	`suppression_key` text,
	`suppression_sealed_with` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `workspaces_not_copied` ON `workspaces` (`id`) WHERE copied_version < version;--> statement-breakpoint
CREATE INDEX `workspaces_webhook_sealed_with` ON `workspaces` (`webhook_sealed_with`) WHERE webhook_sealed_with is not null;--> statement-breakpoint
CREATE INDEX `workspaces_suppression_sealed_with` ON `workspaces` (`suppression_sealed_with`) WHERE suppression_sealed_with is not null;--> statement-breakpoint
CREATE TABLE `analyses` (
	`workspace_id` integer NOT NULL,
	`id` integer NOT NULL,
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
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
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
CREATE INDEX `analysis_usage_day` ON `analysis_usage` (`day`,`analyses`);--> statement-breakpoint
CREATE TABLE `profile_claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
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
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_claims_lead` ON `profile_claims` (`lead_id`,`field`,`message_id`);--> statement-breakpoint
CREATE INDEX `profile_claims_conversation` ON `profile_claims` (`conversation_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `profile_claims_message` ON `profile_claims` (`message_id`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`kind` text NOT NULL,
	`row_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`erased_at` integer NOT NULL,
	`data` text,
	PRIMARY KEY(`kind`, `row_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `restored` (
	`archive` text NOT NULL,
	`table_name` text NOT NULL,
	`part` integer NOT NULL,
	`row` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`archive`, `table_name`, `part`, `row`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `scenario_drafts` (
	`scenario_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`base_version` integer NOT NULL,
	`revision` integer NOT NULL,
	`settings` text NOT NULL,
	`mentions` text NOT NULL,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`triggers` text,
	`nodes` text NOT NULL,
	`edges` text NOT NULL,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scenario_drafts_workspace` ON `scenario_drafts` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `scenario_versions` (
	`scenario_id` integer NOT NULL,
	`version` integer NOT NULL,
	`has_runs` integer DEFAULT false NOT NULL,
	`reads_bookings` integer DEFAULT false NOT NULL,
	`name` text NOT NULL,
	`platform` text NOT NULL,
	`provider` text,
	`nodes_count` integer NOT NULL,
	`edges_count` integer NOT NULL,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`triggers` text DEFAULT '[]' NOT NULL,
	`nodes` text NOT NULL,
	`edges` text NOT NULL,
	PRIMARY KEY(`scenario_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `test_runs` (
	`workspace_id` integer NOT NULL,
	`id` integer NOT NULL,
	`scenario_id` integer NOT NULL,
	`lead_id` integer,
	`version` integer NOT NULL,
	`is_draft` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`ahead_ms` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`start` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`nodes` text NOT NULL,
	`edges` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `test_runs_scenario` ON `test_runs` (`scenario_id`);--> statement-breakpoint
CREATE INDEX `test_runs_lead` ON `test_runs` (`lead_id`) WHERE lead_id is not null;--> statement-breakpoint
CREATE TABLE `custom_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`data` text NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `custom_events_workspace` ON `custom_events` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `run_events` (
	`run_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`visit` integer NOT NULL,
	`kind` text NOT NULL,
	`message_id` integer,
	`data` text DEFAULT '{}' NOT NULL,
	`event_id` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `seq`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `run_events_event` ON `run_events` (`event_id`) WHERE event_id is not null;--> statement-breakpoint
CREATE TABLE `run_steps` (
	`run_id` integer NOT NULL,
	`visit` integer NOT NULL,
	`node_id` text NOT NULL,
	`type` text NOT NULL,
	`entered_at` integer NOT NULL,
	`left_at` integer,
	`outcome` text,
	`answer` text,
	`detail` text,
	`event_id` integer,
	PRIMARY KEY(`run_id`, `visit`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `run_steps_event` ON `run_steps` (`event_id`) WHERE event_id is not null;--> statement-breakpoint
CREATE TABLE `run_tags` (
	`run_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `tag_id`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `run_tags_tag` ON `run_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`scenario_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`version` integer NOT NULL,
	`channel_id` integer,
	`state` text NOT NULL,
	`node_id` text,
	`waiting_for` text,
	`waiting_until` integer,
	`next_at` integer,
	`visits` integer DEFAULT 0 NOT NULL,
	`memory` text DEFAULT '{}' NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`turn` text,
	`enrolled_at` integer NOT NULL,
	`paused_at` integer,
	`pause_reason` text,
	`paused_by` text,
	`booking_id` integer,
	`cause` text,
	`end_reason` text,
	`ended_at` integer,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_active` ON `runs` (`scenario_id`,`lead_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `runs_workspace` ON `runs` (`workspace_id`) WHERE workspace_id > 0;--> statement-breakpoint
CREATE INDEX `runs_scenario` ON `runs` (`scenario_id`);--> statement-breakpoint
CREATE INDEX `runs_scenario_lead` ON `runs` (`scenario_id`,`lead_id`);--> statement-breakpoint
CREATE INDEX `runs_lead` ON `runs` (`lead_id`);--> statement-breakpoint
CREATE INDEX `runs_lead_waiting` ON `runs` (`lead_id`,`waiting_for`) WHERE waiting_for is not null;--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`workspace_id`,`next_at`) WHERE next_at is not null and state <> 'paused';--> statement-breakpoint
CREATE INDEX `runs_booking` ON `runs` (`booking_id`) WHERE booking_id is not null and ended_at is null;--> statement-breakpoint
CREATE TABLE `scenario_switches` (
	`scenario_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`is_active` integer NOT NULL,
	`lead_id` integer DEFAULT 0 NOT NULL,
	`due_from` integer DEFAULT 0 NOT NULL,
	`next_from` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scenario_switches_workspace` ON `scenario_switches` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `scenarios` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_key` text DEFAULT '' NOT NULL,
	`platform` text NOT NULL,
	`provider` text,
	`is_active` integer DEFAULT false NOT NULL,
	`tracked_tag_ids` text DEFAULT '[]' NOT NULL,
	`webhook_url` text,
	`effects` text DEFAULT '{}' NOT NULL,
	`version` integer NOT NULL,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scenarios_workspace` ON `scenarios` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `booking_refs` (
	`workspace_id` integer NOT NULL,
	`source_id` integer NOT NULL,
	`external_id` text NOT NULL,
	`booking_id` integer,
	`ended` text,
	`at` integer DEFAULT 0 NOT NULL,
	`booked_at` integer,
	`starts_at` integer,
	PRIMARY KEY(`workspace_id`, `source_id`, `external_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `booking_refs_booking` ON `booking_refs` (`booking_id`,`booked_at`) WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX `booking_refs_at` ON `booking_refs` (`at`) WHERE booking_id is null;--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`source_id` integer,
	`external_id` text,
	`name` text,
	`state` text NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`previous_starts_at` integer,
	`moves` integer DEFAULT 0 NOT NULL,
	`time_zone` text,
	`host_name` text,
	`host_email` text,
	`location` text,
	`join_url` text,
	`reschedule_url` text,
	`cancel_url` text,
	`answers` text DEFAULT '{}' NOT NULL,
	`outcome` text,
	`outcome_value` real,
	`cancelled_by` text,
	`cancel_reason` text,
	`changed_at` integer NOT NULL,
	`settled_at` integer DEFAULT 0 NOT NULL,
	`stage_before` text,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bookings_workspace` ON `bookings` (`workspace_id`) WHERE workspace_id > 0;--> statement-breakpoint
CREATE INDEX `bookings_starts` ON `bookings` (`workspace_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `bookings_lead` ON `bookings` (`lead_id`);--> statement-breakpoint
CREATE INDEX `bookings_lead_starts` ON `bookings` (`lead_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `bulk_enrolments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`scenario_id` integer NOT NULL,
	`filter` text NOT NULL,
	`enrolled_at` integer,
	`state` text DEFAULT 'running' NOT NULL,
	`reason` text,
	`starts_at` integer,
	`per_hour` integer,
	`holdout` real DEFAULT 0 NOT NULL,
	`held_out` integer DEFAULT 0 NOT NULL,
	`holdout_seed` text,
	`next_at` integer DEFAULT 0 NOT NULL,
	`cursor` integer NOT NULL,
	`start_id` integer NOT NULL,
	`last_id` integer NOT NULL,
	`matched` integer DEFAULT 0 NOT NULL,
	`already_active` integer DEFAULT 0 NOT NULL,
	`opted_out` integer DEFAULT 0 NOT NULL,
	`turn` text,
	`trigger_id` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_enrolments_workspace` ON `bulk_enrolments` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `bulk_enrolments_scenario` ON `bulk_enrolments` (`scenario_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_enrolments_trigger` ON `bulk_enrolments` (`scenario_id`,`trigger_id`,`starts_at`) WHERE trigger_id is not null;--> statement-breakpoint
CREATE INDEX `bulk_enrolments_open` ON `bulk_enrolments` (`workspace_id`,`next_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `bulk_enrolments_due` ON `bulk_enrolments` (`next_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `canned_replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`shortcut` text NOT NULL,
	`shortcut_key` text NOT NULL,
	`type` text DEFAULT 'text' NOT NULL,
	`text` text,
	`content` text DEFAULT '{}' NOT NULL,
	`search` text NOT NULL,
	`platform` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `canned_replies_shortcut` ON `canned_replies` (`workspace_id`,`shortcut_key`);--> statement-breakpoint
CREATE TABLE `templates` (
	`workspace_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	`id` integer NOT NULL,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`category` text,
	`status` text NOT NULL,
	`reason` text,
	`quality` text,
	`ttl_seconds` integer,
	`components` text,
	`external_id` text,
	`status_at` integer DEFAULT 0 NOT NULL,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`channel_id`, `id`),
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name` ON `templates` (`channel_id`,`name`,`language`);--> statement-breakpoint
CREATE TABLE `unrouted_webhooks` (
	`channel_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`account_id` text NOT NULL,
	`webhooks_count` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unrouted_webhooks_last` ON `unrouted_webhooks` (`last_at`);--> statement-breakpoint
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	`external_id` text NOT NULL,
	`media_id` text NOT NULL,
	`parent_id` text,
	`ad_id` text,
	`is_live` integer NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text,
	`author_hash` text,
	`text` text,
	`at` integer NOT NULL,
	`lead_id` integer,
	`changed_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `comments_workspace` ON `comments` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `comments_lead` ON `comments` (`lead_id`) WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX `comments_media` ON `comments` (`workspace_id`,`media_id`);--> statement-breakpoint
CREATE INDEX `comments_author` ON `comments` (`workspace_id`,`author_id`) WHERE lead_id is null;--> statement-breakpoint
CREATE INDEX `comments_created` ON `comments` (`created_at`) WHERE lead_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `comments_external_id` ON `comments` (`channel_id`,`external_id`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`scope` text DEFAULT 'all' NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`message_id` integer,
	`words` text,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consents_workspace` ON `consents` (`workspace_id`) WHERE workspace_id > 0;--> statement-breakpoint
CREATE INDEX `consents_lead` ON `consents` (`lead_id`);--> statement-breakpoint
CREATE INDEX `consents_order` ON `consents` (`lead_id`,`scope`,at / 1000);--> statement-breakpoint
CREATE UNIQUE INDEX `consents_message` ON `consents` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `consents_lead_at` ON `consents` (`lead_id`,`scope`,`at`,`method`,`kind`) WHERE message_id is null;--> statement-breakpoint
CREATE TABLE `suppressions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`scope` text DEFAULT 'all' NOT NULL,
	`at` integer NOT NULL,
	`lead_id` integer,
	`marketing_at` integer,
	`marketing_lead_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `suppressions_hash` ON `suppressions` (`workspace_id`,`hash`);--> statement-breakpoint
CREATE INDEX `suppressions_workspace` ON `suppressions` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `backups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`workspace_name` text NOT NULL,
	`state` text NOT NULL,
	`database` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`restored_at` integer,
	`kept_until` integer NOT NULL,
	`hash_key` text,
	`sealed_with` text,
	`noted_with` text,
	`is_unsigned` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `backups_workspace` ON `backups` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `backups_running` ON `backups` (`workspace_id`) WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX `backups_restoring` ON `backups` (`workspace_id`) WHERE state in ('restoring', 'undoing');--> statement-breakpoint
CREATE INDEX `backups_open` ON `backups` (`state`,`id`) WHERE state not in ('finished', 'failed');--> statement-breakpoint
CREATE INDEX `backups_sealed_with` ON `backups` (`sealed_with`) WHERE sealed_with is not null;--> statement-breakpoint
CREATE INDEX `backups_stale_note` ON `backups` (`id`) WHERE noted_with <> sealed_with;--> statement-breakpoint
CREATE INDEX `backups_kept` ON `backups` (`kept_until`) WHERE state in ('finished', 'failed');--> statement-breakpoint
CREATE TABLE `channel_owners` (
	`id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`platform` text NOT NULL,
	`provider` text NOT NULL,
	`external_id` text,
	`version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `channel_owners_workspace` ON `channel_owners` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `channel_owners_account` ON `channel_owners` (`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE TABLE `databases` (
	`name` text PRIMARY KEY NOT NULL,
	`jurisdiction` text,
	`is_open` integer DEFAULT true NOT NULL,
	`size_bytes` integer DEFAULT 0 NOT NULL,
	`measured_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `moves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`from_database` text NOT NULL,
	`to_database` text NOT NULL,
	`phase` text NOT NULL,
	`rows_copied` integer DEFAULT 0 NOT NULL,
	`rows_corrected` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`frozen_at` integer,
	`thawed_at` integer,
	`finished_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `moves_workspace` ON `moves` (`workspace_id`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `moves_open` ON `moves` (`id`) WHERE finished_at is null;--> statement-breakpoint
CREATE TABLE `outbox` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`row_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`data` text
);
--> statement-breakpoint
CREATE INDEX `outbox_row` ON `outbox` (`kind`,`row_id`);--> statement-breakpoint
CREATE TABLE `ranges` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`database` text NOT NULL,
	`taken_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `slugs` (
	`slug_key` text PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`short_link_id` integer,
	`destination_url` text,
	`is_active` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`claim` text,
	`claimed_at` integer
);
--> statement-breakpoint
CREATE INDEX `slugs_workspace` ON `slugs` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `slugs_short_link` ON `slugs` (`short_link_id`) WHERE short_link_id is not null;--> statement-breakpoint
CREATE INDEX `slugs_claimed` ON `slugs` (`claimed_at`) WHERE short_link_id is null;--> statement-breakpoint
CREATE TABLE `event_streams` (
	`workspace_id` integer PRIMARY KEY NOT NULL,
	`next_event_id` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `event_streams_due` ON `event_streams` (`next_event_id`) WHERE next_event_id is not null;--> statement-breakpoint
CREATE TABLE `events` (
	`workspace_id` integer NOT NULL,
	`id` integer NOT NULL,
	`type` text NOT NULL,
	`lead_id` integer,
	`scenario_id` integer,
	`data` text DEFAULT '{}' NOT NULL,
	`actor` text,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
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
	FOREIGN KEY (`workspace_id`,`event_id`) REFERENCES `events`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`,`workspace_id`,`endpoint_id`);--> statement-breakpoint
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
CREATE INDEX `webhook_endpoints_disabled` ON `webhook_endpoints` (`disabled_reason`) WHERE disabled_reason is not null;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_sealed_with` ON `webhook_endpoints` (`sealed_with`) WHERE sealed_with is not null;--> statement-breakpoint
CREATE TABLE `held_echoes` (
	`workspace_id` integer NOT NULL,
	`channel_id` integer NOT NULL,
	`external_id` text NOT NULL,
	`conversation_id` integer NOT NULL,
	`type` text NOT NULL,
	`text` text,
	`payload` text NOT NULL,
	`files` text,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `channel_id`, `external_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `held_echoes_conversation` ON `held_echoes` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `held_echoes_created` ON `held_echoes` (`created_at`);--> statement-breakpoint
CREATE TABLE `identity_moves` (
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_value` text,
	`to_value` text,
	`from_hash` text NOT NULL,
	`to_hash` text NOT NULL,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `kind`, `to_hash`, `from_hash`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `identity_moves_from` ON `identity_moves` (`workspace_id`,`kind`,`from_hash`);--> statement-breakpoint
CREATE INDEX `identity_moves_created` ON `identity_moves` (`created_at`);--> statement-breakpoint
CREATE TABLE `exports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`state` text DEFAULT 'running' NOT NULL,
	`kind` text DEFAULT 'settings',
	`cursor` integer,
	`counts` text DEFAULT '{}' NOT NULL,
	`files` text DEFAULT '[]' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`kept_until` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `exports_workspace` ON `exports` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `exports_worked` ON `exports` (`id`) WHERE state = 'running' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `exports_kept` ON `exports` (`kept_until`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `exports_deleted` ON `exports` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `import_rows` (
	`workspace_id` integer NOT NULL,
	`import_id` integer NOT NULL,
	`attempt` integer NOT NULL,
	`row` integer NOT NULL,
	`status` text NOT NULL,
	`errors` text NOT NULL,
	`conflicts` text,
	`warnings` text,
	`cells` text,
	PRIMARY KEY(`workspace_id`, `import_id`, `attempt`, `row`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `import_rows_quoting` ON `import_rows` (`workspace_id`) WHERE cells is not null or errors <> '{}' or warnings is not null;--> statement-breakpoint
CREATE INDEX `import_rows_status` ON `import_rows` (`workspace_id`,`import_id`,`attempt`,`status`,`row`);--> statement-breakpoint
CREATE TABLE `imported_leads` (
	`workspace_id` integer NOT NULL,
	`import_id` integer NOT NULL,
	`first_id` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `import_id`, `first_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`state` text DEFAULT 'uploading' NOT NULL,
	`format` text,
	`parts` text DEFAULT '[]' NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`has_file` integer DEFAULT true NOT NULL,
	`layout` text,
	`columns` text,
	`mapping` text,
	`consent_columns` text DEFAULT '[]' NOT NULL,
	`settings` text DEFAULT '{}' NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`is_dry` integer DEFAULT false NOT NULL,
	`row` integer DEFAULT 0 NOT NULL,
	`offset` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`conflict` integer DEFAULT 0 NOT NULL,
	`invalid` integer DEFAULT 0 NOT NULL,
	`warned` integer DEFAULT 0 NOT NULL,
	`opted_out` integer DEFAULT 0 NOT NULL,
	`kept_bytes` integer DEFAULT 0 NOT NULL,
	`undone_to` integer DEFAULT 0 NOT NULL,
	`undone` integer DEFAULT 0 NOT NULL,
	`kept` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`started_by` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imports_workspace` ON `imports` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `imports_worked` ON `imports` (`id`) WHERE state in ('reading', 'checking', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX `imports_created` ON `imports` (`created_at`);--> statement-breakpoint
CREATE INDEX `imports_files` ON `imports` (`created_at`) WHERE has_file = 1;--> statement-breakpoint
CREATE TABLE `lead_identities` (
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`lead_id` integer NOT NULL,
	`hash` text,
	`channel_id` integer,
	`learned_from` text,
	`username` text,
	`profile` text,
	`profile_at` integer,
	`profile_due_at` integer,
	`profile_tries` integer DEFAULT 0 NOT NULL,
	`replaced_at` integer,
	`unreachable_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `kind`, `value`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `lead_identities_lead` ON `lead_identities` (`lead_id`);--> statement-breakpoint
CREATE INDEX `lead_identities_profile_due` ON `lead_identities` (`workspace_id`,`profile_due_at`) WHERE profile_due_at is not null;--> statement-breakpoint
CREATE TABLE `lead_tags` (
	`lead_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`added_by` text,
	PRIMARY KEY(`lead_id`, `tag_id`),
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `lead_tags_tag` ON `lead_tags` (`tag_id`,`lead_id`);--> statement-breakpoint
CREATE TABLE `leads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`block` integer GENERATED ALWAYS AS (seq >> 10) VIRTUAL,
	`ext_id` text,
	`first_name` text,
	`last_name` text,
	`username` text,
	`image` text,
	`email` text,
	`email_key` text,
	`phone` text,
	`phone_key` text,
	`phone_hash` text,
	`email_hash` text,
	`first_name_search` text,
	`last_name_search` text,
	`username_search` text,
	`email_folded` text,
	`phone_folded` text,
	`ext_id_folded` text,
	`email_search` text GENERATED ALWAYS AS (ifnull(email_folded, email_key)) VIRTUAL,
	`phone_search` text GENERATED ALWAYS AS (ifnull(phone_folded, phone_key)) VIRTUAL,
	`ext_id_search` text GENERATED ALWAYS AS (ifnull(ext_id_folded, lower(ext_id))) VIRTUAL,
	`source` text,
	`warmth` text,
	`pipeline_stage` text,
	`stage_booking_id` integer,
	`is_optout` integer DEFAULT false NOT NULL,
	`is_marketing_optout` integer DEFAULT false NOT NULL,
	`variables` text DEFAULT '{}' NOT NULL,
	`data` text DEFAULT '{}' NOT NULL,
	`enrolled_at` integer,
	`whatsapp_phone_number_id` integer,
	`age` integer,
	`occupation_status` text,
	`maturity_level` text,
	`engagement_level` text,
	`is_lost` integer DEFAULT false NOT NULL,
	`lost_reason` text,
	`profile_extracted_at` integer,
	`profile` text,
	`profile_pinned` text DEFAULT '{}' NOT NULL,
	`last_inbound_at` integer,
	`last_outbound_at` integer,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "leads_data_size" CHECK(length(data) <= 131072)
);
--> statement-breakpoint
CREATE INDEX `leads_workspace` ON `leads` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_ext_id` ON `leads` (`workspace_id`,`ext_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_email` ON `leads` (`workspace_id`,`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_phone` ON `leads` (`workspace_id`,`phone_key`);--> statement-breakpoint
CREATE INDEX `leads_source` ON `leads` (`workspace_id`,`source`) WHERE source is not null;--> statement-breakpoint
CREATE INDEX `leads_warmth` ON `leads` (`workspace_id`,`warmth`) WHERE warmth is not null;--> statement-breakpoint
CREATE INDEX `leads_pipeline_stage` ON `leads` (`workspace_id`,`pipeline_stage`) WHERE pipeline_stage is not null;--> statement-breakpoint
CREATE INDEX `leads_is_optout` ON `leads` (`workspace_id`) WHERE is_optout = 1;--> statement-breakpoint
CREATE INDEX `leads_is_marketing_optout` ON `leads` (`workspace_id`) WHERE is_marketing_optout = 1;--> statement-breakpoint
CREATE INDEX `leads_occupation_status` ON `leads` (`workspace_id`,`occupation_status`) WHERE occupation_status is not null;--> statement-breakpoint
CREATE INDEX `leads_maturity_level` ON `leads` (`workspace_id`,`maturity_level`) WHERE maturity_level is not null;--> statement-breakpoint
CREATE INDEX `leads_engagement_level` ON `leads` (`workspace_id`,`engagement_level`) WHERE engagement_level is not null;--> statement-breakpoint
CREATE INDEX `leads_is_lost` ON `leads` (`workspace_id`) WHERE is_lost = 1;--> statement-breakpoint
CREATE INDEX `leads_lost_reason` ON `leads` (`workspace_id`,`lost_reason`) WHERE lost_reason is not null;--> statement-breakpoint
CREATE INDEX `leads_block_created_at` ON `leads` (`workspace_id`,`block`,`created_at`);--> statement-breakpoint
CREATE INDEX `leads_block_age` ON `leads` (`workspace_id`,`block`,`age`) WHERE age is not null;--> statement-breakpoint
CREATE INDEX `leads_block_last_inbound_at` ON `leads` (`workspace_id`,`block`,`last_inbound_at`) WHERE last_inbound_at is not null;--> statement-breakpoint
CREATE INDEX `leads_block_last_outbound_at` ON `leads` (`workspace_id`,`block`,`last_outbound_at`) WHERE last_outbound_at is not null;--> statement-breakpoint
CREATE INDEX `leads_block_profile_extracted_at` ON `leads` (`workspace_id`,`block`,`profile_extracted_at`) WHERE profile_extracted_at is not null;--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`description` text,
	`pipeline_stage` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_label` ON `tags` (`workspace_id`,`label_key`);--> statement-breakpoint
CREATE INDEX `tags_workspace` ON `tags` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `tags_staged` ON `tags` (`workspace_id`) WHERE pipeline_stage is not null;--> statement-breakpoint
CREATE TABLE `link_clicks` (
	`id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`short_link_id` integer NOT NULL,
	`link_send_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`clicked_at` integer NOT NULL,
	`country` text,
	`referrer_host` text,
	`device` text NOT NULL,
	`suspected_scanner` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`link_send_id`) REFERENCES `link_sends`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_clicks_workspace` ON `link_clicks` (`workspace_id`) WHERE workspace_id > 0;--> statement-breakpoint
CREATE INDEX `link_clicks_short_link` ON `link_clicks` (`short_link_id`);--> statement-breakpoint
CREATE INDEX `link_clicks_send` ON `link_clicks` (`link_send_id`,`clicked_at`);--> statement-breakpoint
CREATE TABLE `link_hours` (
	`short_link_id` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`recipient` integer DEFAULT 0 NOT NULL,
	`base` integer DEFAULT 0 NOT NULL,
	`head` integer DEFAULT 0 NOT NULL,
	`prefetch` integer DEFAULT 0 NOT NULL,
	`preview` integer DEFAULT 0 NOT NULL,
	`crawler` integer DEFAULT 0 NOT NULL,
	`no_user_agent` integer DEFAULT 0 NOT NULL,
	`first_click_id` integer,
	`last_click_id` integer,
	PRIMARY KEY(`short_link_id`, `starts_at`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `link_sends` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`short_link_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`message_id` integer,
	`scenario_id` integer,
	`sent_at` integer,
	`read_at` integer,
	`first_clicked_at` integer,
	`last_clicked_at` integer,
	`clicks_count` integer DEFAULT 0 NOT NULL,
	`clicked` integer GENERATED ALWAYS AS (first_clicked_at is not null) VIRTUAL,
	`sent_tagged` integer DEFAULT false NOT NULL,
	`read_tagged` integer DEFAULT false NOT NULL,
	`clicked_tagged` integer DEFAULT false NOT NULL,
	`changed_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_sends_workspace` ON `link_sends` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `link_sends_workspace_clicked` ON `link_sends` (`workspace_id`,`clicked`);--> statement-breakpoint
CREATE INDEX `link_sends_short_link` ON `link_sends` (`short_link_id`);--> statement-breakpoint
CREATE INDEX `link_sends_short_link_clicked` ON `link_sends` (`short_link_id`,`clicked`);--> statement-breakpoint
CREATE INDEX `link_sends_lead` ON `link_sends` (`lead_id`);--> statement-breakpoint
CREATE INDEX `link_sends_message` ON `link_sends` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `link_sends_scenario` ON `link_sends` (`scenario_id`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE INDEX `link_sends_scenario_clicked` ON `link_sends` (`scenario_id`,`clicked`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE INDEX `link_sends_scenario_short_link` ON `link_sends` (`scenario_id`,`short_link_id`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE TABLE `short_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`slug` text NOT NULL,
	`slug_key` text NOT NULL,
	`slug_claim` text,
	`label` text,
	`search` text DEFAULT '' NOT NULL,
	`destination_url` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`clicks_count` integer DEFAULT 0 NOT NULL,
	`base_clicks_count` integer DEFAULT 0 NOT NULL,
	`bot_clicks_count` integer DEFAULT 0 NOT NULL,
	`counted_at` integer DEFAULT 0 NOT NULL,
	`tag_on_sent_id` integer,
	`tag_on_read_id` integer,
	`tag_on_clicked_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `short_links_slug` ON `short_links` (`slug_key`);--> statement-breakpoint
CREATE INDEX `short_links_workspace` ON `short_links` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `short_links_tag_on_sent` ON `short_links` (`tag_on_sent_id`) WHERE tag_on_sent_id is not null;--> statement-breakpoint
CREATE INDEX `short_links_tag_on_read` ON `short_links` (`tag_on_read_id`) WHERE tag_on_read_id is not null;--> statement-breakpoint
CREATE INDEX `short_links_tag_on_clicked` ON `short_links` (`tag_on_clicked_id`) WHERE tag_on_clicked_id is not null;--> statement-breakpoint
CREATE TABLE `media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`message_id` integer,
	`position` integer DEFAULT 0 NOT NULL,
	`channel_id` integer,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`source` text,
	`mime_type` text,
	`filename` text,
	`size` integer,
	`failure` text,
	`is_shared` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `media_workspace` ON `media` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `media_message` ON `media` (`message_id`,`position`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `media_due` ON `media` (`workspace_id`,`next_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `media_deleted` ON `media` (`workspace_id`) WHERE state = 'deleted';--> statement-breakpoint
CREATE TABLE `lead_duplicates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`found_at` integer NOT NULL,
	`dismissed_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lead_duplicates_workspace` ON `lead_duplicates` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `lead_duplicates_pair` ON `lead_duplicates` (`lead_id`,`other_id`);--> statement-breakpoint
CREATE INDEX `lead_duplicates_other` ON `lead_duplicates` (`other_id`);--> statement-breakpoint
CREATE TABLE `lead_merges` (
	`lead_id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`keep_id` integer NOT NULL,
	`is_joining` integer DEFAULT false NOT NULL,
	`fields` text,
	`dropped` text,
	`clicks_from` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lead_merges_workspace` ON `lead_merges` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `lead_merges_keep` ON `lead_merges` (`keep_id`);--> statement-breakpoint
CREATE INDEX `lead_merges_open` ON `lead_merges` (`workspace_id`,`next_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `lead_merges_joining` ON `lead_merges` (`lead_id`) WHERE is_joining = 1;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`workspace_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	`channel_id` integer,
	`direction` text NOT NULL,
	`type` text NOT NULL,
	`text` text,
	`tapped` text,
	`payload` text DEFAULT '{}' NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`origin` text,
	`author` text,
	`external_id` text,
	`run_id` integer,
	`visit` integer,
	`node_id` text,
	`version` integer,
	`scenario_id` integer,
	`consent_id` integer,
	`comment_id` integer,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`edited_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`marketing_cap` text,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `messages_workspace` ON `messages` (`workspace_id`) WHERE workspace_id > 0;--> statement-breakpoint
CREATE INDEX `messages_conversation` ON `messages` (`conversation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_external_id` ON `messages` (`channel_id`,`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_consent` ON `messages` (`consent_id`) WHERE consent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_private_reply` ON `messages` (`comment_id`) WHERE comment_id is not null and status <> 'failed' and type <> 'comment_reply';--> statement-breakpoint
CREATE UNIQUE INDEX `messages_visit` ON `messages` (`run_id`,`visit`) WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX `messages_pending_run` ON `messages` (`workspace_id`,`run_id`) WHERE run_id is not null and next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `messages_assessing` ON `messages` (`updated_at`) WHERE status = 'assessing';--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`channel_id`,`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `messages_held` ON `messages` (`scenario_id`) WHERE next_attempt_at = 253402300799999;--> statement-breakpoint
CREATE INDEX `messages_pending` ON `messages` (`conversation_id`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `messages_answers` ON `messages` ((payload ->> '$.answers.message_id')) WHERE direction = 'inbound' and type = 'interactive'
          and payload ->> '$.answers.message_id' is not null;--> statement-breakpoint
CREATE INDEX `messages_media` ON `messages` ((payload ->> '$.media.id')) WHERE direction = 'outbound'
          and type in ('image', 'video', 'audio', 'document', 'link_button');--> statement-breakpoint
CREATE TABLE `channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`platform` text NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`external_id` text,
	`gateway_url` text,
	`accepts` text,
	`login` text,
	`credentials` text,
	`sealed_with` text,
	`token_expires_at` integer,
	`token_renewed_at` integer,
	`token_due_at` integer,
	`token_warned_at` integer,
	`is_default` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`stop_reason` text,
	`stop_detail` text,
	`stopped_at` integer,
	`pause_reason` text,
	`pause_detail` text,
	`paused_at` integer,
	`pause_until` integer,
	`pause_step` integer DEFAULT 0 NOT NULL,
	`pause_holds` text,
	`pause_origin` text,
	`pause_probe_id` integer,
	`marketing_route` text DEFAULT 'auto' NOT NULL,
	`marketing_state` text,
	`portfolio_id` text,
	`business_account_id` text,
	`business_hours` text,
	`import_history` integer DEFAULT false NOT NULL,
	`quality` text,
	`messaging_limit` integer,
	`limit_at` integer,
	`limited_until` integer,
	`synced_at` integer,
	`sync_tried_at` integer,
	`sync_at` integer,
	`sync_error` text,
	`last_webhook_at` integer,
	`webhook_verified_at` integer,
	`checked_at` integer,
	`check_error` text,
	`withheld_count` integer DEFAULT 0 NOT NULL,
	`last_withheld_at` integer,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `channels_workspace` ON `channels` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `channels_account` ON `channels` (`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `channels_external_id` ON `channels` (`workspace_id`,`platform`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `channels_default` ON `channels` (`workspace_id`,`platform`) WHERE is_default = 1;--> statement-breakpoint
CREATE INDEX `channels_sync` ON `channels` (`sync_at`) WHERE sync_at is not null and status = 'active';--> statement-breakpoint
CREATE INDEX `channels_token_due` ON `channels` (`token_due_at`) WHERE token_due_at is not null;--> statement-breakpoint
CREATE INDEX `channels_stopped` ON `channels` (`status`) WHERE status = 'stopped';--> statement-breakpoint
CREATE INDEX `channels_paused` ON `channels` (`paused_at`) WHERE pause_reason is not null;--> statement-breakpoint
CREATE INDEX `channels_sealed_with` ON `channels` (`sealed_with`) WHERE sealed_with is not null;--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`platform` text NOT NULL,
	`channel_id` integer,
	`last_inbound_at` integer,
	`last_outbound_at` integer,
	`last_person_at` integer,
	`last_reply_id` integer,
	`last_message_id` integer DEFAULT 0 NOT NULL,
	`unread_count` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`snoozed_until` integer,
	`assignee_id` integer DEFAULT 0 NOT NULL,
	`assignee_name` text,
	`changed_by` text,
	`summary` text,
	`summary_generated_at` integer,
	`analysed_as` text,
	`messages_count` integer DEFAULT 0 NOT NULL,
	`pace_at` integer DEFAULT 0 NOT NULL,
	`automatic` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversations_workspace` ON `conversations` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `conversations_workspace_platform` ON `conversations` (`workspace_id`,`platform`);--> statement-breakpoint
CREATE INDEX `conversations_channel` ON `conversations` (`channel_id`);--> statement-breakpoint
CREATE INDEX `conversations_inbox` ON `conversations` (`workspace_id`,`state`,`assignee_id`,`last_message_id`);--> statement-breakpoint
CREATE INDEX `conversations_snoozed` ON `conversations` (`snoozed_until`) WHERE state = 'snoozed';--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_lead_channel` ON `conversations` (`lead_id`,`channel_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_lead_platform` ON `conversations` (`lead_id`,`platform`) WHERE channel_id is null;--> statement-breakpoint
CREATE TABLE `erasure_receipts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`token_id` integer NOT NULL,
	`token_name` text,
	`requested_at` integer NOT NULL,
	`repeated_at` integer,
	`finished_at` integer,
	`step` text DEFAULT 'answers' NOT NULL,
	`progress` text DEFAULT '' NOT NULL,
	`next_at` integer,
	`removed` text DEFAULT '{}' NOT NULL,
	`suppressions` integer DEFAULT 0 NOT NULL,
	`suppressed_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `erasure_receipts_lead` ON `erasure_receipts` (`workspace_id`,`lead_id`);--> statement-breakpoint
CREATE INDEX `erasure_receipts_workspace` ON `erasure_receipts` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `erasure_receipts_open` ON `erasure_receipts` (`id`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `erasure_receipts_finished` ON `erasure_receipts` (`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `removals` (
	`kind` text NOT NULL,
	`parent_id` integer NOT NULL,
	`lead_id` integer DEFAULT 0 NOT NULL,
	`workspace_id` integer NOT NULL,
	`up_to` integer,
	`changed_by` text,
	`progress` integer DEFAULT 0 NOT NULL,
	`receipt_id` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`kind`, `parent_id`, `lead_id`)
);
--> statement-breakpoint
CREATE INDEX `removals_workspace` ON `removals` (`workspace_id`,`kind`,`receipt_id`);--> statement-breakpoint
CREATE TABLE `spent_ids` (
	`table_name` text PRIMARY KEY NOT NULL,
	`id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `workspace_removals` (
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`requested_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`finished_at` integer,
	`removed` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `workspace_removals_workspace` ON `workspace_removals` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `workspace_removals_open` ON `workspace_removals` (`next_at`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `workspace_removals_finished` ON `workspace_removals` (`finished_at`) WHERE finished_at is not null;--> statement-breakpoint
CREATE TABLE `segments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`filter` text NOT NULL,
	`missing_tag_ids` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `segments_name` ON `segments` (`workspace_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `segments_workspace` ON `segments` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `source_deliveries` (
	`source_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`received_at` integer NOT NULL,
	`fact` text,
	`status` text NOT NULL,
	`lead_id` integer,
	`booking_id` integer,
	`dedupe` text,
	`result` text,
	`body` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`replayed_at` integer,
	PRIMARY KEY(`source_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `source_deliveries_dedupe` ON `source_deliveries` (`source_id`,`dedupe`) WHERE dedupe is not null;--> statement-breakpoint
CREATE INDEX `source_deliveries_undone` ON `source_deliveries` (`source_id`,`status`,`seq`) WHERE status in ('conflict', 'invalid', 'held', 'failed');--> statement-breakpoint
CREATE INDEX `source_deliveries_lead` ON `source_deliveries` (`lead_id`) WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX `source_deliveries_received` ON `source_deliveries` (`received_at`);--> statement-breakpoint
CREATE INDEX `source_deliveries_bodies` ON `source_deliveries` (`source_id`,`seq`,`bytes`) WHERE bytes > 0;--> statement-breakpoint
CREATE INDEX `source_deliveries_quoting` ON `source_deliveries` (`source_id`) WHERE lead_id is null and (body is not null or result is not null);--> statement-breakpoint
CREATE TABLE `source_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`source_id` integer NOT NULL,
	`workspace_id` integer NOT NULL,
	`ends_at` integer,
	`version` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `source_keys_source` ON `source_keys` (`source_id`);--> statement-breakpoint
CREATE INDEX `source_keys_workspace` ON `source_keys` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `sources` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`settings` text NOT NULL,
	`key_hashes` text NOT NULL,
	`secrets` text,
	`sealed_with` text,
	`connection` text,
	`connection_due_at` integer,
	`received_at` integer,
	`kept_bytes` integer DEFAULT 0 NOT NULL,
	`rejected_at` integer,
	`rejected_count` integer DEFAULT 0 NOT NULL,
	`changed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sources_workspace` ON `sources` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `sources_connection` ON `sources` (`connection_due_at`) WHERE connection_due_at is not null;--> statement-breakpoint
CREATE INDEX `sources_sealed_with` ON `sources` (`sealed_with`) WHERE sealed_with is not null;--> statement-breakpoint
CREATE TABLE `status_reports` (
	`channel_id` integer NOT NULL,
	`external_id` text NOT NULL,
	`status` text NOT NULL,
	`at` integer NOT NULL,
	`error` text,
	`message_id` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`channel_id`, `external_id`, `status`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `status_reports_message` ON `status_reports` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `status_reports_unmatched` ON `status_reports` (`created_at`) WHERE message_id is null;--> statement-breakpoint
CREATE INDEX `status_reports_waiting` ON `status_reports` (`channel_id`) WHERE message_id is null;--> statement-breakpoint
CREATE TABLE `scenario_triggers` (
	`scenario_id` integer NOT NULL,
	`trigger_id` text NOT NULL,
	`workspace_id` integer NOT NULL,
	`type` text NOT NULL,
	`platform` text NOT NULL,
	`lane` text,
	`place` integer NOT NULL,
	`data` text NOT NULL,
	`fault` text,
	`is_on` integer NOT NULL,
	`since` integer,
	`hour` integer DEFAULT 0 NOT NULL,
	`starts` integer DEFAULT 0 NOT NULL,
	`limited_hour` integer,
	`next_at` integer,
	PRIMARY KEY(`scenario_id`, `trigger_id`),
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scenario_triggers_workspace` ON `scenario_triggers` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `scenario_triggers_due` ON `scenario_triggers` (`workspace_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX `scenario_triggers_dates` ON `scenario_triggers` (`workspace_id`) WHERE type = 'date' and is_on;--> statement-breakpoint
CREATE TABLE `trigger_cursors` (
	`workspace_id` integer NOT NULL,
	`lane` text NOT NULL,
	`types` text DEFAULT '[]' NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`position` integer NOT NULL,
	`next_event_id` integer,
	`claim_token` text,
	`day` integer,
	`refusals` integer DEFAULT 0 NOT NULL,
	`walked_to` integer,
	`walk_from` integer,
	PRIMARY KEY(`workspace_id`, `lane`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trigger_cursors_walks` ON `trigger_cursors` (`workspace_id`) WHERE walked_to is not null;--> statement-breakpoint
CREATE TABLE `trigger_entries` (
	`lead_id` integer NOT NULL,
	`scenario_id` integer NOT NULL,
	`trigger_id` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`workspace_id` integer NOT NULL,
	`at` integer NOT NULL,
	`times` integer NOT NULL,
	PRIMARY KEY(`lead_id`, `scenario_id`, `trigger_id`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trigger_entries_scenario` ON `trigger_entries` (`scenario_id`);--> statement-breakpoint
CREATE TABLE `trigger_evaluations` (
	`workspace_id` integer NOT NULL,
	`id` integer NOT NULL,
	`lead_id` integer,
	`lane` text NOT NULL,
	`event_id` integer,
	`last_event_id` integer,
	`message_id` integer,
	`comment_id` integer,
	`outcome` text NOT NULL,
	`candidates` text NOT NULL,
	`run_ids` text DEFAULT '[]' NOT NULL,
	`times` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trigger_evaluations_lead` ON `trigger_evaluations` (`lead_id`);--> statement-breakpoint
CREATE INDEX `trigger_evaluations_comment` ON `trigger_evaluations` (`comment_id`) WHERE comment_id is not null;--> statement-breakpoint
CREATE TABLE `trigger_times` (
	`scenario_id` integer NOT NULL,
	`trigger_id` text NOT NULL,
	`lead_id` integer NOT NULL,
	`event_id` integer DEFAULT 0 NOT NULL,
	`workspace_id` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`scenario_id`, `trigger_id`, `lead_id`, `event_id`),
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `trigger_times_due` ON `trigger_times` (`workspace_id`,`due_at`);--> statement-breakpoint
CREATE INDEX `trigger_times_lead` ON `trigger_times` (`lead_id`);--> statement-breakpoint
CREATE TABLE `clean_ups` (
	`name` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `scenario_days` (
	`scenario_id` integer NOT NULL,
	`version` integer NOT NULL,
	`day` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`scenario_id`, `version`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_days` (
	`workspace_id` integer NOT NULL,
	`day` text NOT NULL,
	`messages_received` integer DEFAULT 0 NOT NULL,
	`messages_sent` integer DEFAULT 0 NOT NULL,
	`messages_failed` integer DEFAULT 0 NOT NULL,
	`opt_outs` integer DEFAULT 0 NOT NULL,
	`runs_started` integer DEFAULT 0 NOT NULL,
	`runs_ended` integer DEFAULT 0 NOT NULL,
	`runs_triggered` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`api_requests` integer DEFAULT 0 NOT NULL,
	`webhook_deliveries` integer DEFAULT 0 NOT NULL,
	`http_requests` integer DEFAULT 0 NOT NULL,
	`items_received` integer DEFAULT 0 NOT NULL,
	`leads` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`runs` integer DEFAULT 0 NOT NULL,
	`channels` integer DEFAULT 0 NOT NULL,
	`scenarios` integer DEFAULT 0 NOT NULL,
	`short_links` integer DEFAULT 0 NOT NULL,
	`sources` integer DEFAULT 0 NOT NULL,
	`tags` integer DEFAULT 0 NOT NULL,
	`triggers` integer DEFAULT 0 NOT NULL,
	`stage_new` integer DEFAULT 0 NOT NULL,
	`stage_contacted` integer DEFAULT 0 NOT NULL,
	`stage_engaged` integer DEFAULT 0 NOT NULL,
	`stage_qualified` integer DEFAULT 0 NOT NULL,
	`stage_call_booked` integer DEFAULT 0 NOT NULL,
	`stage_won` integer DEFAULT 0 NOT NULL,
	`stage_lost` integer DEFAULT 0 NOT NULL,
	`stored_bytes` integer DEFAULT 0 NOT NULL,
	`media_bytes` integer DEFAULT 0 NOT NULL,
	`day_bytes` integer DEFAULT 0 NOT NULL,
	`month_bytes` integer DEFAULT 0 NOT NULL,
	`year_bytes` integer DEFAULT 0 NOT NULL,
	`events_to` integer DEFAULT 0 NOT NULL,
	`acts_to` integer DEFAULT 0 NOT NULL,
	`reached` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
