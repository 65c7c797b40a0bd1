import { describe, expect, it } from "vitest";
import { redact } from "#features/messaging/outbound/providers/redact";

const TOKEN = "EAAG/m0+x=Z é4";
const credentials = {
  access_token: TOKEN,
  signing_secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  verify_token: "",
};
const clean = (text: string) => redact(text, credentials);

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const asUnicode = (text: string) =>
  text.replace(/./g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

describe("redact", () => {
  it.each([
    ["as it is", TOKEN],
    ["percent-encoded", encodeURIComponent(TOKEN)],
    [
      "percent-encoded in lower case",
      encodeURIComponent(TOKEN).toLowerCase().replace("eaag", "EAAG").replace("z", "Z"),
    ],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(TOKEN))],
    ["percent-encoded in part", TOKEN.replace("/", "%2F")],
    ["in a form", new URLSearchParams({ t: TOKEN }).toString().slice(2)],
    ["with slashes escaped", TOKEN.replace("/", "\\/")],
    ["in Unicode escapes", asUnicode(TOKEN)],
    ["in Unicode escapes, twice", escaped(asUnicode(TOKEN))],
    ["in Unicode escapes, in part", TOKEN.replace("é", "\\u00E9")],
  ])("finds a token %s", (_, spelled) => {
    expect(clean(`Malformed access token ${spelled}!`)).toBe("Malformed access token [redacted]!");
  });

  it("finds one that JSON has escaped", () => {
    const verify_token = 'quo"te\\back';
    for (const spelled of [verify_token, escaped(verify_token), escaped(escaped(verify_token))])
      expect(redact(`<${spelled}>`, { verify_token })).toBe("<[redacted]>");
  });

  it("finds every credential, wherever it stands, and a signing secret without its prefix", () => {
    const [, key] = credentials.signing_secret.split("_");
    expect(clean(`${TOKEN}${TOKEN} ${credentials.signing_secret} ${key}`)).toBe(
      "[redacted][redacted] [redacted] [redacted]",
    );
    expect(redact("abcd abc", { app_secret: "abc", access_token: "abcd" })).toBe(
      "[redacted] [redacted]",
    );
  });

  it.each([
    "",
    "Nothing to hide: 100 % of é, \\u00e9 and %C3%A9, \\ and +.",
    TOKEN.slice(0, -1),
    TOKEN.toLowerCase(),
  ])("leaves %j unchanged", (text) => {
    expect(clean(text)).toBe(text);
  });

  it("copes with long credentials, long texts or a lack of credentials", () => {
    const access_token = "aB+/".repeat(5_000);
    expect(
      redact(`${"\\".repeat(20_000)}${"%25".repeat(20_000)}:${encodeURIComponent(access_token)}`, {
        access_token,
      }),
    ).toMatch(/%25:\[redacted\]$/);
    expect(redact("text", {})).toBe("text");
  });
});
