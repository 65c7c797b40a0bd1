CREATE TABLE `conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`platform` text NOT NULL,
	`last_inbound_at` integer,
	`last_outbound_at` integer,
	`summary` text,
	`summary_generated_at` integer,
	`messages_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversations_workspace` ON `conversations` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `conversations_lead` ON `conversations` (`lead_id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`workspace_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`answer` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `lead_tags` (
	`lead_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`lead_id`, `tag_id`),
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
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
	`first_name_search` text,
	`last_name_search` text,
	`username_search` text,
	`email_search` text,
	`phone_search` text,
	`source` text,
	`warmth` text,
	`pipeline_stage` text,
	`is_optout` integer DEFAULT false NOT NULL,
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
	`last_inbound_at` integer,
	`last_outbound_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "leads_data_size" CHECK(length(data) <= 131072)
);
--> statement-breakpoint
CREATE INDEX `leads_workspace` ON `leads` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_ext_id` ON `leads` (`workspace_id`,`ext_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_email` ON `leads` (`workspace_id`,`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `leads_phone` ON `leads` (`workspace_id`,`phone`);--> statement-breakpoint
CREATE INDEX `leads_source` ON `leads` (`workspace_id`,`source`) WHERE source is not null;--> statement-breakpoint
CREATE INDEX `leads_warmth` ON `leads` (`workspace_id`,`warmth`) WHERE warmth is not null;--> statement-breakpoint
CREATE INDEX `leads_pipeline_stage` ON `leads` (`workspace_id`,`pipeline_stage`) WHERE pipeline_stage is not null;--> statement-breakpoint
CREATE INDEX `leads_is_optout` ON `leads` (`workspace_id`,`is_optout`);--> statement-breakpoint
CREATE INDEX `leads_occupation_status` ON `leads` (`workspace_id`,`occupation_status`) WHERE occupation_status is not null;--> statement-breakpoint
CREATE INDEX `leads_maturity_level` ON `leads` (`workspace_id`,`maturity_level`) WHERE maturity_level is not null;--> statement-breakpoint
CREATE INDEX `leads_engagement_level` ON `leads` (`workspace_id`,`engagement_level`) WHERE engagement_level is not null;--> statement-breakpoint
CREATE INDEX `leads_is_lost` ON `leads` (`workspace_id`,`is_lost`);--> statement-breakpoint
CREATE INDEX `leads_lost_reason` ON `leads` (`workspace_id`,`lost_reason`) WHERE lost_reason is not null;--> statement-breakpoint
CREATE INDEX `leads_block_created_at` ON `leads` (`workspace_id`,`block`,`created_at`);--> statement-breakpoint
CREATE INDEX `leads_block_age` ON `leads` (`workspace_id`,`block`,`age`) WHERE age is not null;--> statement-breakpoint
CREATE INDEX `leads_block_last_inbound_at` ON `leads` (`workspace_id`,`block`,`last_inbound_at`) WHERE last_inbound_at is not null;--> statement-breakpoint
CREATE INDEX `leads_block_last_outbound_at` ON `leads` (`workspace_id`,`block`,`last_outbound_at`) WHERE last_outbound_at is not null;--> statement-breakpoint
CREATE INDEX `leads_block_profile_extracted_at` ON `leads` (`workspace_id`,`block`,`profile_extracted_at`) WHERE profile_extracted_at is not null;--> statement-breakpoint
CREATE TABLE `runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`scenario_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`node_id` text,
	`next_at` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	`enrolled_at` integer NOT NULL,
	`end_reason` text,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `runs_active` ON `runs` (`scenario_id`,`lead_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `runs_scenario` ON `runs` (`scenario_id`);--> statement-breakpoint
CREATE INDEX `runs_scenario_lead` ON `runs` (`scenario_id`,`lead_id`);--> statement-breakpoint
CREATE INDEX `runs_lead` ON `runs` (`lead_id`);--> statement-breakpoint
CREATE INDEX `runs_due` ON `runs` (`next_at`) WHERE ended_at is null and next_at is not null;--> statement-breakpoint
CREATE TABLE `scenario_versions` (
	`scenario_id` integer NOT NULL,
	`version` integer NOT NULL,
	`nodes` text NOT NULL,
	`edges` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scenario_id`, `version`),
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `scenarios` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`platform` text NOT NULL,
	`provider` text,
	`is_active` integer DEFAULT false NOT NULL,
	`tracked_tag_ids` text DEFAULT '[]' NOT NULL,
	`webhook_url` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scenarios_workspace` ON `scenarios` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `short_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`slug` text NOT NULL,
	`slug_key` text NOT NULL,
	`label` text,
	`destination_url` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`clicks_count` integer DEFAULT 0 NOT NULL,
	`base_clicks_count` integer DEFAULT 0 NOT NULL,
	`bot_clicks_count` integer DEFAULT 0 NOT NULL,
	`tag_on_sent_id` integer,
	`tag_on_read_id` integer,
	`tag_on_clicked_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_on_sent_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`tag_on_read_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`tag_on_clicked_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `short_links_slug` ON `short_links` (`slug_key`);--> statement-breakpoint
CREATE INDEX `short_links_workspace` ON `short_links` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `short_links_tag_on_sent` ON `short_links` (`tag_on_sent_id`) WHERE tag_on_sent_id is not null;--> statement-breakpoint
CREATE INDEX `short_links_tag_on_read` ON `short_links` (`tag_on_read_id`) WHERE tag_on_read_id is not null;--> statement-breakpoint
CREATE INDEX `short_links_tag_on_clicked` ON `short_links` (`tag_on_clicked_id`) WHERE tag_on_clicked_id is not null;--> statement-breakpoint
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
CREATE TABLE `tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`abilities` text NOT NULL,
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
	`name` text NOT NULL,
	`default_country` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
