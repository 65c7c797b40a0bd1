import { beforeAll, describe, expect, it } from "vitest";
import { type Client, call, newWorkspace, withAbilities } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { filesOf, removeFiles, runMediaFetcher } from "../support/media";
import { databaseWith, down, onlyAt } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Upload = { type?: string; query?: string; headers?: object; env?: Partial<typeof testEnv> };

const upload = (
  raw: string | ReadableStream,
  { type = "image/png", query = "", headers = {}, env = {} }: Upload = {},
  token = client.token,
) =>
  call("POST", `/v1/media${query}`, {
    ...{
      token,
      raw: raw as string,
      headers: { "Content-Type": type, ...lengthOf(raw), ...headers },
    },
    fetcher: (request) => serve(request, env),
  });

const lengthOf = (raw: string | ReadableStream): Record<string, string> =>
  typeof raw === "string" ? { "Content-Length": String(raw.length) } : {};

/** A body of unknown length. */
const streamed = (text: string) => new Blob([text]).stream();

describe("an upload", () => {
  it.each([
    ["of known length", (text: string) => text],
    ["of unknown length", streamed],
  ])("%s is stored and shown", async (_, bodyOf) => {
    const { status, body, text } = await upload(bodyOf("a picture"));
    expect(status, text).toBe(201);
    expect(body.data).toMatchObject({
      ...{ state: "stored", failure: null, kind: "image", mime_type: "image/png", size: 9 },
      filename: null,
    });
    expect((await client.get(`/media/${body.data.id}`)).body.data.id).toBe(body.data.id);
    expect((await call("GET", body.data.url)).text).toBe("a picture");
    expect(await filesOf(client)).toContain(`media/${client.workspaceId}/${body.data.id}`);
  });

  it.each([
    ["image/webp", "", "sticker"],
    ["video/mp4; codecs=avc1", "", "video"],
    ["audio/mpeg", "", "audio"],
    ["text/html", "", "document"],
    ["image/png", "?kind=document&filename=Plan.png", "document"],
  ])("of %s%s is a %s", async (type, query, kind) => {
    const { body } = await upload("x", { type, query });
    expect(body.data).toMatchObject({ kind, filename: query === "" ? null : "Plan.png" });
  });

  it.each([
    ["no type", { type: "" }, "x", 422, "body"],
    ["another kind", { query: "?kind=video" }, "x", 422, "kind"],
    ["nothing", {}, "", 422, "body"],
    ["an unknown parameter", { query: "?name=a" }, "x", 422, "name"],
  ] as const)("with %s is refused", async (_, options, raw, status, field) => {
    const answer = await upload(raw, options);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, [field]]);
  });

  it("larger than its kind is refused, whatever its length says", async () => {
    const own = await newWorkspace();
    const large = "x".repeat(512_001);
    for (const raw of [large, streamed(large)])
      expect((await upload(raw, { type: "image/webp" }, own.token)).status).toBe(413);
    await removeFiles();
    expect(await filesOf(own)).toEqual([]);
    expect(await rowsOf("select id from media where workspace_id = ?", own.workspaceId)).toEqual(
      [],
    );
  });

  it("needs a token that may write conversations", async () => {
    const reader = await withAbilities(client, "conversations:read");
    expect((await upload("x", {}, reader.token)).status).toBe(403);
    expect((await upload("x", {}, "")).status).toBe(401);
  });

  it("is carried out once by its key", async () => {
    const own = await newWorkspace();
    const keyed = (raw: string, env = {}) =>
      upload(raw, { headers: { "Idempotency-Key": "once" }, env }, own.token);
    const first = await keyed("one");
    expect(first.status).toBe(201);
    const again = await keyed("one");
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect((await keyed("two")).status).toBe(422);
    await removeFiles();
    expect(await filesOf(own)).toEqual([`media/${own.workspaceId}/${first.body.data.id}`]);
  });

  it("that dies leaves nothing behind", async () => {
    const own = await newWorkspace();
    for (const at of [1, 2, 3]) {
      const DB = databaseWith(onlyAt(at, down));
      await upload("half", { env: { DB } }, own.token);
    }
    await later(3_700_000, async () => {
      await runMediaFetcher(own);
      await removeFiles();
    });
    const rows = await rowsOf<{ id: number; state: string }>(
      "select id, state from media where workspace_id = ?",
      own.workspaceId,
    );
    expect((await filesOf(own)).length).toBe(rows.length);
    expect(rows.every(({ state }) => state === "stored")).toBe(true);
  });

  it("counts for the quota, and is refused beyond it", async () => {
    const own = await newWorkspace();
    await testEnv.DB.prepare("update workspaces set quotas = '{\"media_bytes\":4}' where id = ?")
      .bind(own.workspaceId)
      .run();
    const first = await upload("four", {}, own.token);
    expect(first.status).toBe(201);
    expect((await own.get("/usage")).body.data.stored.media_bytes).toBe(4);
    expect((await upload("x", {}, own.token)).body.errors).toEqual({
      quota: ["The workspace has reached its quota of 4 bytes of files (media_bytes)."],
    });
    await own.delete(`/media/${first.body.data.id}`);
    await removeFiles();
    expect((await upload("x", {}, own.token)).status).toBe(201);
  });
});
