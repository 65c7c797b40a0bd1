import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { type Client, newWorkspace, unique, withAbilities } from "../support/api";
import { testEnv } from "../support/env";
import { metered, serveWith } from "../support/meter";

// The cost in D1 of wrong tokens, and wrong channels of platform webhooks, that an address guesses.

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

// Each test has an hour of its own. The clock stands still at its beginning.
let hour = Date.UTC(2031, 0, 1);
beforeEach(() => {
  hour += 3_600_000;
  vi.useFakeTimers({ now: hour, toFake: ["Date"] });
});

const wrongToken = () => `lea_${String(unique()).padStart(43, "0")}`;
const ask = async (address: string, path: string, token?: string, from = serve) =>
  from(
    new Request(`http://localhost${path}`, {
      headers: {
        "CF-Connecting-IP": address,
        ...(token && { Authorization: `Bearer ${token}` }),
      },
    }),
  );
const { meter, database } = metered(testEnv.DB);
const serve = serveWith(database);
const me = async (address: string, token: string) => (await ask(address, "/v1/me", token)).status;

describe("an address that has sent 300 wrong tokens in a minute", () => {
  it("has 60 further ones looked up in each minute, and shuts out no token that is known", async () => {
    const address = `192.0.2.${unique()}`;
    const [known, unknown] = [client.token, (await withAbilities(client, "*")).token];
    for (let n = 0; n < 300; n++) expect(await me(address, wrongToken())).toBe(401);
    expect(await me(address, known)).toBe(200);
    principals.delete(unknown);
    for (let n = 0; n < 60; n++) expect(await me(address, wrongToken())).toBe(401);
    meter.trips = 0;
    const refused = await ask(address, "/v1/me", wrongToken());
    expect([refused.status, refused.headers.get("Retry-After"), meter.trips]).toEqual([
      429,
      "60",
      0,
    ]);
    expect(await refused.json()).toMatchObject({ code: "rate_limited" });
    expect([await me(address, unknown), await me(address, known)]).toEqual([429, 200]);
    expect(await me(`198.51.100.${unique()}`, unknown)).toBe(200);
    // The next minute begins with the limit, and the one after a quiet one without.
    vi.setSystemTime(Date.now() + 60_000);
    for (let n = 0; n < 60; n++) expect(await me(address, wrongToken())).toBe(401);
    expect(await me(address, wrongToken())).toBe(429);
    expect(await me(address, known)).toBe(200);
    vi.setSystemTime(Date.now() + 120_000);
    for (let n = 0; n < 61; n++) expect(await me(address, wrongToken())).toBe(401);
  });

  it("is all of the addresses that begin with the same 64 bits, where these are IPv6", async () => {
    for (let n = 0; n < 370; n++) await me(`2001:db8:5:7::${n.toString(16)}`, wrongToken());
    expect(await me("2001:db8:5:7:1:2:3:4", wrongToken())).toBe(429);
    expect(await me("2001:db8:5:8::1", wrongToken())).toBe(401);
  });
});

it("an address that has asked for 300 channels that don't exist has 60 further ones looked up", async () => {
  const address = `203.0.113.${unique()}`;
  const handshake = async () =>
    (await ask(address, `/webhooks/whatsapp/${4_000_000_000 + unique()}?hub.mode=subscribe`))
      .status;
  for (let n = 0; n < 360; n++) expect(await handshake()).toBe(404);
  expect(await handshake()).toBe(429);
  expect(await me(address, client.token)).toBe(200);
});
