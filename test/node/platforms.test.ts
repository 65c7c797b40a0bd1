import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { identityKinds, isPhone, platforms, platformTraits, providers } from "#domain/platforms";
import { readTexts } from "./support/sources";

const names = [...new Set([...platforms, ...providers, ...identityKinds])]
  .filter((name) => name !== "webhook" && name !== "sandbox" && !isPhone(name))
  .join("|");

const quoted = `["'\`](?:${names})["'\`]`;
/** Texts that ask for one platform, its API or its ids by name: in TypeScript and SQL. */
const COMPARISON = new RegExp(
  [
    `[=!]==?\\s*${quoted}`,
    `${quoted}\\s*[=!]==`,
    `\\bcase ${quoted}:`,
    `(?:=|<>|\\bis(?: not)?|\\bin \\(|\\bwhen)\\s*'(?:${names})'`,
    `\\b(?:includes|has|startsWith|endsWith)\\(${quoted}`,
    `\\[${quoted}(?:, ${quoted})*\\]\\.(?:includes|some|find)`,
    `\\bPlatform\\.(?:${names})\\b\\s*[?&|=!)]`,
  ].join("|"),
);

const compared = (sources: Record<string, string>) =>
  Object.entries(sources)
    .filter(([, source]) => COMPARISON.test(source.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "")))
    .map(([path]) => path);

describe("platforms", () => {
  it("are asked for their traits, and never by their names", () => {
    const sources = readTexts("src", ["**/*.ts", "**/*.tsx", "**/*.mjs", "**/*.sql"]);
    expect(Object.keys(sources).length).toBeGreaterThan(1_000);
    expect(compared(sources)).toEqual([]);
  });

  it.each([
    'platform === "instagram" ? a : b',
    'if ("whatsapp" !== platform) return;',
    'case "whatsapp_cloud":',
    "and provider = 'whatsapp_cloud'",
    "iif(kind = 'instagram_id', 1, 0)",
    "case platform when 'instagram' then 1 end",
    "platform in ('whatsapp')",
    '["whatsapp", "instagram"].includes(platform)',
    "platform === Platform.whatsapp ? a : b",
  ])("are found where they are compared: %s", (line) => {
    expect(compared({ "planted.ts": `const of = () => {\n  ${line}\n};` })).toEqual(["planted.ts"]);
  });

  it("have the ids that SQL triggers take for phones", () => {
    const sql = readFileSync("src/db/triggers/leads.sql", "utf8");
    const kinds = [...sql.matchAll(/\bkind = '(\w+)', 'phone'/g)].map(([, kind]) => kind);
    expect([...new Set(kinds)]).toEqual(identityKinds.filter(isPhone));
  });

  it("have names, ids and APIs of their own", () => {
    const own = platforms.map((platform) => platformTraits[platform]);
    expect(new Set(own.map(({ label }) => label)).size).toBe(own.length);
    expect(new Set(providers).size).toBe(own.length + 2);
    expect(new Set(identityKinds).size).toBe(own.flatMap(({ ids }) => Object.keys(ids)).length);
  });
});
