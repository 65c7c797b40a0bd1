import { beforeAll, describe, expect, it } from "vitest";
import { encodeCursor } from "#lib/cursor";
import { type Client, idsOf, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { noDay } from "../support/choices";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { seedLeads } from "../support/seed";

type Row = Record<string, unknown> & { id: number; tags: number[]; enrolled: boolean };

const MINUTE = 60_000;
const START = 1_700_000_000_000;
const COUNT = 2_600;
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

describe("filters over more than two blocks of leads", () => {
  let client: Client;
  let rows: Row[];
  let tags: number[];
  let scenario: number;

  beforeAll(async () => {
    client = await newWorkspace({ default_country: "FR" });
    const other = await newWorkspace();
    tags = (await Promise.all([1, 2, 3].map(() => newTag(client)))).map(({ id }) => id);
    scenario = (await newScenario(client)).id;
    const random = (salt: number, below: number) =>
      `(((n * 7919 + ${salt}) * 104729) % 99991) % ${below}`;
    for (const workspace of [client, other]) {
      await seedLeads(workspace.workspaceId, COUNT, {
        source: `iif(${random(1, 10)} < 3, 'import', 'api')`,
        warmth: `iif(${random(2, 3)} = 0, 'hot', null)`,
        is_optout: `${random(3, 50)} = 0`,
        age: `iif(${random(4, 2)} = 0, ${random(5, 90)}, null)`,
        last_inbound_at: `iif(n < 1500, ${START} + ${random(6, 2000)} * ${MINUTE}, null)`,
        last_outbound_at: `${START} + n * ${MINUTE}`,
        profile_extracted_at: `iif(n % 1000 = 0, ${START} + n * ${MINUTE}, null)`,
        first_name_search: `iif(${random(7, 400)} = 0, 'zoe', 'lead ' || n)`,
        ext_id: "'crm-' || n",
        phone_key: "'+336398' || (10000 + n)",
        email_key: "iif(n = 77, 'crm-5', 'lead' || n || '@example.com')",
        updated_at: `${START} + (n % 500) * ${10 * MINUTE}`,
      });
    }
    const own = client.workspaceId;
    await testEnv.DB.batch([
      ...[2, 1100, 3].map((step, index) =>
        testEnv.DB.prepare(
          "insert into lead_tags (lead_id, tag_id, created_at) select id, ?, 0 from leads where workspace_id = ? and seq % ? = 0",
        ).bind(tags[index], own, step),
      ),
      ...[1, 2].map(() =>
        testEnv.DB.prepare(
          "insert into runs (workspace_id, scenario_id, lead_id, version, state, enrolled_at, ended_at, created_at, updated_at) select workspace_id, ?, id, 1, 'completed', 0, 1, 0, 0 from leads where workspace_id = ? and seq % 5 = 0",
        ).bind(scenario, own),
      ),
    ]);
    const { results } = await testEnv.DB.prepare(
      "select * from leads where workspace_id = ? order by id desc",
    )
      .bind(own)
      .all<Row>();
    rows = results.map((row) => ({
      ...row,
      tags: [2, 1100, 3].flatMap((step, index) =>
        Number(row.seq) % step === 0 ? [tags[index]!] : [],
      ),
      enrolled: Number(row.seq) % 5 === 0,
    }));
  });

  const number = (value: unknown, otherwise: number) =>
    value === null ? otherwise : Number(value);
  const minutes = (value: unknown) => number(value, Number.NaN) - START;

  const cases: [query: string, keeps: (row: Row) => boolean, path?: string][] = [
    ["source=import", (row) => row.source === "import"],
    ["source=import&warmth=hot", (row) => row.source === "import" && row.warmth === "hot"],
    ["is_optout=1", (row) => row.is_optout === 1],
    [
      "age_min=30&age_max=31",
      (row) => row.age !== null && number(row.age, 0) >= 30 && number(row.age, 0) <= 31,
    ],
    ["age_max=20", (row) => row.age !== null && number(row.age, 0) <= 20],
    ["age_min=0", (row) => row.age !== null],
    ["age_min=500", () => false],
    [
      `last_inbound_from=${at(100)}&last_inbound_to=${at(160)}`,
      (row) =>
        minutes(row.last_inbound_at) >= 100 * MINUTE &&
        minutes(row.last_inbound_at) <= 160 * MINUTE,
    ],
    [
      `last_inbound_to=${at(1900)}&age_min=80`,
      (row) => minutes(row.last_inbound_at) <= 1900 * MINUTE && number(row.age, 0) >= 80,
    ],
    [`last_outbound_to=${at(30)}`, (row) => minutes(row.last_outbound_at) <= 30 * MINUTE],
    [`last_outbound_from=${at(2590)}`, (row) => minutes(row.last_outbound_at) >= 2590 * MINUTE],
    [`profile_extracted_from=${at(0)}`, (row) => row.profile_extracted_at !== null],
    ["created_to=2023-11-15", (row) => number(row.created_at, 0) < Date.UTC(2023, 10, 16)],
    [
      "created_from=2023-11-15&created_to=2023-11-15&age_max=9",
      (row) =>
        number(row.created_at, 0) >= Date.UTC(2023, 10, 15) &&
        number(row.created_at, 0) < Date.UTC(2023, 10, 16) &&
        number(row.age, 99) <= 9,
    ],
    [
      "updated_from=2023-11-16&updated_to=2023-11-17",
      (row) =>
        number(row.updated_at, 0) >= Date.UTC(2023, 10, 16) &&
        number(row.updated_at, 0) < Date.UTC(2023, 10, 18),
    ],
    [
      "updated_to=2023-11-15&source=import",
      (row) => number(row.updated_at, 0) < Date.UTC(2023, 10, 16) && row.source === "import",
    ],
    ["identity=crm-7", (row) => row.seq === 7],
    ["identity=CRM-7", () => false],
    ["identity=0639812500", (row) => row.seq === 2500],
    ["identity=LEAD2@example.com", (row) => row.seq === 2],
    ["identity=lead2", () => false],
    ["identity=crm-10&updated_to=2023-11-15", (row) => row.seq === 10],
    ["identity=crm-10&updated_from=2023-11-16", () => false],
    ["identity=crm-10", (row) => row.seq === 10, "/scenarios/S/leads"],
    ["identity=crm-11", () => false, "/scenarios/S/leads"],
    ["name=zoe", (row) => row.first_name_search === "zoe"],
    ["name=zoe&source=api", (row) => row.first_name_search === "zoe" && row.source === "api"],
    ["name=zo", (row) => row.first_name_search === "zoe"],
    ["name=lead 25", (row) => String(row.first_name_search).startsWith("lead 25")],
    ["tag_ids[]=<1>", (row) => row.tags.includes(tags[1]!)],
    [
      "tag_ids[]=<1>&tag_ids[]=<2>&source=import",
      (row) =>
        row.source === "import" && (row.tags.includes(tags[1]!) || row.tags.includes(tags[2]!)),
    ],
    [
      "exclude_tag_ids[]=<0>&exclude_tag_ids[]=<2>",
      (row) => !row.tags.includes(tags[0]!) && !row.tags.includes(tags[2]!),
    ],
    [
      "tag_ids[]=<0>&exclude_tag_ids[]=<2>&age_min=85",
      (row) =>
        row.tags.includes(tags[0]!) && !row.tags.includes(tags[2]!) && number(row.age, 0) >= 85,
    ],
    ["", (row) => row.enrolled, "/scenarios/S/leads"],
    [
      "tag_ids[]=<2>&name=lead",
      (row) => row.enrolled && row.tags.includes(tags[2]!) && row.first_name_search !== "zoe",
      "/scenarios/S/leads",
    ],
  ];

  it.each(cases)(
    "list exactly the leads of %j, forward and back",
    async (query, keeps, path = "/leads") => {
      const filter = query.replace(/<(\d)>/g, (_, index) => String(tags[index]));
      const base = `${path.replace("S", String(scenario))}?per_page=100&${filter}`;
      const expected = rows.filter(keeps).map(({ id }) => id);
      const pages: { ids: number[]; prev: string | null }[] = [];
      for (let next: string | null | undefined; next !== null; ) {
        const { body } = await client.get(`${base}${next ? `&cursor=${next}` : ""}`);
        pages.push({ ids: body.data.map(({ id }: Row) => id), prev: body.meta.prev_cursor });
        next = body.meta.next_cursor;
      }
      expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
      expect(pages[0]!.prev).toBeNull();
      for (let index = pages.length - 1; index > 0; index--) {
        expect(await idsOf(client, `${base}&cursor=${pages[index]!.prev}`)).toEqual(
          pages[index - 1]!.ids,
        );
      }
    },
  );
});

it("an identity that is blank is refused, and does not find every lead", async () => {
  const client = await newWorkspace();
  const [{ id }, { id: scenario }] = [await newLead(client), await newScenario(client)];
  await client.post(`/scenarios/${scenario}/leads`, { lead_id: id });
  const error = { identity: ["The identity field is required."] };
  for (const blank of ["", "%20", "+%09", "%C2%A0"])
    for (const path of ["/leads", `/scenarios/${scenario}/leads`]) {
      const { status, body } = await client.get(`${path}?identity=${blank}`);
      expect([status, body.errors]).toEqual([422, error]);
    }
  for (const blank of ["", " "]) {
    const json = { filter: { identity: blank } };
    const { status, body } = await client.post(`/scenarios/${scenario}/leads/bulk`, json);
    expect([status, body.errors]).toEqual([
      422,
      { "filter.identity": ["The filter.identity field is required."] },
    ]);
    expect((await client.get(`/suppressions?phone=${encodeURIComponent(blank)}`)).status).toBe(422);
  }
  expect((await client.get("/leads?name=%20&identity=%E2%80%8B")).body.data).toEqual([]);
  expect((await client.get("/leads?name=%20")).body.data).toHaveLength(1);
});

describe("all filters at once", () => {
  it("fit into one statement, on a first and a later page, of all leads and of a scenario's", async () => {
    const client = await newWorkspace();
    const [wanted, unwanted, scenario] = [
      await newTag(client),
      await newTag(client),
      await newScenario(client),
    ];
    const moment = "2020-01-01T00:00:00Z";
    const identity = {
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      phone: "+14155550123",
      username: "ada",
    };
    const { id } = await newLead(client, {
      ...identity,
      source: "api",
      warmth: "hot",
      pipeline_stage: "lost",
      tag_ids: [wanted.id],
    });
    await client.patch(`/leads/${id}`, { lost_reason: "other" });
    await client.put(`/leads/${id}/profile`, {
      age: 36,
      occupation_status: "other",
      maturity_level: "advanced",
      engagement_level: "high",
    });
    await testEnv.DB.prepare(
      "update leads set last_inbound_at = ?1, last_outbound_at = ?1 where id = ?2",
    )
      .bind(Date.parse(moment), id)
      .run();
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: id });
    const texts = "name=ada%20love&email=ada@&phone=41555&username=ada";
    const choices =
      "source=api&warmth=hot&pipeline_stage=lost&is_optout=0&occupation_status=other&maturity_level=advanced&engagement_level=high&is_lost=1&lost_reason=other";
    const messages = ["last_inbound", "last_outbound"]
      .map((name) => `${name}_from=${moment}&${name}_to=${moment}`)
      .join("&");
    const others = `profile_extracted_from=${moment}&profile_extracted_to=2999-01-01T00:00:00Z&age_min=36&age_max=36&created_from=2020-01-01&created_to=2999-01-01`;
    const all = `${texts}&${choices}&${messages}&${others}&tag_ids[]=${wanted.id}&exclude_tag_ids[]=${unwanted.id}`;
    const ranges = `${messages}&${others}&exclude_tag_ids[]=${unwanted.id}`;
    const [newer, older] = [
      encodeCursor({ id: id + 1, direction: "next" }),
      encodeCursor({ id: id - 1, direction: "prev" }),
    ];
    for (const path of ["/leads", "/leads/export", `/scenarios/${scenario.id}/leads`]) {
      for (const filter of [all, ranges]) {
        for (const page of ["", `&cursor=${newer}`, `&cursor=${older}`])
          expect(await idsOf(client, `${path}?${filter}${page}`)).toEqual([id]);
      }
    }
  });
});

