/** The settings that say how long what is kept. */
export const periods = [
  "retention_texts_days",
  "retention_media_days",
  "retention_conversations_days",
  "retention_runs_days",
  "retention_clicks_days",
] as const;

export type Period = (typeof periods)[number];
