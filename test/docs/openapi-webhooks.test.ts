import { describe, expect, it } from "vitest";
import { eventTypes } from "#domain/events";
import { faults, openapi, served } from "../support/document";

const document = await openapi();
const { components, webhooks } = await served();

const TO_GATEWAYS = "message.outgoing";

describe("the document's webhooks", () => {
  const posts = Object.entries(document.webhooks).map(([type, { post }]) => [type, post] as const);

  const schemaOf = (type: string) =>
    webhooks[type]!.post.requestBody!.content["application/json"]!.schema.$ref!;

  const events = posts.filter(([type]) => type !== TO_GATEWAYS);

  it("are one for each event type, and one for gateways", () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...eventTypes, TO_GATEWAYS].sort());
    const union = components.schemas.Event as { oneOf: { $ref: string }[] };
    const named = events.map(([type]) => schemaOf(type));
    expect(named.sort()).toEqual(union.oneOf.map(({ $ref }) => $ref).sort());
  });

  it.each(posts)(
    "%s: describes the body, with an example that fits only its own schema",
    async (type, post) => {
      expect(post.summary).toMatch(/^[A-Z].{5,}[^.]$/);
      expect(post.description ?? "It is.").toMatch(/^[A-Z].+\.$/);
      expect(post.operationId).toMatch(/^receive[A-Z][A-Za-z]+$/);
      expect(post.tags).toEqual([type === TO_GATEWAYS ? "Channels" : "Webhooks"]);
      const { schema } = post.requestBody!.content["application/json"]!;
      const named = components.schemas[schemaOf(type).split("/").at(-1)!] as { examples: object[] };
      const [example] = named.examples;
      expect(example).toMatchObject({ type, data: expect.any(Object) });
      expect(await faults(schema, example)).toEqual([]);
      for (const [other, { requestBody }] of posts.filter(([name]) => name !== type))
        expect(
          (await faults(requestBody!.content["application/json"]!.schema, example)).length,
          other,
        ).toBeGreaterThan(0);
    },
  );

  it.each(posts)(
    "%s: has the headers of Standard Webhooks, and describes the key",
    (_, { parameters, security }) => {
      expect(parameters.map(({ in: place, name, required }) => [place, name, required])).toEqual(
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
          "header",
          name,
          true,
        ]),
      );
      const { description } = parameters.at(-1)! as { description?: string };
      expect(description).toContain("https://www.standardwebhooks.com");
      expect(description).toContain("the base64-decoded part");
      expect(security).toEqual([]);
    },
  );

  it("are introduced by their tag, with the specification of their signatures", () => {
    const { description } = document.tags.find(({ name }) => name === "Webhooks")!;
    expect(description).toContain("https://www.standardwebhooks.com");
    expect(description).toContain("the base64-decoded part");
  });

  it.each(events)("%s: says what each answer means", (_, { responses }) => {
    expect(responses).toEqual({
      "2XX": { description: "Accepted." },
      410: { description: "The endpoint wants no more events, and is disabled." },
      default: {
        description:
          "The event is sent again later, ten times in all. The same happens if there is no answer within 15 seconds.",
      },
    });
  });
});
