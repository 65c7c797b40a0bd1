import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, newShortLink, newTag, newWorkspace, unique } from "../support/api";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const destination_url = "https://example.com/";
const create = (input: object) => client.post("/short-links", { destination_url, ...input });
const TAG_FIELDS = ["tag_on_sent_id", "tag_on_read_id", "tag_on_clicked_id"] as const;

describe("short links", () => {
  it("are created, shown, replaced and deleted", async () => {
    const tag = await newTag(client);
    const tagged = Object.fromEntries(TAG_FIELDS.map((field) => [field, tag.id]));
    const created = await create({
      slug: " Spring-Sale_1 ",
      label: " Spring ",
      is_active: false,
      ...tagged,
    });
    expect(created.status).toBe(201);
    const { data } = created.body;
    expect(data).toEqual({
      id: expect.any(Number),
      slug: "Spring-Sale_1",
      label: "Spring",
      destination_url,
      template_variable_url: "https://sho.rt/Spring-Sale_1",
      is_active: false,
      clicks_count: 0,
      base_clicks_count: 0,
      ...tagged,
      created_at: expect.any(String),
      updated_at: data.created_at,
    });
    const path = `/short-links/${data.id}`;
    expect((await client.get(path)).body.data).toEqual(data);
    const replaced = await client.put(path, {
      slug: "summer",
      destination_url: "https://example.com/summer",
    });
    expect(replaced.body.data).toMatchObject({
      ...{
        id: data.id,
        slug: "summer",
        label: null,
        is_active: true,
        template_variable_url: "https://sho.rt/summer",
      },
      ...{
        tag_on_sent_id: null,
        tag_on_read_id: null,
        tag_on_clicked_id: null,
        created_at: data.created_at,
      },
    });
    expect((await client.get(path)).body.data).toEqual(replaced.body.data);
    expect((await client.delete(path)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.put(path, { slug: "x", destination_url })).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
  });

  it("are listed newest first, page by page", async () => {
    const own = await newWorkspace();
    const made: number[] = [];
    for (let i = 0; i < 12; i++) made.unshift((await newShortLink(own)).id);
    const { body } = await own.get("/short-links?per_page=10");
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 10));
    expect(await idsOf(own, `/short-links?per_page=10&cursor=${body.meta.next_cursor}`)).toEqual(
      made.slice(10),
    );
  });

  it("are found by a part of their label or slug, in their workspace only", async () => {
    const [own, stranger] = [await newWorkspace(), await newWorkspace()];
    const [slug, later] = [`Cafe-${unique()}`, `later-${unique()}`];
    const autumn = (await own.post("/short-links", { destination_url, label: "Rentrée 100%" })).body
      .data;
    const cafe = (await own.post("/short-links", { destination_url, slug })).body.data;
    await newShortLink(own);
    await stranger.post("/short-links", { destination_url, label: "Rentrée 100%" });
    const found = (label: string) =>
      idsOf(own, `/short-links?label=${encodeURIComponent(label)}&per_page=10`);
    expect(await found("RENTREE")).toEqual([autumn.id]);
    expect(await found("100%")).toEqual([autumn.id]);
    expect(await found("%")).toEqual([autumn.id]);
    expect(await found("cafe-")).toEqual([cafe.id]);
    expect(await found("_")).toEqual([]);
    expect(await found("")).toHaveLength(3);
    await own.put(`/short-links/${cafe.id}`, { destination_url, slug: later, label: "Été" });
    expect(await found("cafe-")).toEqual([]);
    expect(await found("ete")).toEqual([cafe.id]);
    expect(await found(later.toUpperCase())).toEqual([cafe.id]);
  });

  it("have counters that no client can set", async () => {
    const counters = {
      clicks_count: 7,
      base_clicks_count: 7,
      bot_clicks_count: 7,
      id: 1,
      template_variable_url: "https://evil.com/",
    };
    const { data } = (await create(counters)).body;
    const replaced = (
      await client.put(`/short-links/${data.id}`, { slug: data.slug, destination_url, ...counters })
    ).body.data;
    for (const link of [data, replaced])
      expect(link).toMatchObject({
        id: data.id,
        clicks_count: 0,
        base_clicks_count: 0,
        template_variable_url: `https://sho.rt/${data.slug}`,
      });
  });

  it("keep workspaces apart", async () => {
    const link = await newShortLink(client);
    const stranger = await newWorkspace();
    expect((await stranger.get(`/short-links/${link.id}`)).status).toBe(404);
    expect(
      (await stranger.put(`/short-links/${link.id}`, { slug: `s${unique()}`, destination_url }))
        .status,
    ).toBe(404);
    expect((await stranger.put(`/short-links/${link.id}`, {})).status).toBe(404);
    expect((await stranger.delete(`/short-links/${link.id}`)).status).toBe(404);
    expect(await idsOf(stranger, "/short-links")).toEqual([]);
    expect((await client.get(`/short-links/${link.id}`)).body.data).toEqual(link);
  });

  it("report every invalid field at once", async () => {
    const { status, body } = await create({
      ...{
        slug: "a b",
        destination_url: "javascript:alert(1)",
        label: "x".repeat(256),
        is_active: "maybe",
      },
      ...{ tag_on_sent_id: "1", tag_on_read_id: 0, tag_on_clicked_id: 1.5 },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      slug: ["The slug field format is invalid."],
      destination_url: ["The destination url field must be a valid URL."],
      label: ["The label field must not be greater than 255 characters."],
      is_active: ["The is active field must be true or false."],
      tag_on_sent_id: ["The tag on sent id field must be an integer."],
      tag_on_read_id: ["The tag on read id field must be at least 1."],
      tag_on_clicked_id: ["The tag on clicked id field must be an integer."],
    });
  });
});

