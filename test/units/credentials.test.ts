import { describe, expect, it } from "vitest";
import { openCredentials, sealCredentials } from "#features/messaging/channels/credentials";
import { seal } from "#lib/crypto";
import { keyId } from "#lib/sealing";

const [KEY, BEFORE, OTHER] = ["k", "b", "o"].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
];
const credentials = {
  access_token: "EAAG-access",
  app_secret: "app-secret",
  verify_token: "verify-me",
};

describe("credentials", () => {
  it("are opened by the key that sealed them, also the previous one", async () => {
    const sealed = await sealCredentials(BEFORE, 7, credentials);
    expect(sealed).not.toContain("access");
    for (const keys of [[BEFORE], [KEY, BEFORE], [BEFORE, KEY], [undefined, BEFORE]]) {
      expect(await openCredentials(keys, 7, sealed)).toEqual(credentials);
    }
  });

  it("are opened by no other key, in no other row, and not for another purpose", async () => {
    const sealed = await sealCredentials(BEFORE, 7, credentials);
    for (const keys of [[], [KEY], [KEY, undefined], [KEY, ""], [KEY, OTHER]])
      await expect(openCredentials(keys, 7, sealed)).rejects.toThrow();
    await expect(openCredentials([BEFORE], 8, sealed)).rejects.toThrow();
    const foreign = await seal(KEY, { purpose: "idempotency", row: 7 }, "{}");
    await expect(openCredentials([KEY], 7, foreign)).rejects.toThrow();
    await expect(openCredentials([KEY], 7, "no sealed text")).rejects.toThrow();
  });
});

describe("the id of a key", () => {
  it("is always the same, and different for another key", async () => {
    expect(await keyId(KEY)).toMatch(/^[\w-]{8}$/);
    expect(await keyId(KEY)).toBe(await keyId(KEY));
    expect(new Set(await Promise.all([KEY, BEFORE, OTHER].map(keyId))).size).toBe(3);
  });
});
