CREATE TABLE `link_clicks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
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
CREATE INDEX `link_clicks_short_link` ON `link_clicks` (`short_link_id`);--> statement-breakpoint
CREATE INDEX `link_clicks_recipients` ON `link_clicks` (`short_link_id`,`clicked_at`,`lead_id`,`suspected_scanner`);--> statement-breakpoint
CREATE INDEX `link_clicks_send` ON `link_clicks` (`link_send_id`,`clicked_at`);--> statement-breakpoint
CREATE INDEX `link_clicks_carried` ON `link_clicks` (`short_link_id`,`created_at`);--> statement-breakpoint
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
	PRIMARY KEY(`short_link_id`, `starts_at`),
	FOREIGN KEY (`short_link_id`) REFERENCES `short_links`(`id`) ON UPDATE no action ON DELETE cascade
);
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
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`short_link_id`) REFERENCES `short_links`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lead_id`) REFERENCES `leads`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scenario_id`) REFERENCES `scenarios`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `link_sends_workspace` ON `link_sends` (`workspace_id`);--> statement-breakpoint
CREATE INDEX `link_sends_workspace_clicked` ON `link_sends` (`workspace_id`,`clicked`);--> statement-breakpoint
CREATE INDEX `link_sends_short_link` ON `link_sends` (`short_link_id`);--> statement-breakpoint
CREATE INDEX `link_sends_short_link_clicked` ON `link_sends` (`short_link_id`,`clicked`);--> statement-breakpoint
CREATE INDEX `link_sends_lead` ON `link_sends` (`lead_id`);--> statement-breakpoint
CREATE INDEX `link_sends_scenario` ON `link_sends` (`scenario_id`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE INDEX `link_sends_scenario_clicked` ON `link_sends` (`scenario_id`,`clicked`) WHERE scenario_id is not null;--> statement-breakpoint
CREATE INDEX `link_sends_scenario_short_link` ON `link_sends` (`scenario_id`,`short_link_id`) WHERE scenario_id is not null;--> statement-breakpoint
ALTER TABLE `short_links` ADD `counted_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A send's own counts can't differ from its clicks.
CREATE TRIGGER link_clicks_count AFTER INSERT ON link_clicks BEGIN
  UPDATE link_sends SET
    clicks_count = clicks_count + 1,
    first_clicked_at = min(ifnull(first_clicked_at, new.clicked_at), new.clicked_at),
    last_clicked_at = max(ifnull(last_clicked_at, new.clicked_at), new.clicked_at)
  WHERE id = new.link_send_id;
END;