describe("invalid filters", () => {
  let client: Client;

  beforeAll(async () => {
    client = await newWorkspace();
  });

  it.each([
    ["warmth=tepid", "warmth", "The selected warmth is invalid. Choose one of: cold, warm, hot."],
    ["is_optout=true", "is_optout", "The is optout field must be true or false."],
    ["is_lost=2", "is_lost", "The is lost field must be true or false."],
    ["age_min=-1", "age_min", "The age min field must be at least 0."],
    ["age_min=01", "age_min", "The age min field must be an integer."],
    ["age_min=1.5", "age_min", "The age min field must be an integer."],
    ["age_min=30&age_max=29", "age_max", "The age max field must be at least 30."],
    ["created_from=2026-02-30", "created_from", noDay("created from")],
    ["created_from=2026-2-3", "created_from", noDay("created from")],
    [
      "created_from=2026-02-02&created_to=2026-02-01",
      "created_to",
      "The created to field must be a date after or equal to created from.",
    ],
    ["last_inbound_from=yesterday", "last_inbound_from", noDay("last inbound from")],
    ["tag_ids=1", "tag_ids", "The tag ids field must be an array."],
    ["tag_ids=1,2", "tag_ids", "The tag ids field must be an array."],
    ["tag_ids=1&tag_ids=2", "tag_ids", "The tag ids field must be an array."],
    ["tag_ids[]=x", "tag_ids.0", "The tag_ids.0 field must be an integer."],
    ["tag_ids[]=9999999", "tag_ids.0", "The selected tag_ids.0 is invalid."],
    [
      "exclude_tag_ids[]=9999999",
      "exclude_tag_ids.0",
      "The selected exclude_tag_ids.0 is invalid.",
    ],
    ["tag_ids[]=5&tag_ids[]=5", "tag_ids.1", "The tag_ids.1 field has a duplicate value."],
    ["source=api&source=import", "source", "The source field must be a string."],
    ["source[]=api", "source", "The source field must be a string."],
    ["per_page=9", "per_page", "The per page field must be at least 10."],
    ["per_page=101", "per_page", "The per page field must not be greater than 100."],
    ["name=%00", "name", "The name field format is invalid."],
  ])("are refused: %s", async (query, field, message) => {
    const { status, body } = await client.get(`/leads?${query}`);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ [field]: [message] });
  });

  it("are all reported at once", async () => {
    const { body } = await client.get(
      "/leads?source=fax&age_min=9&age_max=1&per_page=5&last_inbound_to=x",
    );
    expect(Object.keys(body.errors).sort()).toEqual([
      "age_max",
      "last_inbound_to",
      "per_page",
      "source",
    ]);
  });

  it("do not include empty ones, nor offsets written with a plus", async () => {
    expect(
      (
        await client.get(
          "/leads?source=&name=&age_min=&cursor=&last_inbound_from=2026-01-01T00:00:00+02:00",
        )
      ).status,
    ).toBe(200);
  });
});

it("optout_method finds who has opted out of all messages, the last time by a method", async () => {
  const own = await newWorkspace();
  const [byApi, back, old] = [await newLead(own), await newLead(own), await newLead(own)];
  for (const { id } of [byApi, back, old]) await own.post(`/leads/${id}/opt-out`);
  await own.post(`/leads/${byApi.id}/opt-out`, { scope: "marketing" });
  await own.post(`/leads/${back.id}/opt-in`);
  await rowsOf("update consents set method = 'preference' where lead_id = ?", old.id);
  const idsBy = async (method: string) =>
    (await own.get(`/leads?optout_method=${method}`)).body.data.map(({ id }: { id: number }) => id);
  expect([await idsBy("api"), await idsBy("preference"), await idsBy("link")]).toEqual([
    [byApi.id],
    [old.id],
    [],
  ]);
  expect((await own.get("/leads?optout_method=word")).status).toBe(422);
});
