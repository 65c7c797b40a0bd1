import { describe, expect, it } from "vitest";
import { newToken, sameSecret, seal, sha256, unseal } from "#lib/crypto";

describe("newToken", () => {
  it("is lea_ and 32 random bytes in base64url", () => {
    const tokens = Array.from({ length: 200 }, newToken);
    for (const token of tokens) expect(token).toMatch(/^lea_[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(200);
    expect(new Set(tokens.map((token) => token.slice(4, 6))).size).toBeGreaterThan(50);
  });
});

describe("sha256", () => {
  it("is the digest in hex, of text and of bytes", async () => {
    const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(await sha256("abc")).toBe(abc);
    expect(await sha256(new TextEncoder().encode("abc").buffer as ArrayBuffer)).toBe(abc);
    expect(await sha256("é")).not.toBe(await sha256("e\u0301"));
  });
});

describe("sameSecret", () => {
  it("distinguishes secrets of any length", async () => {
    expect(await sameSecret("secret", "secret")).toBe(true);
    for (const other of ["", "secre", "secret ", "Secret", "secres", "s"])
      expect(await sameSecret(other, "secret"), other).toBe(false);
  });
});

describe("seal", () => {
  const PLACE = { purpose: "test", row: 1 };

  const KEY = "0123456789abcdef0123456789abcdef";

  it.each(["", "short", "é🙂\0", "x".repeat(100_000)])("is undone by unseal", async (text) => {
    expect(await unseal(KEY, PLACE, await seal(KEY, PLACE, text))).toBe(text);
  });

  it("never gives the same result, and shows nothing of the text", async () => {
    const [one, other] = [
      await seal(KEY, PLACE, "lea_secret"),
      await seal(KEY, PLACE, "lea_secret"),
    ];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(atob(one.replaceAll("-", "+").replaceAll("_", "/"))).not.toContain("secret");
  });

  it("can be opened only whole, with its own secret and for its own purpose", async () => {
    const sealed = await seal(KEY, PLACE, "text");
    await expect(unseal(KEY.replace("0", "1"), PLACE, sealed)).rejects.toThrow();
    await expect(unseal(KEY, { ...PLACE, purpose: "other" }, sealed)).rejects.toThrow();
    await expect(unseal(KEY, { ...PLACE, row: 2 }, sealed)).rejects.toThrow();
    const flipped = (sealed.at(20) === "A" ? "B" : "A") + sealed.slice(21);
    await expect(unseal(KEY, PLACE, sealed.slice(0, 20) + flipped)).rejects.toThrow();
    await expect(unseal(KEY, PLACE, sealed.slice(0, 10))).rejects.toThrow();
  });
});
