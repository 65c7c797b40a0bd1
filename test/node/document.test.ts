import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { beforeAll, describe, expect, it } from "vitest";
import { problems } from "#http/problems";
import { readDocument } from "./support/document";

let document: object;

beforeAll(async () => {
  document = readDocument();
});

describe("the codes of errors", () => {
  it("stand in the guide with their statuses, each in one row, and in the document", () => {
    const guide = readFileSync("src/features/docs/guides/errors-and-limits.md", "utf8");
    const [errors = ""] = guide.split("\n## Retry safely");
    const rows = [...errors.matchAll(/^\| `(\w+)` \| (\d{3}(?:, \d{3})*) \|/gm)].map(
      ([, code, statuses]) => [code, statuses?.split(", ").map(Number)] as const,
    );
    const { components } = document as { components: { schemas: Record<string, object> } };
    expect(components.schemas.ErrorCode).toMatchObject({ enum: rows.map(([code]) => code) });
    for (const [code, statuses] of rows)
      expect(statuses, code).toContain(problems[code as keyof typeof problems].status);
    expect(rows.map(([code]) => code)).toEqual(Object.keys(problems));
  });
});

describe("the document", () => {
  it("keeps Redocly's recommended rules", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      rules: {
        // /healthz takes nothing that could be wrong.
        "operation-4xx-response": "off",
        // Short links answer a redirection.
        "operation-2xx-response": "off",
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it("keeps Spectral's recommended rules", async () => {
    const spectral = new Spectral();
    // The two packages have types of different versions for the same rules.
    spectral.setRuleset({
      extends: [[oas as RulesetDefinition, "recommended"]],
      // Redocly compares each example with its schema once, and Spectral wherever it is referred
      // to.
      rules: { "oas3-valid-media-example": "off" },
    });
    const all = await spectral.run(document as Record<string, unknown>);
    // The success of a request for a WebSocket is 101.
    const problems = all.filter(
      ({ code, path }) => code !== "operation-success-response" || path[1] !== "/v1/stream",
    );
    expect(
      problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`),
    ).toEqual([]);
  });
});
