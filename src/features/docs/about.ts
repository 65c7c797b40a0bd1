import { API_VERSION } from "#domain/version";

const description = `
Run your prospects' engagement on WhatsApp and Instagram: leads, tags, scenarios, messages and
short links. New here? Begin with [Getting started](/docs/getting-started) and
[Concepts](/docs/concepts).

**Authentication.** Send \`Authorization: Bearer <token>\` with every request. The token decides
which workspace you act on and what you may do (its abilities). \`GET /v1/me\` shows both.

**Leads' data** is only for tokens with \`leads:read\`. You also need it to send leads' data
elsewhere: by placeholders, \`webhook\` nodes or gateways. There are two exceptions. A request that
writes a lead returns it. Events carry their data to tokens with \`events:read\` or \`webhooks:*\`.

**Bodies** are JSON objects of at most 1 MiB. Strings are trimmed, and \`""\` becomes \`null\`. \
A key
must not contain a backslash. Unknown members are ignored, and the header \`X-Ignored-Members\` of
the answer names them. Unknown query parameters are refused. A resource always has every member
of its schema, \`null\` when unset. Timestamps are ISO 8601: \`2026-11-20T10:15:30.123Z\` \
in answers,
any offset in requests.

**Errors** are \`{"message": …, "code": …}\`. The \`code\` is a stable word for the cause. \
A 403 names
the missing \`ability\`, and a 422 adds \`errors\`, which maps each invalid field to its messages. A
request that fails changes nothing. See [Errors and limits](/docs/errors-and-limits).

**Lists** are newest first, in pages. Follow \`links.next\`, or send \`meta.next_cursor\` as \
\`cursor\`,
until it is \`null\`. A request visits at most 5,000 rows. If few of them match your filters, a page
can be shorter than \`per_page\`, even empty, and \`next_cursor\` goes on from there. \
Write arrays in a
query as \`tag_ids[]=1&tag_ids[]=2\`. An id that is not the workspace's finds nothing.

With \`Accept: text/csv\` or \`application/x-ndjson\` you get all rows at once, as a stream. See
[Lists as files](/docs/errors-and-limits#lists-as-files).

**Safe retries.** A POST with an \`Idempotency-Key\` is carried out once. Send it again within 24
hours, and you get the first answer again. If that answer was lost, you get what the request
created, as it is now, or a 409 that says that the request was carried out.

**Freshness.** Reads go to the primary database. Send the \`Bookmark\` of an earlier answer with a
GET, and it reads from the nearest replica that is at least as fresh. See
[Read near by](/docs/errors-and-limits#read-near-by).

**Only https.** Requests by http get 403. Pages lead to https, and short links are followed.

**Limits.** Each token can make 600 requests a minute and each workspace 1,200. Beyond that you get
429 with \`Retry-After\`. Each Cloudflare location counts by itself. HEAD works wherever GET does.
`.trim();

