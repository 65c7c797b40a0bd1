import { describe, expect, it } from "vitest";
import { type EventRow, toEvent } from "#features/events/event-row";
import { codePoints } from "#lib/text";

const LIMIT = 20_000;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const nothing = {
  actor: null,
  lead: null,
  message: null,
  comment: null,
  booking: null,
  tag: null,
  short_link: null,
  click: null,
  summary: null,
};
const row = (columns: Partial<EventRow>): EventRow => ({
  id: 1_795_169_730_123_000,
  type: "message.sent",
  lead_id: Number.MAX_SAFE_INTEGER,
  scenario_id: Number.MAX_SAFE_INTEGER,
  data: '{"message_id":9007199254740991}',
  ...nothing,
  ...columns,
});

/** A lead with the maximum length in every field. */
const leadOf = (character: string) => {
  const long = character.repeat(255);
  const lead = {
    id: 1,
    ext_id: long,
    first_name: long,
    last_name: long,
    username: long,
    email: long,
    phone: long,
  };
  return JSON.stringify({
    ...lead,
    pipeline_stage: "call_booked",
    is_optout: false,
    is_marketing_optout: false,
  });
};

const messageOf = (text: string, character = "x") =>
  JSON.stringify({
    id: 1,
    conversation_id: 1,
    channel_id: 1,
    platform: "instagram",
    direction: "outbound",
    type: "interactive",
    text,
    status: "delivered",
    error: {
      reason: "invalid_template",
      code: 131_049,
      message: character.repeat(500),
      retry_at: 1,
    },
    run_id: 1,
    external_id: "~".repeat(255),
    sent_at: 1,
    delivered_at: 1,
    read_at: 1,
  });

const textOf = (columns: Partial<EventRow>) => {
  const event = toEvent(row(columns));
  expect(bytesOf(event)).toBeLessThan(LIMIT);
  const data = event.data as { message?: { text: string }; summary?: string };
  return data.message?.text ?? data.summary!;
};

describe("an event", () => {
  it.each([
    ["emoji", "🙂"],
    ["quotes", '"'],
    ["backslashes", "\\"],
    ["control characters", "\u0001"],
    ["line separators", "\u2028"],
  ])("stays under 20,000 bytes, however long its texts are: %s", (_, character) => {
    const text = character.repeat(4_096);
    for (const beginning of [
      textOf({ lead: leadOf(character), message: messageOf(text, character) }),
      textOf({
        type: "conversation.summarized",
        data: '{"conversation_id":1}',
        lead: leadOf(character),
        summary: text,
      }),
    ]) {
      expect(text.startsWith(beginning)).toBe(true);
      expect(codePoints(beginning)).toBeGreaterThanOrEqual(512);
    }
  });

  it("has the first 4,096 characters of a text when there is room", () => {
    for (const character of ["🙂", "é", '"', "\\"]) {
      const text = character.repeat(4_096);
      expect(textOf({ lead: leadOf("x"), message: messageOf(text) })).toBe(text);
    }
  });

  it("stays under 20,000 bytes with all reported changes of a lead", () => {
    const changes = { "variables.x": { from: null, to: "🙂".repeat(1_980) } };
    expect(bytesOf(changes)).toBeLessThan(8_000);
    const event = toEvent(
      row({ type: "lead.updated", data: JSON.stringify({ changes }), lead: leadOf("\u0001") }),
    );
    expect(event.data).toMatchObject({ changes });
    expect(bytesOf(event)).toBeLessThan(LIMIT);
  });

  it.each<[EventRow["type"], Partial<EventRow>]>([
    [
      "link.clicked",
      {
        data: '{"link_send_id":1,"short_link_id":1,"message_id":1,"click_id":1}',
        short_link: JSON.stringify({ id: 1, slug: "🙂".repeat(255), label: "\u0001".repeat(255) }),
      },
    ],
    [
      "lead.tag_added",
      { data: '{"tag_id":1}', tag: JSON.stringify({ id: 1, label: "\u0001".repeat(255) }) },
    ],
    ["lead.deleted", { data: JSON.stringify({ ext_id: "\u0001".repeat(255) }) }],
    [
      "run.waiting",
      {
        data: JSON.stringify({
          run_id: 1,
          node_id: "\u0001".repeat(255),
          waiting_for: "reply",
          until: 1,
        }),
      },
    ],
    [
      "webhook_endpoint.disabled",
      {
        data: JSON.stringify({
          webhook_endpoint_id: 1,
          url: `https://example.com/${"🙂".repeat(2_028)}`,
          reason: "gone",
        }),
      },
    ],
  ])("stays under 20,000 bytes with the longest names there are: %s", (type, columns) => {
    expect(bytesOf(toEvent(row({ type, lead: leadOf("\u0001"), ...columns })))).toBeLessThan(LIMIT);
  });
});
