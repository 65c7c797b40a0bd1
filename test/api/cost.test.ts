import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, metaAccount, newLead, newTag, newWorkspace } from "../support/api";
import { routes } from "../support/document";
import { testEnv } from "../support/env";
import { fileFor } from "../support/examples";
import { meterOf } from "../support/meter";
import { idsFor, names, newResources, prepareFor } from "../support/resources";
import { seedLeads } from "../support/seed";

const MINUTE = 60_000;
const START = 1_700_000_000_000;

describe("a page of 25 among 20,000 leads, with 6,000 in another workspace", () => {
  let client: Client;
  let tags: number[];

  beforeAll(async () => {
    client = await newWorkspace();
    const other = await newWorkspace();
    const ids = await Promise.all([1, 2, 3].map(() => newTag(client)));
    tags = ids.map(({ id }) => id);
    // Values that are frequent, rare or absent; spread evenly, or concentrated at either end of the
    // ids.
    const columns = {
      first_name: "iif(n % 4000 = 0, 'Élodie', 'Lead ' || n)",
      first_name_search: "iif(n % 4000 = 0, 'elodie', 'lead ' || n)",
      email_key: "'lead' || n || '@example.com'",
      phone: "'+3361' || (1000000 + n)",
      phone_key: "'+3361' || (1000000 + n)",
      username_search: "'user_' || n",
      source: "iif(n % 1000 = 0, 'iclosed', iif(n < 300, 'import', 'api'))",
      warmth: "iif(n > 19990, 'hot', iif(n % 2 = 0, 'cold', null))",
      pipeline_stage: "iif(n < 10000, 'new', iif(n = 15000, 'won', 'contacted'))",
      is_optout: "n <= 5",
      occupation_status: "iif(n % 3 = 0, 'employee', null)",
      maturity_level: "iif(n < 20, 'beginner', 'advanced')",
      engagement_level: "'low'",
      is_lost: "n > 30",
      lost_reason: "iif(n > 30, 'other', null)",
      age: "iif(n <= 10000, n % 80, null)",
      last_inbound_at: `${START} + n * ${MINUTE}`,
      last_outbound_at: `iif(n % 7 = 0, ${START} + ((n * 7919) % 20000) * ${MINUTE}, null)`,
      profile_extracted_at: `iif(n % 512 in (0, 1), ${START} + (n % 2) * 100000 * ${MINUTE}, ${START} + 50000 * ${MINUTE})`,
    };
    for (const offset of [0, 10_000]) {
      const numbered = Object.entries(columns).map(([name, sql]) => [
        name,
        sql.replace(/\bn\b/g, `(n + ${offset})`),
      ]);
      await seedLeads(client.workspaceId, 10_000, Object.fromEntries(numbered));
    }
    // More than the most rows that a page may read of these.
    await seedLeads(other.workspaceId, 6_000, columns);
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        "insert into lead_tags (lead_id, tag_id, created_at) select id, ?, 0 from leads where workspace_id = ? and seq % 2 = 0",
      ).bind(tags[0], client.workspaceId),
      testEnv.DB.prepare(
        "insert into lead_tags (lead_id, tag_id, created_at) select id, ?, 0 from leads where workspace_id = ? and seq < 10",
      ).bind(tags[1], client.workspaceId),
    ]);
  }, 120_000);

  async function read(query: string) {
    return meterOf((fetcher) => client.get(`/leads?${query}`, undefined, { fetcher }));
  }

  it.each([
    ...["api", "iclosed", "import", "whatsapp"].map((value) => `source=${value}`),
    ...["hot", "cold", "warm"].map((value) => `warmth=${value}`),
    ...["new", "won", "contacted", "lost"].map((value) => `pipeline_stage=${value}`),
    "is_optout=1",
    "is_optout=0",
    "occupation_status=employee",
    "occupation_status=student",
    "maturity_level=beginner",
    "maturity_level=advanced",
    "engagement_level=low",
    "engagement_level=high",
    "is_lost=1",
    "lost_reason=other",
    "lost_reason=no_financing",
    "name=elodie",
    "name=lead",
    "name=lea",
    "name=absent",
    "email=lead19@",
    "email=example.com",
    "phone=%2B33610",
    "username=user_7",
    "name=lead&email=example",
    ...["e", "l", "z", "el", "zq", "elod", "elodix", "lead%2012345", "lead%2012345x"].map(
      (text) => `name=${text}`,
    ),
    ...[
      "@",
      "%25",
      "4@",
      "lead4@example.com",
      "lead12@e",
      "lead123@example.com",
      "ead4567@example",
      "lead4@example.con",
      "example.comexample",
    ].map((text) => `email=${text}`),
    ...["7", "%2B", "33", "99", "%2B33611012345", "%2B33611912345"].map((text) => `phone=${text}`),
    ...["_", "-", "r_", "qz", "user_19999", "user_29999"].map((text) => `username=${text}`),
    "",
  ])("reads at most 500 rows for %s", async (query) => {
    const meter = await read(query);
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThanOrEqual(500);
  });

  it("visits a bounded number of leads for a flag that few don't have", async () => {
    const meter = await read("is_lost=0");
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThanOrEqual(15_000);
  });

  it.each([[[0]], [[1]], [[2]], [[0, 1, 2]]])(
    "reads at most 500 rows for the tags %j",
    async (which) => {
      const meter = await read(which.map((index) => `tag_ids[]=${tags[index]}`).join("&"));
      expect(meter.trips).toBe(1);
      expect(meter.rowsRead).toBeLessThanOrEqual(500);
    },
  );

  const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
  const day = (minutes: number) => at(minutes).slice(0, 10);

  it.each([
    ...["last_inbound", "last_outbound", "profile_extracted"].flatMap((name) => [
      `${name}_from=${at(0)}`,
      `${name}_to=${at(0)}`,
      `${name}_to=${at(100)}`,
      `${name}_to=${at(10_000)}`,
      `${name}_from=${at(10_000)}`,
      `${name}_from=${at(19_990)}`,
      `${name}_from=${at(49_999)}&${name}_to=${at(50_001)}`,
      `${name}_from=${at(99_999)}`,
      `${name}_from=${at(5_000)}&${name}_to=${at(5_010)}`,
      `${name}_from=${at(300_000)}`,
      `${name}_from=${at(0)}&${name}_to=${at(300_000)}`,
    ]),
    ...[
      "age_min=0",
      "age_max=0",
      "age_min=79",
      "age_min=80",
      "age_min=20&age_max=21",
      "age_min=0&age_max=200",
    ],
    ...[0, 5_000, 10_000, 20_000, 40_000].flatMap((minutes) => [
      `created_from=${day(minutes)}`,
      `created_to=${day(minutes)}`,
    ]),
    `created_from=${day(3_000)}&created_to=${day(3_000)}`,
  ])("reads at most 5,000 rows for %s", async (query) => {
    const meter = await read(query);
    expect(meter.trips).toBe(1);
    expect(meter.rowsRead).toBeLessThanOrEqual(5_000);
  });

  it("reads no more on a deep page than on the first", async () => {
    // By an offset, the pages before it would be more than the 500 rows.
    const pages = 10;
    for (const query of ["", "source=api", "name=lead", `tag_ids[]=${tags[0]}`, "age_min=10"]) {
      let { meta } = (await client.get(`/leads?${query}&per_page=100`)).body;
      for (let page = 0; page < pages; page++)
        ({ meta } = (
          await client.get(`/leads?${query}&per_page=100&cursor=${meta.next_cursor}`)
        ).body);
      const meter = await read(`${query}&cursor=${meta.next_cursor}`);
      expect(meter.rowsRead, query).toBeLessThanOrEqual(query.startsWith("age") ? 5_000 : 500);
      expect(
        (await read(`${query}&cursor=${meta.prev_cursor}`)).rowsRead,
        query,
      ).toBeLessThanOrEqual(query.startsWith("age") ? 5_000 : 500);
    }
  });
});

