const description = `
Run your prospects' engagement on WhatsApp and Instagram: tags, leads, scenarios, enrolment and public short links.

**Authentication.** Every request carries \`Authorization: Bearer <token>\`. The token says which workspace it acts on and what it may do
(its abilities). \`GET /v1/me\` shows both.

**Bodies** are JSON objects of at most 1 MiB. Strings are trimmed and \`""\` becomes \`null\`; unknown members are ignored; a key
must not contain a backslash. A resource always has every member of its schema, \`null\` when unset. Timestamps are ISO 8601:
\`2026-11-20T10:15:30.123Z\` in answers, any offset in requests.

**Errors** are \`{"message": …}\`; a 422 adds \`errors\`, which maps each invalid field to its messages. A request that fails changes nothing.

**Lists** are newest first, in pages: follow \`links.next\`, or send \`meta.next_cursor\` as \`cursor\`. Arrays in a query are written
\`tag_ids[]=1&tag_ids[]=2\`.

**Safe retries.** A POST with an \`Idempotency-Key\` is carried out once: sending it again within 24 hours answers the first answer again.

**Limits.** 600 requests a minute for each token, then 429 with \`Retry-After\`. HEAD is answered wherever GET is.
`.trim();

/** What the OpenAPI document says of the service as a whole. */
export const about = {
  info: { title: "Lead Engagement API", version: "1.0.0", description },
  tags: [
    { name: "Leads", description: "Contacts and prospects, with profile analysis, tags and conversation summaries." },
    { name: "Tags", description: "Labels that can be attached to leads, and move them to a pipeline stage." },
    { name: "Scenarios", description: "Automated messaging flows, as graphs of nodes and edges, for one messaging platform." },
    { name: "Enrolment", description: "Leads in scenarios, and their runs." },
    {
      name: "Channels",
      description: "The accounts that messages are sent from: WhatsApp phone numbers, Instagram accounts, gateways, and a sandbox.",
    },
    {
      name: "Conversations",
      description:
        "What is said with leads, and what is sent to them: for 24 hours after a lead's last message anything, else templates of WhatsApp only.",
    },
    {
      name: "Webhooks from Meta",
      description: "What Meta calls, at the `webhook_url` of a channel. Signed, in place of an `Authorization` header.",
    },
    {
      name: "Short links",
      description: "Public short URLs for messages, with click counters and tags for who is sent, reads and clicks them.",
    },
    {
      name: "Link sends",
      description: "Short links as recipients get them, each with a URL of its own: who was sent it, read it and clicked it.",
    },
    { name: "Public links", description: "What recipients visit. No `Authorization` header." },
    { name: "Tokens", description: "Who may call the API, and for what." },
    { name: "Settings", description: "With which words the workspace's leads unsubscribe and subscribe again." },
    { name: "Workspaces", description: "The operator's plane, with the operator's token." },
  ],
};
