import { beforeAll, describe, expect, it } from "vitest";
import { type Client, idsOf, newLead, newWorkspace } from "../support/api";

describe("search", () => {
  let client: Client;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    client = await newWorkspace();
    const people: Record<string, object> = {
      elodie: { first_name: "Élodie", last_name: "Müller-Straße", email: "Elodie.Muller@Example.com", username: "élo_die" },
      soren: { first_name: "Søren", last_name: "Ærø", email: "100%_off@example.com", phone: "+45 20 12 34 56" },
      quote: { first_name: 'Ann "The* OR', last_name: "NEAR(x)", username: "a'b\"c" },
      emoji: { first_name: "🦊🦊🦊", last_name: "Fox 👩‍👩‍👧", username: "日本語テスト" },
      long: { first_name: "x".repeat(255), last_name: "y".repeat(255) },
      first: { first_name: "Solo" },
      last: { last_name: "Martin" },
      greek: { first_name: "ΟΔΥΣΣΕΥΣ", last_name: "Ñandú" },
    };
    for (const [key, person] of Object.entries(people)) ids[key] = (await newLead(client, { first_name: null, ...person })).id;
    const other = await newWorkspace();
    for (const person of Object.values(people)) await newLead(other, person);
  });

  it.each([
    ["name", "elodie", ["elodie"]],
    ["name", "ÉLODIE", ["elodie"]],
    ["name", "die mul", ["elodie"]],
    ["name", "strasse", ["elodie"]],
    ["name", "soren aero", ["soren"]],
    ["name", "søren", ["soren"]],
    ["name", 'ann "the* or', ["quote"]],
    ["name", "NEAR(", ["quote"]],
    ["name", '"', ["quote"]],
    ["name", "*", ["quote"]],
    ["name", "🦊🦊🦊", ["emoji"]],
    ["name", "🦊", ["emoji"]],
    ["name", "👩‍👩‍👧", ["emoji"]],
    ["name", "x".repeat(255), ["long"]],
    ["name", "xy", []],
    ["name", "x y", ["long"]],
    ["name", "odyss", []],
    ["name", "οδυσσευσ", ["greek"]],
    ["name", "nandu", ["greek"]],
    ["name", "solo", ["first"]],
    ["name", "martin", ["last"]],
    ["name", "%", []],
    ["name", "_", []],
    ["email", "elodie.muller@", ["elodie"]],
    ["email", "100%_", ["soren"]],
    ["email", "0%", ["soren"]],
    ["email", "_o", ["soren"]],
    ["email", "EXAMPLE", ["soren", "elodie"]],
    ["phone", "+4520", ["soren"]],
    ["phone", "12345", ["soren"]],
    ["username", "elo_", ["elodie"]],
    ["username", "a'b\"c", ["quote"]],
    ["username", "本語", ["emoji"]],
    ["username", "日本語テスト", ["emoji"]],
    ["username", "elo-die", []],
    ["name", "\u0301", []],
  ])("finds by %s %j", async (field, wanted, found) => {
    const listed = await idsOf(client, `/leads?${field}=${encodeURIComponent(wanted)}`);
    expect(listed).toEqual(found.map((key) => ids[key]));
  });

  it("follows changes and deletions", async () => {
    const { id } = await newLead(client, { first_name: "Before", last_name: "Kept" });
    await client.patch(`/leads/${id}`, { first_name: "After" });
    expect(await idsOf(client, "/leads?name=before")).toEqual([]);
    expect(await idsOf(client, "/leads?name=after%20kept")).toEqual([id]);
    await client.patch(`/leads/${id}`, { first_name: null });
    expect(await idsOf(client, "/leads?name=kept")).toEqual([id]);
    await client.delete(`/leads/${id}`);
    expect(await idsOf(client, "/leads?name=kept")).toEqual([]);
  });

  it("takes no more than 255 characters", async () => {
    const { status, body } = await client.get(`/leads?name=${"🦊".repeat(256)}`);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ name: ["The name field must not be greater than 255 characters."] });
    expect((await client.get(`/leads?name=${encodeURIComponent("🦊".repeat(255))}`)).status).toBe(200);
  });
});