/** The writes with more than two round trips. The directory is in the same database. */
const MOST_TRIPS: Record<string, number> = {
  // Each part is read page after page.
  getLeadBundle: 25,
  // The draft, the write, and as many as a migration.
  publishScenarioDraft: 4,
  // One each for the channel, the lead and the write.
  receiveMessage: 3,
  // One each for the channel, a message with the id, the notice, and the message that it has made.
  receiveIdentityMove: 4,
  // The channel, the claim of the sync, the write of what WhatsApp has.
  syncTemplates: 3,
  // The filter, and the leads that it finds.
  listSegmentLeads: 2,
  countSegmentLeads: 2,
  // The id for which credentials are sealed, the write, its application.
  createChannel: 3,
  // The channel, as it is validated and as it is written, and the write, whose account stays.
  replaceChannel: 3,
  // The tags, the claim of the slug, the write, its application.
  createShortLink: 4,
  // In addition, the write that finds another slug.
  replaceShortLink: 5,
  // The id for which secrets are sealed, the write, its application.
  createSource: 3,
  // The source as it is, the write, its application.
  rotateSourceKey: 3,
  // The source, the secret that holds beside those of before, and the connection.
  connectSource: 5,
  // In addition, what waits for sources that the person may have sent.
  eraseLead: 3,
};

