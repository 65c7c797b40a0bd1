CREATE TABLE `channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`platform` text NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`external_id` text,
	`gateway_url` text,
	`credentials` text,
	`sealed_with` text,
	`is_default` integer DEFAULT false NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`stop_reason` text,
	`stop_detail` text,
	`stopped_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `channels_workspace` ON `channels` (`workspace_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `channels_external_id` ON `channels` (`workspace_id`,`platform`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `channels_default` ON `channels` (`workspace_id`,`platform`) WHERE is_default = 1;--> statement-breakpoint
CREATE INDEX `channels_sealed_with` ON `channels` (`sealed_with`) WHERE sealed_with is not null;--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`lead_id` integer NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`message_id` integer,
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `consents_lead` ON `consents` (`lead_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `consents_message` ON `consents` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `consents_lead_at` ON `consents` (`lead_id`,`at`,`method`,`kind`) WHERE message_id is null;--> statement-breakpoint
CREATE TABLE `lead_identities` (
	`workspace_id` integer NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`lead_id` integer NOT NULL,
	`unreachable_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `kind`, `value`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lead_identities_lead` ON `lead_identities` (`lead_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`workspace_id` integer NOT NULL,
	`conversation_id` integer NOT NULL,
	`channel_id` integer,
	`direction` text NOT NULL,
	`type` text NOT NULL,
	`text` text,
	`payload` text DEFAULT '{}' NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`external_id` text,
	`run_id` integer,
	`consent_id` integer,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `messages_conversation` ON `messages` (`conversation_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_external_id` ON `messages` (`channel_id`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_consent` ON `messages` (`consent_id`) WHERE consent_id is not null;--> statement-breakpoint
CREATE INDEX `messages_run` ON `messages` (`run_id`) WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`channel_id`,`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX `messages_pending` ON `messages` (`conversation_id`) WHERE next_attempt_at is not null;--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `status_reports_message` ON `status_reports` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `status_reports_unmatched` ON `status_reports` (`created_at`) WHERE message_id is null;--> statement-breakpoint
ALTER TABLE `conversations` ADD `channel_id` integer;--> statement-breakpoint
ALTER TABLE `conversations` ADD `pace_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `block` integer GENERATED ALWAYS AS (id >> 10) VIRTUAL;--> statement-breakpoint
CREATE INDEX `conversations_workspace_platform` ON `conversations` (`workspace_id`,`platform`);--> statement-breakpoint
CREATE INDEX `conversations_channel` ON `conversations` (`channel_id`);--> statement-breakpoint
CREATE INDEX `conversations_block_last_inbound_at` ON `conversations` (`workspace_id`,`block`,`last_inbound_at`) WHERE last_inbound_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_lead_channel` ON `conversations` (`lead_id`,`channel_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_lead_platform` ON `conversations` (`lead_id`,`platform`) WHERE channel_id is null;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `settings` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `link_sends_message` ON `link_sends` (`message_id`) WHERE message_id is not null;
--> statement-breakpoint
-- What conversations and leads tell of their messages can't differ from the messages. The platform's own notices open no window.
CREATE TRIGGER messages_insert AFTER INSERT ON messages BEGIN
  UPDATE conversations SET
    messages_count = messages_count + 1,
    last_inbound_at = iif(new.direction = 'inbound' AND new.type <> 'system', max(ifnull(last_inbound_at, new.sent_at), new.sent_at), last_inbound_at),
    updated_at = max(updated_at, new.created_at)
  WHERE id = new.conversation_id;
  UPDATE leads SET last_inbound_at = max(ifnull(last_inbound_at, new.sent_at), new.sent_at)
  WHERE id = (SELECT lead_id FROM conversations WHERE id = new.conversation_id) AND new.direction = 'inbound' AND new.type <> 'system';
END;
--> statement-breakpoint
-- Nor can the link sends of a message.
CREATE TRIGGER messages_sent AFTER UPDATE OF sent_at ON messages
WHEN new.direction = 'outbound' AND new.sent_at IS NOT NULL AND new.sent_at IS NOT old.sent_at
BEGIN
  UPDATE conversations SET last_outbound_at = max(ifnull(last_outbound_at, new.sent_at), new.sent_at), updated_at = max(updated_at, new.sent_at)
  WHERE id = new.conversation_id;
  UPDATE leads SET last_outbound_at = max(ifnull(last_outbound_at, new.sent_at), new.sent_at)
  WHERE id = (SELECT lead_id FROM conversations WHERE id = new.conversation_id);
  UPDATE link_sends SET sent_at = new.sent_at WHERE message_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_read AFTER UPDATE OF read_at ON messages
WHEN new.read_at IS NOT NULL AND new.read_at IS NOT old.read_at
BEGIN
  UPDATE link_sends SET read_at = new.read_at WHERE message_id = new.id;
END;
