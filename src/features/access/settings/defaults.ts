import type { MessageStatusEvents } from "#domain/events";
import type { SamePersonMerging } from "#domain/leads";
import type { BusinessHours, QuietHours } from "#domain/opening-hours";

export type Settings = {
  /** Beside the words that are built in (domain/consent-words.ts). */
  opt_out_keywords: string[];
  opt_in_keywords: string[];
  opt_out_confirmation: string | null;
  analysis_enabled: boolean;
  /** A conversation is analysed automatically after this much silence; null disables that. */
  analysis_quiet_seconds: number | null;
  analysis_daily_limit: number;
  /** The IANA name of the zone in which scenarios read dates without an offset; null is UTC. */
  time_zone: string | null;
  /** When the team is there, in `time_zone`; null is always. */
  business_hours: BusinessHours | null;
  /** The hours in which leads are left in peace, in their own time zone. */
  quiet_hours: QuietHours | null;
  /** After how many days something is removed; null keeps it. */
  retention_texts_days: number | null;
  retention_media_days: number | null;
  retention_runs_days: number | null;
  retention_clicks_days: number | null;
  retention_conversations_days: number | null;
  message_status_events: MessageStatusEvents;
  reply_pauses_runs: boolean;
  /** A trigger leaves a conversation alone for so long after a person has written in it. */
  triggers_wait_hours: number;
  /** `auto`: a lead that a channel has made is merged into the one that proves to be the same. */
  merge_same_person: SamePersonMerging;
  /** The name of the workspace on recipients' pages; null is its own. */
  public_name: string | null;
  contact: string | null;
  fallback_url: string | null;
};

/** The settings of a workspace that has stored none. */
export const DEFAULT_SETTINGS: Settings = {
  opt_out_keywords: [],
  opt_in_keywords: [],
  opt_out_confirmation:
    "You are unsubscribed and will get no more messages. Reply START to subscribe again.",
  analysis_enabled: true,
  analysis_quiet_seconds: null,
  analysis_daily_limit: 1000,
  time_zone: null,
  business_hours: null,
  quiet_hours: null,
  retention_texts_days: null,
  retention_media_days: null,
  retention_runs_days: null,
  retention_clicks_days: null,
  retention_conversations_days: null,
  message_status_events: "auto",
  reply_pauses_runs: false,
  triggers_wait_hours: 12,
  merge_same_person: "auto",
  public_name: null,
  contact: null,
  fallback_url: null,
};

/** The settings that apply to a workspace, given those that it has stored. */
export const settingsOf = (stored: Partial<Settings>): Settings => ({
  ...DEFAULT_SETTINGS,
  ...stored,
});