describe("round trips with a warm token", () => {
  it("are one for any GET, and at most two for a write that only its workspace knows of", async () => {
    const client = await newWorkspace();
    const { ids, tags } = await newResources(client);
    // The run to cancel, pause or resume belongs to a lead who is not opted out before.
    const beginRun = async () => {
      const lead_id = (await newLead(client)).id;
      await client.post(`/scenarios/${ids.scenario}/leads`, { lead_id });
      [ids.run] = (await idsOf(client, `/scenarios/${ids.scenario}/runs`)) as [number];
    };
    await beginRun();
    const [tag, other] = tags;
    const lists = { tag_ids: tags };
    const text = { text: "Hello {{first_name}}" };
    const bodies: Record<string, object> = {
      createToken: { name: "T" },
      createTag: { label: "New" },
      createCannedReply: { shortcut: "new", ...text },
      replaceCannedReply: { shortcut: "newer", ...text },
      previewCannedReply: { lead_id: ids.lead },
      addSuppression: { email: "suppressed@example.com" },
      addSuppressions: { suppressions: [{ email: "suppressed@example.com" }] },
      deleteSuppressedContact: { email: "suppressed@example.com" },
      mergeLeads: { keep: ids.lead, merge: (await newLead(client)).id },
      replaceTag: { label: "Newer" },
      createSegment: { name: "S", filter: lists },
      replaceSegment: { name: "Newer", filter: lists },
      createLead: { first_name: "A", email: "a@example.com", ...lists },
      updateLead: {
        first_name: "B",
        phone: "+33612345678",
        attach_tag_ids: [tag],
        detach_tag_ids: [other],
        data: { a: 1 },
      },
      attachTags: lists,
      writeLeads: { mode: "create", leads: [{ first_name: "D", ...lists }] },
      releaseProfile: { fields: ["age"] },
      replaceProfile: { age: 30 },
      createScenario: { name: "S", platform: "whatsapp", tracked_tag_ids: [tag] },
      replaceScenario: { name: "S", platform: "whatsapp", tracked_tag_ids: [tag] },
      checkScenario: {},
      optOutLead: { scope: "marketing" },
      optInLead: { scope: "all" },
      copyScenario: { name: "Copy" },
      restoreScenario: { version: 1 },
      saveScenarioDraft: { name: "S", platform: "whatsapp", tracked_tag_ids: [tag] },
      publishScenarioDraft: { migrate: true },
      createTestRun: { lead_id: ids.lead },
      addTestRunEvent: { reply: "Hi" },
      enrolLeads: { lead_ids: [ids.lead], enrolled_at: "2026-11-20T10:00:00Z" },
      checkGraph: { platform: "whatsapp" },
      simulateGraph: { platform: "whatsapp", lead_id: ids.lead },
      explainStart: { lead_id: ids.lead, happens: { type: "message", text: "Hi" } },
      simulateScenario: { lead_id: ids.lead, events: [{ after_seconds: 1, reply: "Hi" }] },
      reportLeadEvent: { name: "call_booked", data: { a: 1 } },
      enrolLead: { first_name: "C", ...lists },
      createChannel: {
        platform: "whatsapp",
        provider: "whatsapp_cloud",
        name: "C",
        is_default: true,
        ...metaAccount(),
      },
      replaceChannel: { name: "C", is_default: true, is_active: false, ...metaAccount() },
      receiveMessage: { lead_id: ids.lead, text: "Hi" },
      receiveIdentityMove: { from: { bsuid: "FR.1" }, to: { bsuid: "FR.2" } },
      receiveComment: { from: "5", media_id: "7", text: "Hi" },
      sendMessage: text,
      addNote: { text: "Later" },
      updateConversation: { assignee_id: ids.assignee, state: "open" },
      sendMessageToLead: text,
      previewMessage: { lead_id: ids.lead, ...text },
      reportMessageStatus: { status: "read" },
      startImport: { mode: "upsert" },
      updateSettings: {
        opt_out_keywords: ["STOP"],
        opt_in_keywords: ["GO"],
        opt_out_confirmation: null,
      },
      createTemplate: {
        name: "revive",
        language: "en",
        components: [{ type: "BODY", text: "Hello" }],
      },
      replaceTemplate: { components: [{ type: "BODY", text: "Hello" }] },
      createShortLink: { destination_url: "https://example.com", tag_on_sent_id: tag },
      createLinkSend: { lead_id: ids.lead },
      updateLinkSend: { sent_at: "2026-11-20T10:00:00Z", read_at: "2026-11-20T10:01:00Z" },
      createSource: { kind: "webhook", name: "S" },
      replaceSource: { name: "Newer" },
      rotateSourceKey: {},
      rotateSourceSecret: {},
      connectSource: { access_token: "token", scope: "user" },
      previewSource: { body: { email: "e@example.com" } },
      replaySource: { status: "invalid" },
      createBooking: { lead_id: ids.lead, starts_at: "2026-12-20T10:00:00Z" },
      updateBooking: { state: "held" },
      createWebhookEndpoint: { url: "https://example.com/hooks" },
      replaceWebhookEndpoint: { url: "https://example.com/hooks" },
      replayWebhooks: { from: "2026-11-20T10:00:00Z" },
      replaceShortLink: {
        slug: "renamed",
        destination_url: "https://example.com",
        tag_on_sent_id: tag,
      },
    };
    const tenant = (await routes()).filter(
      ({ path, operation }) => path.startsWith("/v1/") && !operation.security,
    );
    const deletesLast = tenant.sort(
      (a, b) =>
        Number(a.method === "DELETE") - Number(b.method === "DELETE") ||
        // They go with their scenario.
        Number(b.path.includes("{testRun}")) - Number(a.path.includes("{testRun}")) ||
        b.path.length - a.path.length,
    );
    const erased = await newLead(client);
    const pathIds = (operationId: string): Record<string, number> =>
      operationId === "eraseLead" ? { lead: erased.id } : idsFor(operationId, ids);
    for (const route of deletesLast) {
      const { method, path, operation } = route;
      const [json, file] = [bodies[operation.operationId], fileFor(route)];
      if (operation.requestBody && !file.raw)
        expect(json, `${operation.operationId} has no body in this test`).toBeDefined();
      const verb = method.toLowerCase() as "get";
      const url = path
        .replace("/v1", "")
        .replace(/\{(\w+)\}/g, (_, name) =>
          String(pathIds(operation.operationId)[name] ?? names[name]),
        );
      await prepareFor(operation.operationId, ids);
      const meter = await meterOf(async (fetcher) => {
        const { status, text } = await client[verb](url, json, { fetcher, ...file });
        expect([101, 200, 201, 202], `${method} ${path}: ${text}`).toContain(status);
      });
      const most = MOST_TRIPS[operation.operationId] ?? (method === "GET" ? 1 : 2);
      expect(meter.trips, `${method} ${path}`).toBeLessThanOrEqual(most);
      if (operation.operationId === "cancelRun") await beginRun();
      if (path.startsWith("/v1/scenarios/{scenario}/leads") && method === "DELETE")
        await client.post(`/scenarios/${ids.scenario}/leads`, { lead_id: ids.lead });
    }
  });
});
