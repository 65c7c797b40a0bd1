/** A comment, for the document. */
export const commentExample = {
  id: 61,
  channel_id: 2,
  external_id: "17925512345678902",
  media_id: "17905512345678901",
  parent_id: null,
  ad_id: null,
  is_live: false,
  author: { id: "1254459154682919", username: "elodie" },
  text: "PRICE?",
  lead_id: 42,
  at: "2026-11-20T10:15:30.000Z",
  created_at: "2026-11-20T10:15:30.870Z",
};
