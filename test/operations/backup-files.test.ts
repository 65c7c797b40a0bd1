import { beforeAll, describe, expect, it, vi } from "vitest";
import { sha256 } from "#lib/crypto";
import {
  call,
  newChannel,
  newLead,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { beginBackup, keysOf, operate, workBackup } from "../support/backups";

let backup: { id: number };
let id: number;

beforeAll(async () => {
  const client = await newWorkspace();
  id = client.workspaceId;
  for (const make of [newLead, newTag, newChannel, newScenario, newShortLink]) await make(client);
  backup = await beginBackup(id);
  expect((await operate("GET", `/backups/${backup.id}/files`)).body.data).toEqual([]);
  await workBackup(backup.id);
});

describe("the files of a backup", () => {
  type File = { name: string; bytes: number; sha256: string; url: string };
  const list = async (query = "") => {
    const { body } = await operate("GET", `/backups/${backup.id}/files${query}`);
    return body as { data: File[]; links: { next: string | null; prev: string | null } };
  };
  const download = (url: string, range?: string) =>
    call("GET", url, { ...(range && { headers: { Range: range } }) });

  it("are listed in pages, and each is what its hash says", async () => {
    const first = await list("?per_page=10");
    expect(first.data.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["directory.json", "manifest.json", "leads/0.ndjson"]),
    );
    const next = await list(new URL(first.links.next!).search);
    const back = await list(new URL(next.links.prev!).search);
    const namesOf = ({ data }: { data: File[] }) => data.map(({ name }) => name);
    expect(namesOf(back)).toEqual(namesOf(first));
    const all = await list("?per_page=100");
    expect(all.links.next).toBeNull();
    expect(namesOf(all).slice(10, 20)).toEqual(namesOf(next));
    expect(all.data).toHaveLength((await keysOf(id)).length);
    for (const { url, bytes, sha256: hash } of first.data) {
      const { status, text, headers } = await download(url);
      expect([status, headers.get("Content-Length")]).toEqual([200, String(bytes)]);
      expect(await sha256(text)).toBe(hash);
    }
  });

  it("are downloaded in parts, too", async () => {
    const { data } = await list();
    const { url, bytes } = data.find(({ name }) => name === "manifest.json")!;
    const { text } = await download(url);
    const cases: [range: string, status: number, bytes: string, of: string | null][] = [
      ["bytes=0-9", 206, text.slice(0, 10), `bytes 0-9/${bytes}`],
      ["bytes=10-", 206, text.slice(10), `bytes 10-${bytes - 1}/${bytes}`],
      ["bytes=-7", 206, text.slice(-7), `bytes ${bytes - 7}-${bytes - 1}/${bytes}`],
      [`bytes=5-${bytes + 9}`, 206, text.slice(5), `bytes 5-${bytes - 1}/${bytes}`],
      [`bytes=${bytes}-`, 416, "", `bytes */${bytes}`],
      ["bytes=-0", 416, "", `bytes */${bytes}`],
      ["bytes=9-1", 200, text, null],
      ["bytes=0-1,4-5", 200, text, null],
      ["rows=0-1", 200, text, null],
    ];
    for (const [range, ...wanted] of cases) {
      const answer = await download(url, range);
      const found = [answer.status, answer.text, answer.headers.get("Content-Range")];
      expect(found, range).toEqual(wanted);
    }
  });

  it("are nobody's by another URL, nor after an hour", async () => {
    const { data } = await list();
    const url = data.find(({ name }) => name === "manifest.json")!.url;
    const [signature = "", name = ""] = url.split("/").slice(-2);
    const [signed, number, until] = signature.split(".");
    const later = (Number.parseInt(until!, 36) + 60).toString(36);
    for (const wrong of [
      url.replace(name, "directory.json"),
      url.replace(name, "..%2F..%2Fmanifest.json"),
      url.replace(signature, `${signed}.${number}.${later}`),
      url.replace(signature, `${signed}.${(backup.id + 1).toString(36)}.${until}`),
      url.replace(signature, `${signature[0] === "A" ? "B" : "A"}${signature.slice(1)}`),
      url.replace(signature, "x"),
    ])
      expect([wrong, (await download(wrong)).status]).toEqual([wrong, 403]);
    expect((await download(`${url}?unknown=1`)).status).toBe(422);
    vi.useFakeTimers({ now: Date.now() + 3_602_000, toFake: ["Date"] });
    expect((await download(url)).status).toBe(403);
  });
});
