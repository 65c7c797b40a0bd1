import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  make,
  metaAccount,
  newChannel,
  newShortLink,
  newTag,
  newWorkspace,
  unique,
} from "../support/api";
import { meterOf } from "../support/meter";

// The ETag of a lead: test/leads/lead-etags.test.ts. Of a scenario: test/automation.

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Resource = { id: number };

/** A resource of each kind, and the body of a PUT that gives it a name. */
const KINDS: Record<string, { create: () => Promise<Resource>; named: (name: string) => object }> =
  {
    "/short-links": {
      create: () => newShortLink(client),
      named: (name) => ({ slug: name, label: name, destination_url: "https://example.com/" }),
    },
    "/segments": {
      create: () => make(client, "/segments", { name: `Segment ${unique()}`, filter: {} }),
      named: (name) => ({ name, filter: { warmth: "hot" } }),
    },
    "/channels": {
      create: () => newChannel(client),
      named: (name) => ({ name, is_default: true }),
    },
  };

describe.each(Object.entries(KINDS))("the ETag of %s", (path, { create, named }) => {
  const named1 = () => named(`etag-${unique()}`);
  const ifMatch = (etag: string, headers: Record<string, string> = {}) => ({
    headers: { ...headers, "If-Match": etag },
  });
  const tagOf = async (url: string) => (await client.get(url)).headers.get("ETag") ?? "";

  it("is that of the answer to each change, and lets only who has seen it change it", async () => {
    const url = `${path}/${(await create()).id}`;
    const first = await tagOf(url);
    const unless = { headers: { "If-None-Match": first } };
    expect((await client.get(url, undefined, unless)).status).toBe(304);
    const replaced = await client.put(url, named1(), ifMatch(`"1", ${first}`));
    expect([replaced.status, replaced.headers.get("ETag")]).toEqual([200, await tagOf(url)]);
    expect(replaced.headers.get("ETag")).not.toBe(first);
    expect((await client.get(url, undefined, unless)).status).toBe(200);
    const before = await client.get(url);
    const stale = await client.put(url, named1(), ifMatch(first));
    expect([stale.status, stale.body.code]).toEqual([412, "stale"]);
    expect((await client.put(url, named1(), ifMatch("unquoted"))).status).toBe(412);
    expect((await client.get(url)).body).toEqual(before.body);
    expect((await client.put(url, named1(), ifMatch("*"))).status).toBe(200);
    expect((await client.put(`${path}/987654321`, named1(), ifMatch("*"))).status).toBe(404);
    expect((await client.put(`${path}/987654321`, named1(), ifMatch(first))).status).toBe(404);
  });

  it("is another after each of two changes, and lets one of six pass that name the same", async () => {
    const url = `${path}/${(await create()).id}`;
    const tags = await Promise.all([1, 2].map(() => client.put(url, named1())));
    expect(new Set(tags.map(({ headers }) => headers.get("ETag"))).size).toBe(2);
    const etag = await tagOf(url);
    const answers = await Promise.all(
      [...Array(6)].map(() => client.put(url, named1(), ifMatch(etag))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it("costs a change neither a round trip nor a row that is written", async () => {
    const url = `${path}/${(await create()).id}`;
    const body = named1();
    await client.put(url, body);
    const costOf = async (etag: string) => {
      const { trips, rowsRead, rowsWritten } = await meterOf((fetcher) =>
        client.put(url, body, { ...ifMatch(etag), fetcher }),
      );
      return { trips, rowsRead, rowsWritten };
    };
    const plain = await costOf("*");
    const { rowsRead, ...others } = await costOf(await tagOf(url));
    expect({ ...others, rowsRead: plain.rowsRead }).toEqual(plain);
    expect(rowsRead - plain.rowsRead).toBeLessThanOrEqual(6);
  });
});

describe("an ETag", () => {
  const read = async (url: string) => (await client.get(url)).headers.get("ETag") ?? "";

  it("stands for what changes by itself, too, which makes no 412", async () => {
    const tag = await newTag(client);
    const link = await newShortLink(client, { tag_on_sent_id: tag.id });
    const segment = await make(client, "/segments", {
      name: "Of a tag",
      filter: { tag_ids: [tag.id] },
    });
    const urls = [`/short-links/${link.id}`, `/segments/${segment.id}`];
    const before = await Promise.all(urls.map(read));
    await client.delete(`/tags/${tag.id}`);
    const after = await Promise.all(urls.map(read));
    for (const [index, etag] of after.entries()) expect(etag).not.toBe(before[index]);
    const bodies = [
      { slug: link.slug, destination_url: "https://example.com/2" },
      { name: "Of nobody", filter: {} },
    ];
    for (const [index, body] of bodies.entries()) {
      const headers = { "If-Match": before[index] ?? "" };
      expect((await client.put(urls[index] ?? "", body, { headers })).status).toBe(200);
    }
  });

  it("of a channel is another once it has stopped, which a stale change does not end", async () => {
    const account = metaAccount();
    const channel = await newChannel(client, { provider: "whatsapp_cloud", ...account });
    const url = `/channels/${channel.id}`;
    const etag = await read(url);
    const kept = { name: channel.name, external_id: account.external_id };
    await client.put(url, { ...kept, is_active: false });
    expect(await read(url)).not.toBe(etag);
    const headers = { "If-Match": etag };
    const body = { ...kept, credentials: { access_token: "EAAG-other" } };
    expect((await client.put(url, body, { headers })).status).toBe(412);
    expect((await client.get(url)).body.data.status).toBe("stopped");
  });
});
