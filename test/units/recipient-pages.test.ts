import { describe, expect, it } from "vitest";
import { catalogue, languages } from "#features/links/pages/catalogue";
import { contactHtml, page } from "#features/links/pages/layout";
import { maskedContact } from "#features/messaging/preferences/mask";
import { signUrl, verifyToken } from "#features/messaging/preferences/token";
import { preferredLanguage } from "#lib/accept-language";

/** The texts of a part of the catalogue by their paths. */
const textsOf = (part: object, path = ""): [path: string, text: string][] =>
  Object.entries(part).flatMap(([name, value]) =>
    typeof value === "string" ? [[path + name, value]] : textsOf(value, `${path}${name}.`),
  );

describe("the language of a page", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["fr", "fr"],
    ["FR-ca", "fr"],
    ["it, nl;q=0.9", "en"],
    ["it,de;q=0.2,es;q=0.7", "es"],
    ["en;q=0.5, pt-BR", "pt"],
    ["*", "en"],
    ["*, en;q=0", "fr"],
    ["fr;q=0", "en"],
    ["de;q=nonsense, fr;q=0.1", "fr"],
    ["fr;q=2, es;q=1.0", "es"],
    [";;;,,,=q=", "en"],
  ])("for %j is %s", (header, expected) => {
    expect(preferredLanguage(header, languages)).toBe(expected);
  });

  it("is the first where a header goes on for long before another", () => {
    expect(preferredLanguage(`${"xx,".repeat(10_000)}fr`, languages)).toBe("en");
  });

  it("has all texts of the others, in words of its own", () => {
    const english = new Map(textsOf(catalogue.en));
    for (const language of languages) {
      const texts = textsOf(catalogue[language]);
      expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
      for (const [path, text] of texts) {
        expect(text.trim(), path).toMatch(/^\p{Lu}/u);
        expect(text, path).not.toMatch(/[<>&]/);
        if (language !== "en") expect(text, `${language} ${path}`).not.toBe(english.get(path));
      }
    }
  });
});

describe("a page", () => {
  const shown = (name: string, contact: string, fallbackUrl: string) =>
    page({
      ...{
        language: "en",
        icon: "off",
        title: "Title",
        body: "",
        website: "Website",
        isOver: true,
      },
      from: { name, contact, fallbackUrl },
    });

  it("holds what a workspace has set as text, never as markup", () => {
    const html = shown(
      `<script>alert("1")</script>`,
      `"><img src=x onerror='x'>&`,
      `https://example.com/?a="><b>&b='`,
    );
    expect(html).not.toMatch(/<(script|img|b)\b|='|alert\("/);
    expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  });

  it.each([
    ["hello@example.com", `<a href="mailto:hello@example.com">hello@example.com</a>`],
    ["+33 (0)1-98.76", `<a href="tel:+3319876">`],
    ["(01) 98.76", `<a href="tel:019876">`],
    ["Write to hello@example.com", "Write to hello@example.com"],
    ["a@b.c?cc=d@e.f", "a@b.c?cc=d@e.f"],
    ["12", "12"],
    ["Monday to Friday", "Monday to Friday"],
  ])("has the contact %s as a link only if it is nothing but an address", (contact, expected) => {
    expect(contactHtml(contact).startsWith(expected)).toBe(true);
  });
});

describe("a masked contact", () => {
  const nobody = { phone: null, email: null, username: null };

  it.each([
    [{ ...nobody, phone: "+33612345642", email: "a@b.example" }, "•••42"],
    [{ ...nobody, email: "zoe@example.com" }, "z•••@example.com"],
    [{ ...nobody, username: "@zoe" }, "@z•••"],
    [nobody, null],
  ])("of %j is %s", (contacts, expected) => {
    expect(maskedContact(contacts)).toBe(expected);
  });
});

describe("the token of a preferences URL", () => {
  const [secret, before] = ["s".repeat(32), "b".repeat(32)];
  const person = { workspaceId: 12, leadId: 2 ** 45 };
  const tokenOf = async (key: string) =>
    (await signUrl("https://sho.rt", key, person)).replace("https://sho.rt/u/", "");

  it("names a lead of a workspace, also by the key before", async () => {
    expect((await tokenOf(secret)).length).toBeLessThan(30);
    for (const key of [secret, before])
      expect(await verifyToken([secret, before], await tokenOf(key))).toEqual(person);
  });

  it("is nobody's if a character of it is another", async () => {
    const token = await tokenOf(secret);
    const changed = [...token].map(
      (character, index) =>
        token.slice(0, index) + (character === "a" ? "b" : "a") + token.slice(index + 1),
    );
    const others = [...changed, "", "preview", `${token}0`, token.toUpperCase(), " ", "é"];
    for (const other of others) expect(await verifyToken([secret, before], other)).toBeNull();
    expect(await verifyToken([before, undefined], token)).toBeNull();
  });
});
