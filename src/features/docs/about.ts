const description = `
Run your prospects' engagement on WhatsApp and Instagram: tags, leads, scenarios, enrolment and
public short links.

**Authentication.** Every request carries \`Authorization: Bearer <token>\`. The token says which
workspace it acts on and what it may do (its abilities). \`GET /v1/me\` shows both.

**Leads' data** is shown, or sent to where a client says, only to tokens with \`leads:read\`: also
by placeholders, by \`webhook\` nodes and by gateways. There are two exceptions: a request that
writes a lead is answered with it, and events carry what they say, to tokens with \`events:read\`
or \`webhooks:*\`.

**Bodies** are JSON objects of at most 1 MiB. Strings are trimmed and \`""\` becomes \`null\`;
a key must not contain a backslash. Unknown members are ignored, and named in the header
\`X-Ignored-Members\` of the answer; unknown parameters of a query are refused.
A resource always has every member of its schema, \`null\` when unset. Timestamps are ISO 8601:
\`2026-11-20T10:15:30.123Z\` in answers, any offset in requests.

**Errors** are \`{"message": …}\`; a 422 adds \`errors\`, which maps each invalid field to its
messages. A request that fails changes nothing.

**Lists** are newest first, in pages: follow \`links.next\`, or send \`meta.next_cursor\` as
\`cursor\`, until it is null. A request visits at most 5,000 rows: where filters hardly ever meet,
a page may be shorter than \`per_page\`, even empty, and \`next_cursor\` goes on from there.
Arrays in a query are written \`tag_ids[]=1&tag_ids[]=2\`.

**Safe retries.** A POST with an \`Idempotency-Key\` is carried out once: sending it again within 24
hours answers the first answer again. If the first answer was lost, you get what the request
created as it is now, or a 409 that says that the request was carried out.

**Limits.** 600 requests a minute for each token and 1,200 for each workspace, then 429 with
\`Retry-After\`. Each Cloudflare location counts by itself. HEAD is answered wherever GET is.
`.trim();

/** The parts of the OpenAPI document about the service as a whole. */
export const about = {
  info: {
    title: "Lead Engagement API",
    version: "1.0.0",
    description,
    contact: { name: "The operator of the service that serves this document" },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  servers: [{ url: "/", description: "The service that serves this document." }],
  tags: [
    {
      name: "Leads",
      description:
        "Contacts and prospects, with profile analysis, tags and conversation summaries.",
    },
    {
      name: "Tags",
      description: "Labels that can be attached to leads, and move them to a pipeline stage.",
    },
    {
      name: "Scenarios",
      description:
        "Automated messaging flows, as graphs of nodes and edges, for one messaging platform.",
    },
    { name: "Enrolment", description: "Leads in scenarios: one by one, or many at once." },
    {
      name: "Runs",
      description:
        "The passages of leads through scenarios: where each stands, what it did and why, and " +
        "what it waits for.",
    },
    {
      name: "Channels",
      description:
        "The accounts that messages are sent from: WhatsApp phone numbers, Instagram accounts, " +
        "gateways of your own, which get `message.outgoing` (under `webhooks`), and a sandbox.",
    },
    {
      name: "Conversations",
      description:
        "What is said with leads, and what is sent to them: for 24 hours after a lead's last " +
        "message anything, else templates of WhatsApp only.",
    },
    {
      name: "Analysis",
      description:
        "What conversations tell of leads: the fields of their profile, each with the lead's " +
        "own words that it rests on, and a summary of each conversation. By request, in a " +
        "scenario, or by itself once a conversation has been quiet (`analysis_quiet_seconds` " +
        "of the settings). What was set through the API is never overwritten. A conversation " +
        "in which nothing was said since is not read again.",
    },
    {
      name: "Webhooks from Meta",
      description:
        "What Meta calls, at the `webhook_url` of a channel. Signed, in place of an " +
        "`Authorization` header.",
    },
    {
      name: "Short links",
      description:
        "Public short URLs for messages, with click counters and tags for who is sent, reads " +
        "and clicks them.",
    },
    {
      name: "Link sends",
      description:
        "Short links as recipients get them, each with a URL of its own: who was sent it, read " +
        "it and clicked it.",
    },
    {
      name: "Webhooks",
      description:
        "Where the service tells you what happens: endpoints that you register and the " +
        "`webhook_url` of scenarios, what was delivered to them, and what was not. Events are " +
        "POSTed and signed as [Standard Webhooks](https://www.standardwebhooks.com) says, for " +
        "which there are libraries: the key is the bytes that the base64 behind `whsec_` " +
        "stands for. Any 2xx within 15 seconds takes one. Each arrives at least once, under " +
        "one `webhook-id`; those of one lead in their order, as long as nothing fails. What " +
        "fails is sent again after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h (±20 %), never " +
        "before the `Retry-After` of a 429 or 503, of a day at most; ten attempts in all. " +
        "After five failures in a row an endpoint is left alone for 5 s, then longer each " +
        "time, up to an hour. It is disabled when it answers 410, or fails after five days of " +
        "nothing but failures.",
    },
    { name: "Public links", description: "What recipients visit. No `Authorization` header." },
    {
      name: "Events",
      description:
        "What has happened, as it is sent to webhooks, for 30 days: a feed that can be read in " +
        "their place.",
    },
    { name: "Tokens", description: "Who may call the API, and for what." },
    {
      name: "Settings",
      description:
        "With which words the workspace's leads unsubscribe and subscribe again, and when " +
        "conversations are analysed.",
    },
    {
      name: "Audit log",
      description:
        "Who changed what others rely on: tokens, channels, settings, scenarios, links, webhook " +
        "endpoints, tags, many runs at once, and deletions.",
    },
    {
      name: "Usage",
      description: "What the workspace has stored and used, and how much of it it may: its quotas.",
    },
    { name: "Workspaces", description: "The operator's plane, with the operator's token." },
    { name: "Operations", description: "Whether the service is well, for its operator." },
  ],
};
