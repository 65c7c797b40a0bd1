import { describe, expect, it } from "vitest";
import { consentGiven, type SourceConsent } from "#features/imports/sources/consent";
import { allowedOrigin } from "#features/imports/sources/forms/door";
import { SourceForm } from "#features/imports/sources/forms/settings";
import { askTurnstile } from "#features/imports/sources/forms/turnstile";
import { testEnv } from "../../support/env";
import { order, requestsTo } from "../../support/graph";

describe("the origins of a form", () => {
  it.each([
    ["https://example.com", true],
    ["https://www.example.com:8443", true],
    ["http://localhost:3000", true],
    ["http://127.0.0.1:5173", true],
    ["http://[::1]:5173", true],
    ["http://example.com", false],
    ["https://example.com/", false],
    ["https://example.com/page", false],
    ["https://EXAMPLE.com", false],
    ["https://example.com:443", false],
    ["https://*.example.com", false],
    ["https://user@example.com", false],
    ["example.com", false],
    ["null", false],
    ["*", false],
    ["file:///form.html", false],
  ])("are those of pages over https, or of this machine: %s", (origin, isTaken) => {
    expect(SourceForm.safeParse({ origins: [origin] }).success).toBe(isTaken);
  });

  it("are as many as 20, and at least one", () => {
    const origins = Array.from({ length: 21 }, (_, n) => `https://p${n}.example.com`);
    expect(SourceForm.safeParse({ origins: origins.slice(1) }).success).toBe(true);
    expect(SourceForm.safeParse({ origins }).success).toBe(false);
    expect(SourceForm.safeParse({ origins: [] }).success).toBe(false);
  });

  const form = { origins: ["https://example.com"], honeypot: null, redirect_url: null };

  it.each([
    undefined,
    "null",
    "https://example.com.evil.test",
    "https://www.example.com",
    "https://example.com:8443",
    "http://example.com",
    "https://example.co",
  ])("are compared exactly: %s is refused", (origin) => {
    const headers = new Headers(origin === undefined ? {} : { Origin: origin });
    expect(() => allowedOrigin(form, headers)).toThrow("forbidden");
    expect(allowedOrigin(form, new Headers({ Origin: "https://example.com" }))).toBe(
      "https://example.com",
    );
  });
});

describe("a consent", () => {
  const asked: SourceConsent = {
    from: ["answers", "May we write to you?"],
    equals: ["Yes", "Oui, d'accord"],
    scope: "all",
  };

  it.each([
    ["Yes", "May we write to you? Yes"],
    [" yes ", "May we write to you? yes"],
    ["OUI, D'ACCORD", "May we write to you? OUI, D'ACCORD"],
    ["No", undefined],
    ["Yes, but not on Sundays", undefined],
    ["", undefined],
    [null, undefined],
  ])("is given by an answer that is one of those named: %j", (answer, words) => {
    expect(consentGiven(asked, answer)?.words).toBe(words);
  });

  it("names the field where there is no question", () => {
    const of = { ...asked, from: "contact.newsletter", equals: ["on"] };
    expect(consentGiven(of, "on")).toEqual({ about: "all", words: "newsletter: on" });
  });
});

describe("Turnstile", () => {
  const ask = (token: unknown, secret = "0xSecret", submission = String(token)) =>
    askTurnstile(testEnv, secret, token, submission);

  it.each([
    ["person-1", "passed"],
    ["robot", "refused"],
    ["", "refused"],
    [undefined, "refused"],
    [["person-2"], "refused"],
    [`person-${"x".repeat(2_048)}`, "refused"],
    ["person-late", "late"],
  ])("tells people from others: %j is %s", async (token, verdict) => {
    expect(await ask(token)).toBe(verdict);
  });

  it("is asked about a submission again without spending its answer, and about no other", async () => {
    expect(await ask("person-3", "0xSecret", "6 1")).toBe("passed");
    expect(await ask("person-3", "0xSecret", "6 1")).toBe("passed");
    expect(await ask("person-3", "0xSecret", "6 2")).toBe("late");
    const keys = (await requestsTo("turnstile")).map(({ body }) => body.idempotency_key);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it("says nothing by an answer that can't be read, or about a wrong secret", async () => {
    const orders = {
      "person-500": { do: "status", status: 500 },
      "person-html": { do: "status", status: 200, body: "<html>" },
      "person-reset": { do: "reset" },
      "person-huge": { do: "huge" },
    } as const;
    await order("turnstile", { recipients: orders });
    for (const token of Object.keys(orders)) expect(await ask(token), token).toBe("unknown");
    expect(await ask("person-4", "wrong")).toBe("unknown");
  });
});