describe("slugs", () => {
  it("are made of eight unambiguous lower-case characters when none is sent", async () => {
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(index % 2 ? {} : { slug: "" })),
    );
    expect(links.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const unset = {
      label: null,
      is_active: true,
      tag_on_sent_id: null,
      tag_on_read_id: null,
      tag_on_clicked_id: null,
    };
    for (const { body } of links) expect(body.data).toMatchObject(unset);
    const slugs = links.map(({ body }) => body.data.slug);
    for (const slug of slugs) expect(slug).toMatch(/^[a-km-np-z2-9]{8}$/);
    expect(new Set(slugs).size).toBe(20);
  });

  it.each([
    ["with space", "format is invalid"],
    ["é", "format is invalid"],
    ["a/b", "format is invalid"],
    ["a.b", "format is invalid"],
    ["a\nb", "format is invalid"],
    ["{{name}}", "format is invalid"],
    ["x".repeat(256), "must not be greater than 255 characters"],
    [7, "must be a string"],
  ])("may not be %j", async (slug, fault) => {
    expect((await create({ slug })).body.errors).toEqual({ slug: [`The slug field ${fault}.`] });
  });

  it("may have 255 characters", async () => {
    const slug = "x".repeat(255);
    expect((await create({ slug })).body.data.slug).toBe(slug);
  });

  it.each([
    ...["v1", "V1", "docs", "OpenAPI", "console", "well-known", "mcp", "oauth", "authorize"],
    ...["token", "unsubscribe", "u", "U", "qr", "import", "llms"],
  ])("may not be the service's own %s", async (slug) => {
    expect((await create({ slug })).body.errors).toEqual({
      slug: ["The selected slug is invalid."],
    });
  });

  it("are unique over all workspaces ignoring case, and keep their spelling", async () => {
    const slug = `Unique-${unique()}`;
    const stranger = await newWorkspace();
    expect((await newShortLink(stranger, { slug })).slug).toBe(slug);
    const errors = { slug: ["The slug has already been taken."] };
    for (const same of [slug, slug.toUpperCase(), slug.toLowerCase()])
      expect((await create({ slug: same })).body.errors).toEqual(errors);
    const own = await newShortLink(client);
    expect(
      (await client.put(`/short-links/${own.id}`, { slug: slug.toUpperCase(), destination_url }))
        .body.errors,
    ).toEqual(errors);
    expect((await client.get(`/short-links/${own.id}`)).body.data).toEqual(own);
  });

  it("may change their case, and are free again once they are replaced", async () => {
    const link = await newShortLink(client, { slug: `case-${unique()}` });
    const path = `/short-links/${link.id}`;
    const slug = link.slug.toUpperCase();
    expect((await client.put(path, { slug, destination_url })).body.data.slug).toBe(slug);
    expect((await client.put(path, { slug: `other-${unique()}`, destination_url })).status).toBe(
      200,
    );
    const former = await create({ slug });
    expect(former.status).toBe(201);
    await client.delete(`/short-links/${former.body.data.id}`);
    expect((await create({ slug })).status).toBe(201);
  });

  it("go to one of twenty requests that ask for the same at once", async () => {
    const slug = `race-${unique()}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create({ slug: index % 2 ? slug : slug.toUpperCase() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
    for (const { body } of answers.filter(({ status }) => status === 422))
      expect(body.errors).toEqual({ slug: ["The slug has already been taken."] });
  });

  it.each([[undefined], [null], [""], ["  "]])(
    "must be sent with a replacement, unlike %j",
    async (slug) => {
      const { id } = await newShortLink(client);
      const { body } = await client.put(`/short-links/${id}`, { slug, destination_url });
      expect(body.errors).toEqual({ slug: ["The slug field is required."] });
    },
  );
});

describe("destinations", () => {
  const padded = (length: number) => destination_url + "é".repeat(length - destination_url.length);

  it.each([
    "http://example.com",
    "HTTPS://EXAMPLE.COM/Path?q=1#f",
    "https://bücher.example/ü",
    "https://[2001:db8::1]:8080/",
    "https://notsho.rt/",
    "https://example.com/{{first_name}}?q={{email|none}}#{{lead_id}}",
    "https://{{shop}}.example.com/",
    "{{landing_page|https://example.com/}}",
    padded(2048),
    `https://example.com/${"🎉".repeat(2028)}`,
  ])("may be %s", async (destination) => {
    expect((await create({ destination_url: destination })).body.data?.destination_url).toBe(
      destination,
    );
  });

  it.each([
    ["", "is required"],
    [undefined, "is required"],
    [null, "is required"],
    [["https://example.com"], "must be a string"],
    [padded(2049), "must not be greater than 2048 characters"],
    ["javascript:alert(1)", "must be a valid URL"],
    ["data:text/html,x", "must be a valid URL"],
    ["//evil.com", "must be a valid URL"],
    ["example.com", "must be a valid URL"],
    ["https://good.com@evil.com", "must be a valid URL"],
    ["https://user:password@example.com", "must be a valid URL"],
    ["https://example.com/\r\nX-Header: 1", "must be a valid URL"],
    ["https://exa\tmple.com/", "must be a valid URL"],
    ["https://sho.rt/other", "must be a valid URL"],
    ["http://SHO.RT./other", "must be a valid URL"],
    ["https://sho.rt:8443/other", "must be a valid URL"],
    ["https://sho.rt/{{first_name}}", "must be a valid URL"],
    ["https://{{first_name}}.example.com/", "must be a valid URL"],
    ["https://example.com{{email}}/", "must be a valid URL"],
    ["{{phone}}", "must be a valid URL"],
    ["{{landing_page}}{{first_name}}", "must be a valid URL"],
    ["{{landing_page|https://sho.rt/x}}", "must be a valid URL"],
    ["https://example.com/{{first_name", "must be a valid URL"],
    ["https://example.com/first_name}}", "must be a valid URL"],
    ["https://example.com/{{}}", "must be a valid URL"],
  ])("may not be %j", async (destination, fault) => {
    const errors = { destination_url: [`The destination url field ${fault}.`] };
    const { status, body } = await create({ destination_url: destination });
    expect(status).toBe(422);
    expect(body.errors).toEqual(errors);
    const { id, slug } = await newShortLink(client);
    expect(
      (await client.put(`/short-links/${id}`, { slug, destination_url: destination })).body.errors,
    ).toEqual(errors);
  });
});

