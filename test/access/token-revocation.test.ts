import { describe, expect, it, vi } from "vitest";
import { type Client, clientOf, idsOf, make, newWorkspace } from "../support/api";
import { directoryDb } from "../support/scope";

const forbidden = { status: 403, body: { message: "This action is unauthorized." } };
const HOURS = 3_600_000;

const later = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ["Date"] });

describe("revoking", () => {
  const idOf = async (own: Client): Promise<number> => (await own.get("/me")).body.data.token.id;
  const withToken = async (own: Client, ...abilities: string[]) => {
    const { id, token } = await make(own, "/tokens", { name: "Other", abilities });
    return Object.assign(clientOf(token, own.workspaceId), { id: id as number });
  };

  it("needs every ability of the token that is revoked", async () => {
    const own = await newWorkspace();
    const [first, limited] = [await idOf(own), await withToken(own, "tokens:write", "tags:read")];
    expect(await limited.delete(`/tokens/${first}`)).toMatchObject(forbidden);
    const wider = await withToken(own, "leads:read");
    expect(await limited.delete(`/tokens/${wider.id}`)).toMatchObject(forbidden);
    expect((await wider.get("/me")).status).toBe(200);
    const narrower = await withToken(own, "tags:read");
    expect((await limited.delete(`/tokens/${narrower.id}`)).body).toMatchObject({ deleted: 1 });
    expect((await own.delete(`/tokens/${wider.id}`)).status).toBe(200);
  });

  it("leaves one token that can make others", async () => {
    const own = await newWorkspace();
    const first = await idOf(own);
    const last = {
      status: 409,
      body: { message: "This is the last token that can create others.", code: "conflict" },
    };
    expect(await own.delete(`/tokens/${first}`)).toMatchObject(last);
    const expires_at = new Date(Date.now() + HOURS).toISOString();
    await make(own, "/tokens", { name: "Reader", abilities: ["tokens:read", "tags:write"] });
    const brief = await make(own, "/tokens", { name: "Brief", expires_at });
    later(2 * HOURS);
    expect(await own.delete(`/tokens/${first}`)).toMatchObject(last);
    expect((await own.delete(`/tokens/${brief.id}`)).status).toBe(200);
    const other = await withToken(own, "*");
    expect((await other.delete(`/tokens/${first}`)).status).toBe(200);
    expect(await other.delete(`/tokens/${other.id}`)).toMatchObject(last);
  });

  it("leaves one of two that revoke each other at once", async () => {
    const own = await newWorkspace();
    const [first, other] = [await idOf(own), await withToken(own, "*")];
    const answers = await Promise.all([
      own.delete(`/tokens/${other.id}`),
      other.delete(`/tokens/${first}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const left = [own, other].map(async (one) => (await one.get("/tokens")).status);
    expect(await Promise.all(left)).toContain(200);
  });

  it("takes the tokens that a token has made, and those that they have made, if asked", async () => {
    const own = await newWorkspace();
    const child = await withToken(own, "tokens:write", "tags:read");
    const grandchild = await withToken(child, "tokens:write", "tags:read");
    const last = await withToken(grandchild, "tags:read");
    const sibling = await withToken(own, "tags:read");
    expect((await last.get("/me")).body.data.token.made_by).toBe(grandchild.id);
    expect((await own.delete(`/tokens/${grandchild.id}`)).body.deleted).toBe(1);
    expect((await last.get("/me")).body.data.token.made_by).toBe(child.id);
    expect((await own.delete(`/tokens/${child.id}?children=1`)).body.deleted).toBe(2);
    expect((await last.get("/me")).status).toBe(401);
    expect((await sibling.get("/me")).body.data.token.made_by).toBe(await idOf(own));
    expect((await own.delete(`/tokens/${await idOf(own)}?children=1`)).status).toBe(409);
    expect((await sibling.get("/me")).status).toBe(200);
  });

  it("ends what a token makes at once, also where it is still taken for valid", async () => {
    const own = await newWorkspace();
    const revoked = await withToken(own, "tokens:write");
    const elsewhere = "delete from tokens where workspace_id = ? and id = ?";
    expect((await revoked.get("/me")).status).toBe(200);
    await directoryDb.prepare(elsewhere).bind(own.workspaceId, revoked.id).run();
    expect((await revoked.post("/tokens", { name: "Child" })).status).toBe(401);
    expect((await revoked.get("/me")).status).toBe(401);
    expect(await idsOf(own, "/tokens")).toHaveLength(1);
  });

  it("is 404 for a token of another workspace", async () => {
    const [own, other] = [await newWorkspace(), await newWorkspace()];
    expect((await own.delete(`/tokens/${await idOf(other)}?children=1`)).status).toBe(404);
    expect((await other.get("/me")).status).toBe(200);
  });
});

describe("a workspace", () => {
  it("has at most 100 tokens, also when they are made at once", async () => {
    const own = await newWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 101 }, () => own.post("/tokens", { name: "One of many" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { message: "A workspace has at most 100 tokens.", code: "quota_reached" },
    });
    expect(await idsOf(own, "/tokens?per_page=100")).toHaveLength(100);
  });
});
