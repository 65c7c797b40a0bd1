import { describe, expect, it } from "vitest";
import { verifySignature } from "#features/messaging/inbound/signature";

const bytes = (body: string | Uint8Array) =>
  new Uint8Array(typeof body === "string" ? new TextEncoder().encode(body) : body).buffer;

const SECRET = "app-secret-123";
const BODY = bytes('{"object":"whatsapp_business_account","entry":[]}');
const HEX = "20e391a99a86fc5adf7e3a453236d20c906360291977896cf2f671e03bb95703";

describe("Meta's signature", () => {
  // All but the first were computed with Python's hmac and with openssl.
  it.each([
    [SECRET, BODY, HEX],
    [
      "another-secret",
      bytes('{"object":"instagram","entry":[]}'),
      "7fcd1f3cbf387f8fd32c818a42f22f71432c4843667a9058db3146db60b32b4e",
    ],
    [
      "0123456789abcdef0123456789abcdef",
      bytes('{"text":"Olá 🎉"}'),
      "4c269e24b071d79907fa914f364df4c0808507c381926d9244905b2fdc93ff74",
    ],
    ["clé secrète", bytes(""), "90b223a3bb0c6c9bd74c5296ed55c5ecaec18b6588f46f057c94360d323c1c3c"],
    [
      "k".repeat(100),
      bytes(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
      "8d122ff30588a023f0a5eddb0d2f237d150dd0a5c39aea336ca452067d4efe69",
    ],
  ])("with the secret %s equals that of other implementations", async (secret, body, hex) => {
    expect(await verifySignature(secret, body, `sha256=${hex}`)).toBe(true);
  });

  it("is valid for no other body or secret", async () => {
    expect(
      await verifySignature(
        SECRET,
        bytes('{"object":"whatsapp_business_account","entry":[] }'),
        `sha256=${HEX}`,
      ),
    ).toBe(false);
    expect(await verifySignature(SECRET, bytes(""), `sha256=${HEX}`)).toBe(false);
    for (const secret of ["app-secret-124", "app-secret-12", ""])
      expect(await verifySignature(secret, BODY, `sha256=${HEX}`)).toBe(false);
  });

  it("is valid with no other digits", async () => {
    for (let index = 0; index < HEX.length; index++) {
      const other = `${HEX.slice(0, index)}${HEX[index] === "0" ? "1" : "0"}${HEX.slice(index + 1)}`;
      expect(await verifySignature(SECRET, BODY, `sha256=${other}`), other).toBe(false);
    }
  });

  it.each([
    undefined,
    "",
    "sha256=",
    HEX,
    `sha1=${HEX}`,
    `SHA256=${HEX}`,
    `sha256=${HEX.toUpperCase()}`,
    `sha256=${HEX}0`,
    `sha256=${HEX.slice(1)}`,
    ` sha256=${HEX}`,
    `sha256=${HEX}\n`,
    `sha256=${HEX}, sha256=${HEX}`,
    `sha256=${"g".repeat(64)}`,
  ])("has one spelling only: not %j", async (header) => {
    expect(await verifySignature(SECRET, BODY, header)).toBe(false);
  });
});
