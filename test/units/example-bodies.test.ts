import { describe, expect, it } from "vitest";
import { instagramBody } from "#features/messaging/outbound/providers/instagram";
import { whatsappBody } from "#features/messaging/outbound/providers/whatsapp";
import { instagramActions, instagramExamples, recipient } from "../fixtures/instagram-examples";
import { whatsappExamples } from "../fixtures/whatsapp-examples";
import { graphUrl } from "../support/graph";

// The bodies of our requests, member by member, beside those of others. The double takes each, and
// refuses it with a member that Meta does not know.

const sent = [
  ...whatsappExamples.map(([source, asked]) => ({
    source,
    path: "/1/messages",
    body: whatsappBody(asked),
  })),
  ...[...instagramExamples, ...instagramActions].map(([source, asked]) => ({
    ...{ source, path: "/me/messages", body: instagramBody(asked) },
  })),
];

async function statusOf(path: string, body: unknown, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(graphUrl + path, init);
  await response.body?.cancel();
  return response.status;
}

/** The body with a member more in each object, but for those whose members are a Flow's own. */
function* withMore(body: unknown): Generator<unknown> {
  if (typeof body !== "object" || body === null) return;
  if (!Array.isArray(body)) yield { ...body, unknown: 1 };
  for (const [name, value] of Object.entries(body)) {
    if (name === "data" || name === "components") continue;
    for (const more of withMore(value))
      yield Array.isArray(body) ? body.with(Number(name), more) : { ...body, [name]: more };
  }
}

describe("a body of ours", () => {
  it.each(whatsappExamples)("is that of %s", (_, asked, body) => {
    expect(whatsappBody(asked)).toEqual({
      ...{ messaging_product: "whatsapp", recipient_type: "individual", to: "250788123123" },
      ...{ biz_opaque_callback_data: "42", ...body },
    });
  });

  it.each(instagramExamples)("is that of %s", (_, asked, body) => {
    const { message, ...others } = body as { message: object };
    expect(instagramBody(asked)).toEqual({
      ...{ messaging_type: "RESPONSE", recipient, ...others },
      message: { ...message, metadata: "msg_42" },
    });
  });

  it.each(instagramActions)("is that of %s", (_, asked, body) => {
    expect(instagramBody(asked)).toEqual(body);
  });

  it.each(sent)("is taken by the double, and nothing more: $source", async ({ path, body }) => {
    const token = crypto.randomUUID();
    const wider = [...withMore(body)];
    expect(wider.length).toBeGreaterThan(1);
    const statuses = await Promise.all(wider.map((more) => statusOf(path, more, token)));
    expect(statuses).toEqual(wider.map(() => 400));
    expect(await statusOf(path, body, token)).toBe(200);
  });
});
