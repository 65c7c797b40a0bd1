import { describe, expect, it } from "vitest";
import { type Gate, gates, runWaits } from "#domain/automation";
import { blockReasonTexts } from "#domain/block-reasons";
import { endReasons } from "#domain/end-reasons";
import { type AnsweredComment, PRIVATE_REPLY_MS } from "#domain/private-replies";
import type { GateContext } from "#features/automation/runs/explanation/context";
import { gatesOf, nextLookAt } from "#features/automation/runs/explanation/gates";
import type { MessageNode } from "#features/automation/runs/explanation/next-message";
import { compile } from "#features/automation/scenarios/compile";
import type { Channel } from "#features/messaging/outbound/route";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const HOUR_MS = 3_600_000;

const channel: Channel = {
  id: 1,
  platform: "whatsapp",
  provider: "whatsapp_cloud",
  externalId: "1",
  portfolioId: null,
  isDefault: true,
  isActive: true,
};
const wroteAgo = (hours: number) => ({
  id: 7,
  channelId: 1,
  platform: "whatsapp" as const,
  lastInboundAt: NOW - hours * HOUR_MS,
});
const open = { platform: "whatsapp" as const, channel, conversation: wroteAgo(1) };
const closed = { ...open, conversation: wroteAgo(25) };

const node = (type: string, data: unknown) =>
  compile([{ id: "next", type, data }], []).nodes.get("next") as MessageNode;
const message = node("message", { text: "Hello" });
const template = node("template", { name: "revive", language: "en" });

/** A due run of a lead who wrote an hour ago. */
const context = (more: Partial<GateContext> = {}): GateContext => ({
  isScenarioActive: true,
  run: { id: 1, pause: null, state: "waiting", waitingFor: "time", nextAt: NOW, endReason: null },
  lead: {
    number: "+33639980142",
    isOptout: false,
    isMarketingOptout: false,
    whatsappPhoneNumberId: null,
    identities: [],
    channels: [channel],
    conversations: [],
  },
  target: open,
  next: message,
  pending: null,
  category: undefined,
  hold: null,
  pacedUntil: 0,
  now: NOW,
  ...more,
});

const run = (more: Partial<GateContext["run"]>) => ({ run: { ...context().run, ...more } });
const lead = (more: Partial<GateContext["lead"]>) => ({ lead: { ...context().lead, ...more } });
const pending = (more: Partial<NonNullable<GateContext["pending"]>> = {}) => ({
  pending: { type: "text" as const, nextAttemptAt: NOW - 1, isFirst: true, ...more },
});

const ofInstagram = {
  ...{ platform: "instagram" as const, conversation: undefined },
  channel: { ...channel, platform: "instagram" as const, provider: "sandbox" as const },
};
/** A lead who has commented just now, and has not written. */
const commented = (more: Partial<AnsweredComment> = {}) => ({
  lead: {
    ...context().lead,
    identities: [
      {
        ...{ kind: "instagram_id" as const, value: "4711", channelId: 1, portfolioId: null },
        ...{ isUnreachable: false, isAnothers: false },
      },
    ],
  },
  target: ofInstagram,
  comment: { id: 5, channelId: 1, at: NOW, isAnswered: false, ...more },
});
const late = commented({ at: NOW - PRIVATE_REPLY_MS });
const spent = commented({ isAnswered: true });
const skip = (more: Partial<GateContext>) => ({
  ...more,
  next: node("message", { text: "Hi", on_window_closed: "skip" }),
});

const closedGates = (of: GateContext) =>
  gatesOf(of).flatMap(({ gate, passed }) => (passed ? [] : [gate]));
const gateOf = (name: Gate, of: GateContext) => gatesOf(of).find(({ gate }) => gate === name)!;

