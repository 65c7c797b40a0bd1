import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { whenIdle } from "../support/import-files";

let client: Client;
beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

const CSV = "ext_id,first_name\r\na,Zoé\r\n";
const formOf = (file: Blob, name: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", file, name);
  return form;
};
const send = (path: string, raw: BodyInit, headers = {}) =>
  client.post(path, undefined, { raw, headers });

/** A body as a program sends it that writes its forms by hand. */
const written = (parts: string[], { boundary = "B", end = "--B--\r\n" } = {}) => ({
  raw: parts.map((part) => `--B\r\n${part}\r\n`).join("") + end,
  headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
});
const FILE =
  'Content-Disposition: form-data; name="file"; filename="f.csv"\r\n' +
  "Content-Type: text/csv\r\n\r\next_id\r\nx";
const FIELD = 'Content-Disposition: form-data; name="note"\r\n\r\nhello';

const stored = async () => {
  const [imports, media] = [`imports/${client.workspaceId}/`, `media/${client.workspaceId}/`];
  const objects = await Promise.all(
    [imports, media].map((prefix) => testEnv.FILES.list({ prefix })),
  );
  const list = (await client.get("/imports?per_page=100")).body.data;
  return { imports: list.length, objects: objects.map((one) => one.objects.length) };
};

describe("a form with one file", () => {
  it("is imported as that file, under its name", async () => {
    const sent = await send("/imports", formOf(new Blob([CSV]), "clients été.csv", { a: "1" }));
    expect(sent.status, sent.text).toBe(201);
    expect(sent.body.data).toMatchObject({
      ...{ name: "clients été.csv", columns: ["ext_id", "first_name"], bytes: CSV.length + 1 },
    });
    const id = sent.body.data.id;
    expect((await client.post(`/imports/${id}/start`, { mode: "upsert" })).status).toBe(202);
    expect((await whenIdle(client, id)).counts.created).toBe(1);
    const named = await send("/imports?name=mine", formOf(new Blob([CSV]), "C:\\a\\b.csv"));
    expect(named.body.data.name).toBe("mine");
    const bare = await send("/imports", formOf(new Blob([CSV]), "C:\\a/b.csv"));
    expect(bare.body.data.name).toBe("b.csv");
  });

  it("may be larger than what is held of it, and hold whatever bytes", async () => {
    const line = `${"x".repeat(1_000)}\r\n--\r\n----B\r\n`;
    const file = new Blob(["a\r\n", line.repeat(12_000)]);
    const empty = await send("/imports", "");
    const part = await client.put(`/imports/${empty.body.data.id}/parts/1`, undefined, {
      raw: formOf(file, "large.csv"),
    });
    expect(part.status, part.text).toBe(200);
    expect(part.body.data.bytes).toBe(file.size);
  });

  it("is stored as a medium with its own type", async () => {
    const png = new Blob([new Uint8Array([0x89, 0x50, 13, 10, 45, 45, 0])], { type: "image/png" });
    const { status, text, body } = await send("/media", formOf(png, "pixel.png"));
    expect(status, text).toBe(201);
    expect(body.data).toMatchObject({
      ...{ kind: "image", mime_type: "image/png", size: 7, filename: "pixel.png" },
    });
    const named = await send("/media?filename=mine.png", formOf(png, "pixel.png"));
    expect(named.body.data.filename).toBe("mine.png");
  });

  it("is the same request as before with the same key, in whatever form the file comes", async () => {
    const headers = { "Idempotency-Key": "form" };
    const first = await send("/imports", formOf(new Blob([CSV]), "a.csv"), headers);
    const again = await send("/imports", formOf(new Blob([CSV]), "a.csv"), headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  });

  it.each([
    ["two files", written([FILE, FILE]), "only one file"],
    ["no file", written([FIELD]), "must have a file"],
    ["no parts", written([]), "must have a file"],
    ["an empty file", written([`${FILE.split("\r\n\r\n")[0]}\r\n\r\n`]), "is empty"],
    ["no end", written([FILE], { end: "" }), "cut off"],
    ["half an end", written([FILE], { end: "--B" }), "cut off"],
    ["another boundary", written([FILE], { boundary: "C" }), "cut off"],
    ["no boundary", written([FILE], { boundary: "" }), "name the boundary"],
    ["a boundary that can't be", written([FILE], { boundary: `"${"b".repeat(71)}"` }), "boundary"],
    ["headers without an end", written([`X: ${"y".repeat(20_000)}`]), "malformed"],
    ["a long field", written([FIELD + "x".repeat(70_000), FILE]), "malformed"],
    ["too many fields", written([...Array<string>(101).fill(FIELD), FILE]), "malformed"],
    ["no disposition", written(["X: y\r\n\r\nabc"]), "malformed"],
    [
      "a form within",
      written([
        "Content-Disposition: form-data; name=a\r\nContent-Type: multipart/mixed; boundary=C\r\n\r\n",
      ]),
      "malformed",
    ],
    [
      "text before it",
      { ...written([FILE]), raw: "x".repeat(5_000) + written([FILE]).raw },
      "malformed",
    ],
    ["text behind it", written([FILE], { end: `--B--${"x".repeat(5_000)}` }), "malformed"],
    [
      "another multipart type",
      { ...written([FILE]), headers: { "Content-Type": "multipart/mixed; boundary=B" } },
      "multipart/form-data",
    ],
  ])("is refused, and nothing is stored, with %s", async (_, { raw, headers }, message) => {
    const before = await stored();
    for (const path of ["/imports", "/media?kind=document"]) {
      const { status, body } = await send(path, raw, headers);
      expect([status, body.errors]).toEqual([422, { body: [expect.stringContaining(message)] }]);
    }
    expect(await stored()).toEqual(before);
  });

  it("may be written by hand, with fields before and behind its file", async () => {
    const { raw, headers } = written([FIELD, FILE, FIELD], { boundary: '"B"' });
    const { status, body } = await send("/imports", raw, headers);
    expect([status, body.data.name, body.data.columns]).toEqual([201, "f.csv", ["ext_id"]]);
  });
});
