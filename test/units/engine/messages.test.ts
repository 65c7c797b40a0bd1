import { describe, expect, it } from "vitest";
import { hasTemplates, platforms, sendableOn } from "#domain/platforms";
import { freeTypes } from "#features/automation/engine/nodes/message/settings";
import type { RunEvent } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import { contentOf } from "#test/fixtures/message-contents";
import {
  aLead,
  aRun,
  begin,
  channel,
  detailOf,
  effectsOf,
  graphOf,
  longAgo,
  NOW,
  stateOf,
} from "#test/support/engine";
import { type Case, exited, expectCase, hello, left, next, sent } from "#test/support/engine-cases";

const notSent = (reason: string | null): RunEvent => ({ kind: "sending", isSent: false, reason });
const template = {
  name: "revive",
  language: "fr",
  components: [{ type: "body", parameters: [{ type: "text", text: "{{first_name}}" }] }],
};

describe("a message", () => {
  const closed = { lead: aLead(longAgo) };
  it.each<[string, Case]>([
    [
      "is sent and the run goes on",
      { node: hello, edges: next, visits: left("next"), state: exited, detail: null },
    ],
    [
      "waits for its outcome when `failed` leads on",
      { node: hello, edges: "n>z n:failed>z", visits: ["1 n …"], state: "sending" },
    ],
    [
      "leaves by `next` once it is sent",
      { node: hello, edges: "n>z n:failed>n", events: [sent], visits: left("next"), state: exited },
    ],
    [
      "leaves by `failed` when it was not sent",
      {
        node: hello,
        edges: "n:failed>z",
        events: [notSent("undeliverable")],
        visits: left("failed"),
        state: exited,
        detail: { reason: "undeliverable" },
      },
    ],
    [
      "ends the run when it was not sent because of an opt-out",
      {
        node: hello,
        edges: "n:failed>z",
        events: [notSent("opted_out")],
        visits: ["1 n opted_out"],
        state: "exited/opted_out",
      },
    ],
    [
      "fails outside the window",
      {
        node: hello,
        edges: next,
        run: closed,
        visits: ["1 n window_closed"],
        state: "failed/window_closed",
        detail: { reason: "window_closed" },
      },
    ],
    [
      "leaves by `failed` outside the window",
      {
        node: hello,
        edges: "n>n n:failed>z",
        run: closed,
        visits: left("failed"),
        state: exited,
        detail: { reason: "window_closed" },
      },
    ],
    [
      "is skipped outside the window if the node says so, even if `failed` leads on",
      {
        node: ["message", { text: "Hi", on_window_closed: "skip" }],
        edges: "n>z n:failed>n",
        run: closed,
        visits: left("next"),
        state: exited,
        detail: { skipped: "window_closed" },
      },
    ],
    [
      "has no channel",
      {
        node: hello,
        run: { lead: aLead({ channels: [] }) },
        visits: ["1 n no_channel"],
        state: "failed/no_channel",
      },
    ],
    [
      "has a channel that is stopped",
      {
        node: hello,
        run: { lead: aLead({ channels: [{ ...channel, isActive: false }] }) },
        visits: ["1 n channel_stopped"],
        state: "failed/channel_stopped",
      },
    ],
    [
      "has no address",
      {
        node: hello,
        run: {
          lead: aLead({
            phone: null,
            number: null,
            channels: [{ ...channel, provider: "whatsapp_cloud" }],
          }),
        },
        visits: ["1 n no_identity"],
        state: "failed/no_identity",
      },
    ],
    [
      "is empty once it is filled",
      {
        node: ["message", { text: "{{nothing}}" }],
        visits: ["1 n invalid_content"],
        state: "failed/invalid_content",
        detail: { reason: "invalid_content", faults: { text: "The text field is required." } },
      },
    ],
    [
      "has an unclosed placeholder, and leaves by `failed`",
      {
        node: ["message", { text: "Hello {{first_name" }],
        edges: "n:failed>z",
        visits: left("failed"),
        state: exited,
        detail: {
          reason: "invalid_content",
          faults: { text: "The text field format is invalid." },
        },
      },
    ],
    [
      "is too long for Instagram",
      {
        node: ["message", { text: "x".repeat(1001) }],
        run: { platform: "instagram" },
        visits: ["1 n invalid_content"],
        state: "failed/invalid_content",
      },
    ],
    [
      "has too many bytes for Instagram",
      {
        node: ["message", { text: "é".repeat(501) }],
        run: { platform: "instagram" },
        visits: ["1 n invalid_content"],
        state: "failed/invalid_content",
      },
    ],
    [
      "is too long with the recipient's own URLs",
      {
        node: ["message", { text: `${"x".repeat(975)} https://sho.rt/abc` }],
        run: { platform: "instagram" },
        visits: ["1 n invalid_content"],
        state: "failed/invalid_content",
      },
    ],
    [
      "is a template on Instagram",
      {
        node: ["template", template],
        run: { platform: "instagram" },
        visits: ["1 n invalid_content"],
        state: "failed/invalid_content",
      },
    ],
    [
      "is a template outside the window",
      {
        node: ["template", template],
        edges: next,
        run: closed,
        visits: left("next"),
        state: exited,
      },
    ],
  ])("%s", (_, given) => expectCase(given));

  it.each(
    platforms.flatMap((platform) =>
      freeTypes
        .filter((type) => sendableOn(platform).includes(type))
        .map((type) => ({ platform, type })),
    ),
  )("of $type obeys `on_window_closed` on $platform", ({ platform, type }) => {
    const run = aRun({ platform, lead: aLead(longAgo) });
    const outcome = (on_window_closed: unknown) => {
      const data = { type, ...contentOf(type, platform), on_window_closed };
      const { effects, run: left } = begin(graphOf({ n: ["message", data] }), run);
      const sent = effectsOf(effects, "send").map(({ composed }) => composed.type);
      return [stateOf(left), sent, detailOf(effects, 1)];
    };
    const { reason } = { reason: "window_closed" };
    expect(outcome("fail")).toEqual(["failed/window_closed", [], { reason }]);
    expect(outcome("skip")).toEqual(["completed/reached_end", [], { skipped: reason }]);
    expect(outcome(template)).toEqual(
      hasTemplates(platform)
        ? ["completed/reached_end", ["template"], null]
        : ["failed/window_closed", [], { reason }],
    );
  });

  it.each([
    ["its outcome is unknown", null, "failed/not_sent"],
    ["it was refused", "rejected", "failed/not_sent"],
    ["the window had closed", "window_closed", "failed/window_closed"],
    ["the channel was stopped", "channel_stopped", "failed/channel_stopped"],
  ])("ends the run when %s and no edge leads on", (_, reason, state) => {
    const { run } = begin(graphOf({ n: hello }, "n:failed>n"));
    const { run: ended, effects } = step(graphOf({ n: hello }), run, notSent(reason), NOW);
    expect(stateOf(ended)).toBe(state);
    expect(detailOf(effects, 1)).toEqual({ reason });
  });

  it("is filled, with the base URLs of its links", () => {
    const data = {
      text: "{{first_name}}, see https://sho.rt/Webinar",
      buttons: [{ title: "In {{city}}" }],
    };
    const { effects } = begin(graphOf({ n: ["message", data] }));
    expect(effectsOf(effects, "send")).toEqual([
      {
        kind: "send",
        visit: 1,
        nodeId: "n",
        target: { platform: "whatsapp", channel, conversation: aLead().conversations[0] },
        composed: {
          type: "buttons",
          text: "Élodie, see https://sho.rt/Webinar",
          content: { buttons: [{ id: "0", title: "In Lyon" }] },
        },
      },
    ]);
  });

  it.each([
    [{ text: "a" }, "text"],
    [{ text: "a", media: { url: "https://example.com/a.jpg" } }, "image"],
    [{ type: "video", media: { url: "https://example.com/a.mp4" } }, "video"],
  ])("of %j is of the type %s", (data, type) => {
    const { effects } = begin(graphOf({ n: ["message", data] }));
    expect(effectsOf(effects, "send")[0]?.composed.type).toBe(type);
  });

  it("is replaced by its template outside the window, on WhatsApp only", () => {
    const graph = graphOf({ n: ["message", { text: "Hi", on_window_closed: template }] }, "n>n");
    const [sending] = effectsOf(
      begin(graphOf({ n: ["message", { text: "Hi", on_window_closed: template }] }), aRun(closed))
        .effects,
      "send",
    );
    expect(sending?.composed).toEqual({
      type: "template",
      text: null,
      content: {
        template: {
          ...template,
          components: [{ type: "body", parameters: [{ type: "text", text: "Élodie" }] }],
        },
      },
    });
    const onInstagram = begin(
      graph,
      aRun({ platform: "instagram", lead: aLead({ conversations: [] }) }),
    );
    expect(stateOf(onInstagram.run)).toBe("failed/window_closed");
  });

  it("has the parameters of a template on one line each", () => {
    const lead = aLead({ first_name: "Ann\n\tMary     Lou" });
    const [sending] = effectsOf(
      begin(graphOf({ n: ["template", template] }), aRun({ lead })).effects,
      "send",
    );
    expect(sending?.composed.content.template?.components[0]?.parameters).toEqual([
      { type: "text", text: "Ann Mary Lou" },
    ]);
  });

  it("stays a free text while the window is open, whatever would replace it", () => {
    const { effects } = begin(
      graphOf({ n: ["message", { text: "Hi", on_window_closed: template }] }),
    );
    expect(effectsOf(effects, "send")[0]?.composed.text).toBe("Hi");
  });
});