describe("tags of short links", () => {
  it.each(TAG_FIELDS)("must belong to the workspace: %s", async (field) => {
    const foreign = await newTag(await newWorkspace());
    const link = await newShortLink(client);
    const errors = { [field]: [`The selected ${field.replaceAll("_", " ")} is invalid.`] };
    for (const id of [foreign.id, 2 ** 50]) {
      expect((await create({ [field]: id })).body.errors).toEqual(errors);
      const { body } = await client.put(`/short-links/${link.id}`, {
        slug: link.slug,
        destination_url,
        [field]: id,
      });
      expect(body.errors).toEqual(errors);
    }
    expect((await client.get(`/short-links/${link.id}`)).body.data).toEqual(link);
  });

  it("are all reported at once, together with an invalid destination", async () => {
    const own = await newTag(client);
    const input = {
      tag_on_sent_id: 2 ** 50,
      tag_on_read_id: own.id,
      tag_on_clicked_id: 2 ** 50,
      destination_url: "https://sho.rt/x",
    };
    expect(Object.keys((await create(input)).body.errors).sort()).toEqual([
      "destination_url",
      "tag_on_clicked_id",
      "tag_on_sent_id",
    ]);
  });

  it.each(TAG_FIELDS)("are removed from %s when they are deleted", async (field) => {
    const tag = await newTag(client);
    const link = await newShortLink(client, { [field]: tag.id });
    expect(link[field]).toBe(tag.id);
    await client.delete(`/tags/${tag.id}`);
    expect((await client.get(`/short-links/${link.id}`)).body.data).toEqual({
      ...link,
      [field]: null,
    });
  });
});