/** The parts of the OpenAPI document about the service as a whole. */
export const about = {
  info: {
    title: "Lead Engagement API",
    version: API_VERSION,
    description,
    contact: { name: "The operator of the service that serves this document" },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  servers: [{ url: "/", description: "The service that serves this document." }],
  tags: [
    {
      name: "Imports",
      description:
        "Files of leads from a CRM or a spreadsheet: sent, tried, carried out, and undone.",
    },
    {
      name: "Sources",
      description: "Ways in for schedulers, forms and other services, and what has come by them.",
    },
    { name: "Exports", description: "All that a workspace has, as files of JSON lines." },
    {
      name: "Leads",
      description:
        "Your contacts and prospects, with their profiles, tags and conversation summaries.",
    },
    {
      name: "Tags",
      description: "Labels for leads. A tag can move a lead to a pipeline stage.",
    },
    {
      name: "Segments",
      description:
        "Filters of leads with a name. Use them wherever leads are filtered, by `segment_id`.",
    },
    {
      name: "Privacy",
      description:
        "Answers who asks what you hold of them, or wants it gone. See [Privacy](/docs/privacy).",
    },
    {
      name: "Bookings",
      description:
        "Appointments of leads. A booking keeps its id when it moves, and moves its lead to a " +
        "stage: by default to `call_booked`, and back when it is cancelled, unless somebody " +
        "else has moved the lead since.",
    },
    {
      name: "Scenarios",
      description:
        "Automated conversations on one platform, as graphs of nodes and edges. See " +
        "[Scenarios](/docs/scenarios).",
    },
    {
      name: "Triggers",
      description:
        "What starts a scenario's runs by itself. They stand in the scenario, beside its graph.",
    },
    { name: "Enrolment", description: "Puts leads into scenarios, one by one or many at once." },
    {
      name: "Runs",
      description:
        "Each lead's way through a scenario: where it stands, what it did and why, and what it " +
        "waits for.",
    },
    {
      name: "Test runs",
      description: "Runs that authors play by themselves: nothing is sent, and nothing is counted.",
    },
    {
      name: "Channels",
      description:
        "The accounts that messages go through: WhatsApp phone numbers, Instagram accounts, " +
        "your own gateways (which get `message.outgoing`, under `webhooks`), and a sandbox. " +
        "See [Messaging](/docs/messaging).",
    },
    {
      name: "Conversations",
      description:
        "The messages between leads and channels. For 24 hours after a lead's last message you " +
        "can send anything, after that only WhatsApp templates.",
    },
    {
      name: "Canned replies",
      description:
        "Messages that people send again and again, with placeholders, found by a shortcut.",
    },
    {
      name: "Analysis",
      description:
        "Finds profile fields in conversations, each with the lead's own words, and summarises " +
        "each conversation. It runs by request, in a scenario, or once a conversation has been " +
        "quiet (`analysis_quiet_seconds` of the settings). It never overwrites what you set " +
        "through the API, and never reads a conversation without new messages again. See " +
        "[Analysis](/docs/analysis).",
    },
    {
      name: "Platform webhooks",
      description:
        "Meta calls these at a channel's `webhook_url`. A signature takes the place of the " +
        "`Authorization` header.",
    },
    {
      name: "Short links",
      description:
        "Public short URLs for messages. They count clicks, and can tag leads who are sent, " +
        "read or click them. See [Links](/docs/links).",
    },
    {
      name: "Link sends",
      description:
        "Recipient links: short links with a URL of their own for each recipient. They show " +
        "who was sent, read and clicked them.",
    },
    {
      name: "Webhooks",
      description:
        "Endpoints of yours that get events, including the `webhook_url` of scenarios, and " +
        "their deliveries. The service POSTs events, signed by [Standard " +
        "Webhooks](https://www.standardwebhooks.com). There are libraries for this. The key is " +
        "the base64-decoded part of the secret after `whsec_`. Any 2xx within 15 seconds " +
        "accepts an event. Each event arrives at least once, always with the same " +
        "`webhook-id`. The events of one lead arrive in order, as long as nothing fails. A " +
        "failed event is sent again after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h (±20 " +
        "%), ten attempts in all, and never before the `Retry-After` (up to a day) of a 429 or " +
        "503. After five failures in a row the endpoint rests for 5 s, then longer each time, " +
        "up to an hour. It is disabled when it answers 410, or when it fails after five days " +
        "of nothing but failures. See [Webhooks](/docs/webhooks).",
    },
    {
      name: "Public links",
      description: "The URLs that recipients visit, without an `Authorization` header.",
    },
    {
      name: "Events",
      description:
        "A feed of what has happened in the last 30 days. You can read it in place of webhooks.",
    },
    { name: "Tokens", description: "Decide who can call the API, and for what." },
    {
      name: "Settings",
      description: "Opt-out and opt-in keywords, times of analysis, the time zone and retention.",
    },
    {
      name: "Audit log",
      description:
        "Shows who changed what others rely on: tokens, channels, settings, scenarios, links, " +
        "webhook endpoints, tags, many runs at once, and deletions.",
    },
    {
      name: "Usage",
      description: "What the workspace stores and has used, its quotas, and its figures.",
    },
    { name: "Workspaces", description: "For the operator, with the operator's token." },
    {
      name: "Operations",
      description: "The health of the service and its databases, for its operator.",
    },
  ],
};
