import { describe, expect, it } from "vitest";
import { signToken, verifyToken } from "#features/links/recipients/token";

const SECRET = "a-secret-of-the-tests-0123456789abcdef";
const OTHER = "another-secret-of-the-tests-0123456789";

describe("recipients' tokens", () => {
  it.each([1, 35, 36, 4_711, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    "name the link send %d for the holder of the secret",
    async (sendId) => {
      const token = await signToken(SECRET, 5, sendId);
      expect(token).toMatch(/^[\w-]{17,27}$/);
      expect(await verifyToken([SECRET], 5, token)).toBe(sendId);
      expect(await verifyToken([OTHER, undefined, SECRET], 5, token)).toBe(sendId);
    },
  );

  it("are valid for no other link, send or secret", async () => {
    const token = await signToken(SECRET, 5, 311);
    expect(await verifyToken([SECRET], 6, token)).toBeNull();
    expect(await verifyToken([OTHER], 5, token)).toBeNull();
    expect(await verifyToken([undefined], 5, token)).toBeNull();
    expect(await verifyToken([SECRET], 5, token.slice(0, 16) + (312).toString(36))).toBeNull();
  });

  it("have one spelling only", async () => {
    const token = await signToken(SECRET, 5, 311);
    const changed = [...token].flatMap((_, index) =>
      ["A", "z", "-", "_", "9"].map(
        (character) => token.slice(0, index) + character + token.slice(index + 1),
      ),
    );
    for (const other of changed.filter((other) => other !== token))
      expect(await verifyToken([SECRET], 5, other), other).toBeNull();
    for (const other of [
      `${token} `,
      ` ${token}`,
      `${token}=`,
      `${token}%`,
      `0${token}`,
      `${token.slice(0, 16)}0${token.slice(16)}`,
    ])
      expect(await verifyToken([SECRET], 5, other), other).toBeNull();
  });

  it.each([
    "",
    "1",
    "A".repeat(16),
    `${"A".repeat(16)}0`,
    `${"A".repeat(16)}zzzzzzzzzzz`,
    "A".repeat(5_000),
    "é".repeat(20),
  ])("are refused at once when they are malformed: %j", async (token) => {
    expect(await verifyToken([SECRET], 5, token)).toBeNull();
  });
});