describe("the gates", () => {
  it("are always complete, in their order", () => {
    expect(gatesOf(context()).map(({ gate }) => gate)).toEqual(gates);
    expect(closedGates(context())).toEqual([]);
  });

  it.each<[string, Partial<GateContext>, Gate[]]>([
    ["a scenario that is paused", { isScenarioActive: false }, ["scenario_active"]],
    [
      "a run that has ended",
      run({ state: "cancelled", endReason: "cancelled", nextAt: null, waitingFor: null }),
      ["run_active"],
    ],
    ["a lead who has unsubscribed", lead({ isOptout: true }), ["opted_in"]],
    [
      "a marketing template for a lead who wants none",
      { ...lead({ isMarketingOptout: true }), next: template, category: "marketing" },
      ["marketing"],
    ],
    [
      "a template of unknown category for a lead who wants no marketing",
      { ...lead({ isMarketingOptout: true }), next: template, category: null },
      ["marketing"],
    ],
    [
      "a utility template for a lead who wants no marketing",
      { ...lead({ isMarketingOptout: true }), next: template, category: "utility" },
      [],
    ],
    ["a text for a lead who wants no marketing", lead({ isMarketingOptout: true }), []],
    [
      "a code for a lead whose number is not known",
      {
        ...lead({
          number: null,
          identities: [
            {
              ...{ kind: "bsuid", value: "FR.1", channelId: 1, portfolioId: null },
              ...{ isUnreachable: false, isAnothers: false },
            },
          ],
        }),
        next: template,
        category: "authentication",
      },
      ["channel"],
    ],
    [
      "business hours that are closed",
      { hold: { business: NOW + HOUR_MS, quiet: NOW, until: NOW + HOUR_MS } },
      ["business_hours"],
    ],
    [
      "quiet hours",
      { hold: { business: NOW, quiet: NOW + HOUR_MS, until: NOW + HOUR_MS } },
      ["quiet_hours"],
    ],
    ["hours that hold nothing", { hold: { business: NOW, quiet: NOW, until: NOW } }, []],
    ["no channel", { target: { ...open, channel: undefined } }, ["channel"]],
    [
      "a channel that is stopped",
      { target: { ...open, channel: { ...channel, isActive: false } } },
      ["channel"],
    ],
    ["an unknown address", lead({ number: null }), ["channel"]],
    [
      "an unknown address in a sandbox",
      {
        ...lead({ number: null }),
        target: { ...open, channel: { ...channel, provider: "sandbox" } },
      },
      ["channel"],
    ],
    [
      "a lead who has unsubscribed, without a channel",
      { ...lead({ isOptout: true }), target: { ...open, channel: undefined } },
      ["opted_in", "channel"],
    ],
    ["a closed window", { target: closed }, ["window"]],
    ["a lead who has never written", { target: { ...open, conversation: undefined } }, ["window"]],
    ["a closed window before a template", { target: closed, next: template }, []],
    [
      "a closed window and a template instead",
      {
        target: closed,
        next: node("message", { text: "Hi", on_window_closed: { name: "t", language: "en" } }),
      },
      [],
    ],
    [
      "a closed window and a template instead, on Instagram, which has none",
      {
        target: {
          ...closed,
          platform: "instagram",
          channel: { ...channel, platform: "instagram", provider: "sandbox" },
        },
        next: node("message", { text: "Hi", on_window_closed: { name: "t", language: "en" } }),
      },
      ["window"],
    ],
    [
      "a closed window and a message that is then skipped",
      { target: closed, next: node("message", { text: "Hi", on_window_closed: "skip" }) },
      [],
    ],
    ["a closed window before no message", { target: closed, next: null }, []],
    [
      "a closed window before a text that is queued, where a template follows",
      { target: closed, next: template, ...pending() },
      ["window"],
    ],
    [
      "a closed window before a template that is queued",
      { target: closed, ...pending({ type: "template" }) },
      [],
    ],
    ["a comment that can be answered", commented(), []],
    ["a comment that has its answer", spent, ["window"]],
    ["a comment of 7 days ago", late, ["window"]],
    ["a comment on another account", commented({ channelId: 9 }), ["window"]],
    ["a comment that has its answer, and a message that is then skipped", skip(spent), []],
    ["a comment of 7 days ago, and a message that is then skipped", skip(late), []],
    ["a comment that the message on its way answers", { ...commented(), ...pending() }, []],
    ["a comment that is too old by now", { ...late, ...pending() }, ["window"]],
    [
      "a closed window before a reply under a comment",
      { ...late, ...pending({ type: "comment_reply" }) },
      [],
    ],
    [
      "a reply under a comment that is gone",
      { ...late, comment: null, ...pending({ type: "comment_reply" }) },
      ["channel"],
    ],
    ["too many messages", { pacedUntil: NOW + 1 }, ["pair_rate"]],
    ["many messages, but no longer too many", { pacedUntil: NOW }, []],
    ["an earlier message that is to be sent first", pending({ isFirst: false }), ["pair_rate"]],
    ["a message that its channel's pause keeps", pending({ isKept: true }), ["pair_rate"]],
    ["a message that is retried", pending({ nextAttemptAt: NOW + 1 }), ["pair_rate"]],
    [
      "a message that is held, as the scenario is paused",
      { isScenarioActive: false, ...pending({ nextAttemptAt: NOW + 1e15 }) },
      ["scenario_active"],
    ],
    [
      "a message that is queued, whatever the run waits for",
      { ...run({ waitingFor: "reply", nextAt: null }), ...pending() },
      [],
    ],
    ["a time that is still to come", run({ nextAt: NOW + 1 }), ["timer"]],
    ["a wait without an end", run({ waitingFor: "reply", nextAt: null }), ["timer"]],
    [
      "an enrolment that is still to come",
      run({ state: "pending", waitingFor: null, nextAt: NOW + 1 }),
      ["timer"],
    ],
    ["a run that is about to begin", run({ state: "pending", waitingFor: null }), []],
  ])("stop a message by %s", (_, more, wanted) => {
    expect(closedGates(context(more))).toEqual(wanted);
  });

  it("show until when the window is open", () => {
    expect(gateOf("window", context()).detail).toBe(
      "The window is open until 2026-11-21T09:00:00.000Z.",
    );
  });

  it("say what is wrong with a comment that can't be answered, and for how long one waits", () => {
    const details = [commented(), spent, late].map(
      (more) => gateOf("window", context(more)).detail,
    );
    expect(details).toEqual([
      expect.stringContaining("answers a comment in private"),
      blockReasonTexts.private_reply_spent,
      blockReasonTexts.private_reply_late,
    ]);
    const putOff = { isReply: true, reason: "messaging_limit" as const, nextAttemptAt: NOW + 1 };
    const waiting = context({ ...commented(), ...pending(putOff) });
    expect(gateOf("pair_rate", waiting).detail).toMatch(/^The account has answered as many comm/);
  });

  it("say why the run has ended, and what it waits for, in words of their own", () => {
    const ends = endReasons.map(
      (endReason) => gateOf("run_active", context(run({ endReason }))).detail,
    );
    const waits = runWaits.map(
      (waitingFor) => gateOf("timer", context(run({ waitingFor, nextAt: null }))).detail,
    );
    for (const details of [ends, waits]) {
      expect(new Set(details).size).toBe(details.length);
      for (const detail of details)
        expect(detail).toMatch(/^The run (has ended|waits) .+\.$|^The run has ended: .+\.$/);
    }
  });
});

describe("the next look", () => {
  it.each<[string, Partial<GateContext>, number | null]>([
    ["is at the run's time", run({ nextAt: NOW + HOUR_MS }), NOW + HOUR_MS],
    ["is now if that has passed", run({ nextAt: NOW - HOUR_MS }), NOW],
    ["is never if only an event moves the run", run({ nextAt: null }), null],
    ["is never while the scenario is paused", { isScenarioActive: false }, null],
    ["is never while the run is paused", run({ state: "paused" }), null],
    [
      "is at the message's time if that comes first",
      { ...run({ nextAt: NOW + 3 }), ...pending({ nextAttemptAt: NOW + 2 }) },
      NOW + 2,
    ],
    [
      "is at the run's time if that comes first",
      { ...run({ nextAt: NOW + 3 }), ...pending({ nextAttemptAt: NOW + 4 }) },
      NOW + 3,
    ],
    [
      "is when the pace lets the message through",
      { ...run({ nextAt: null }), ...pending(), pacedUntil: NOW + 5 },
      NOW + 5,
    ],
  ])("%s", (_, more, wanted) => {
    expect(nextLookAt(context(more))).toBe(wanted);
  });
});
