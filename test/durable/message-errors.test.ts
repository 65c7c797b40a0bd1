import { beforeAll, describe, expect, it } from "vitest";
import { pauses } from "#domain/pauses";
import {
  CODES,
  type Effects,
  effectsOf,
  type Rule,
  SUBCODES,
} from "#features/messaging/outbound/error-rules";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { newComment } from "../support/comments";
import { order } from "../support/graph";
import { newRecipient, queueWithoutWakeUp, runMessageSender } from "../support/message-sender";
import { deliver, messageNow, newMetaChannel, statusOf, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";

// The whole table of error codes, as answers and as reports: both have the same effects.

const template = {
  type: "template",
  text: undefined,
  template: { name: "revive", language: "en" },
};

/** Two channels of one account, with a template that it has, and the same account elsewhere. */
async function newScene(provider: "whatsapp_cloud" | "instagram") {
  const [client, stranger] = [await newWorkspace(), await newWorkspace()];
  const account = String(Math.floor(Math.random() * 1e15));
  const of = (by: Client) =>
    newMetaChannel(by, provider, provider === "instagram" ? {} : { business_account_id: account });
  const channels = { own: await of(client), sister: await of(client), foreign: await of(stranger) };
  const clients = { own: client, sister: client, foreign: stranger };
  for (const name of ["own", "sister", "foreign"] as const)
    await rowsOf(
      `insert into templates (channel_id, workspace_id, id, name, language, status, external_id,
         created_at, updated_at)
       values (?, ?, 1, 'revive', 'en', 'approved', '1', 1, 1)`,
      channels[name].id,
      clients[name].workspaceId,
    );
  const input = provider === "instagram" ? {} : template;
  const lead = await newRecipient(client, channels.own);
  const send = async (name: keyof typeof channels, leadId: number) => {
    const channel_id = channels[name].id;
    const message = await queueWithoutWakeUp(clients[name], leadId, { channel_id, ...input });
    await runMessageSender(channel_id);
    return message;
  };
  /** The state of all: the channels by how a next message to somebody else fares. */
  async function state() {
    const next: Record<string, string> = {};
    for (const name of ["own", "sister", "foreign"] as const) {
      const { leadId } = await newRecipient(clients[name], channels[name]);
      const { status } = await messageNow(clients[name], await send(name, leadId));
      const { data } = (await clients[name].get(`/channels/${channels[name].id}`)).body;
      const [known] = (await clients[name].get(`/channels/${channels[name].id}/templates`)).body
        .data;
      next[name] = [status, data.stop_reason ?? "active", known.status].join(" ");
    }
    const { marketing_state: marketing } = (await client.get(`/channels/${channels.own.id}`)).body
      .data;
    const { data } = (await client.get(`/leads/${lead.leadId}`)).body;
    const identities = (await client.get(`/leads/${lead.leadId}/identities`)).body.data;
    return {
      ...next,
      isOptout: data.is_marketing_optout,
      marketing,
      isUnreachable: identities.some(
        ({ unreachable_at: at }: { unreachable_at: string | null }) => at !== null,
      ),
    };
  }
  return { client, channels, lead, send, state };
}

type Scene = Awaited<ReturnType<typeof newScene>>;

const FINE = "sent active approved";
const untouched = {
  ...{ own: FINE, sister: FINE, foreign: FINE },
  ...{ isOptout: false, isUnreachable: false, marketing: null },
};

/** The state that the effects of a rule lead to. */
function stateAfter({ stop, pause, backOff, optOut, unreachable, template, marketing }: Effects) {
  const marked = template ? `failed active ${template}` : FINE;
  const own = stop
    ? `failed ${stop.reason} approved`
    : pause || backOff
      ? "queued active approved"
      : marked;
  const over = stop?.over ?? (pause && pauses[pause].over) ?? backOff;
  const isShared = over === "account" || template !== undefined;
  return {
    own,
    sister: isShared ? own : FINE,
    foreign: FINE,
    isOptout: optOut === true,
    isUnreachable: unreachable === true,
    marketing: marketing ?? null,
  };
}

type Row = [numbers: string, code: number, rule: Rule];

const nameOf = (numbers: number[]) => [...new Set([numbers[0], numbers.at(-1)])].join("…");
const codes = CODES.map(([numbers, rule]): Row => [nameOf(numbers), numbers[0] ?? 0, rule]);

/** The message after a refusal with a code. Its template is not new. */
const refused = (rule: Rule, code: number) =>
  rule.fate === "fail" || (rule.fate === "retry" && rule.retry === "new")
    ? { status: "failed", error: { reason: rule.reason, code } }
    : { status: "queued", error: null };

describe("each code of the table", () => {
  it.each(codes)(
    "%s has the same effect as an answer and as a report, once",
    async (_, code, rule) => {
      const scene = await newScene("whatsapp_cloud");
      const { client, lead, channels, send, state } = scene;
      const expected = stateAfter(effectsOf(rule));
      const sent = await messageNow(client, await send("own", lead.leadId));
      // So that both endpoints refuse it, where there is another to ask.
      const refusals = effectsOf(rule).marketing ? 2 : 1;
      const queue = Array(refusals).fill({ do: "error", code });
      await order(channels.own.external_id ?? "", { queue });
      const message = await send("own", lead.leadId);
      expect(await messageNow(client, message)).toMatchObject(refused(rule, code));
      expect(await state(), "as an answer").toEqual(expected);
      await undo(scene);
      const report = () =>
        deliver(
          channels.own,
          whatsappBody(channels.own, statusOf(sent, "failed", { errors: [{ code }] })),
        );
      await later(60_000, async () => {
        await report();
        const error = { reason: rule.reason, code };
        expect(await messageNow(client, sent)).toMatchObject({ status: "failed", error });
        expect(await state(), "as a report").toEqual(expected);
        await undo(scene);
      });
      await later(120_000, async () => {
        await report();
        expect(await state(), "as a report that is repeated").toEqual(untouched);
      });
    },
  );
});

/** Takes back every effect, as those who mend the matter do. */
async function undo({ client, lead }: Scene) {
  const { workspaceId } = client;
  const all = [
    "update channels set status = 'active', stop_reason = null, limited_until = null, pause_reason = null, pause_holds = null, marketing_state = null",
    "update templates set status = 'approved'",
  ];
  for (const one of all) await rowsOf(`${one} where workspace_id = ?`, workspaceId);
  await rowsOf("update leads set is_marketing_optout = 0 where id = ?", lead.leadId);
  await rowsOf("update lead_identities set unreachable_at = null where lead_id = ?", lead.leadId);
  await rowsOf("delete from messages where workspace_id = ? and status = 'queued'", workspaceId);
}

describe("each subcode of Instagram", () => {
  it.each(
    SUBCODES.flatMap(([numbers, rule]) => numbers.map((one): Row => [String(one), one, rule])),
  )("%s has its effect", async (_, subcode, rule) => {
    const scene = await newScene("instagram");
    const key = `token-of-${scene.channels.own.external_id}`;
    await order(key, { queue: [{ do: "error", code: 10, subcode, status: 403 }] });
    const message = await scene.send("own", scene.lead.leadId);
    expect(await messageNow(scene.client, message)).toMatchObject(
      rule.fate === "fail"
        ? { status: "failed", error: { reason: rule.reason, code: 10 } }
        : { status: "queued", error: null },
    );
    expect(await scene.state()).toEqual(stateAfter(effectsOf(rule)));
  });
});

describe("a missing permission on Instagram", () => {
  let client: Client;
  beforeAll(async () => {
    client = await newWorkspace();
  });

  const denied = { do: "error", code: 10, status: 403 } as const;

  const under = async (channelId: number, lead: number) => ({
    ...{ type: "comment_reply", comment_id: await newComment(client, channelId, { lead }) },
  });

  /**
   * Sends to leads of these numbers, each refused unless it is 0, to negative ones a reply under
   * their comment; returns the channel's state.
   */
  async function sendTo(...leads: number[]) {
    const channel = await newMetaChannel(client, "instagram");
    const people = [];
    for (let count = 0; count < 5; count++) people.push(await newRecipient(client, channel));
    for (const one of leads) {
      const queue = [one === 0 ? ({ do: "accept" } as const) : denied];
      await order(`token-of-${channel.external_id}`, { queue });
      const lead = people[Math.abs(one)]?.leadId ?? 0;
      const more = one < 0 ? await under(channel.id, lead) : {};
      await queueWithoutWakeUp(client, lead, { channel_id: channel.id, ...more });
      await runMessageSender(channel.id);
    }
    const { data } = (await client.get(`/channels/${channel.id}`)).body;
    return data.stop_reason ?? data.status;
  }

  it.each([
    [[1, 2], "active"],
    [[1, 2, 1, 2, 1], "active"],
    [[1, 2, 0, 3], "active"],
    [[1, 2, 3], "permission"],
    [[1, 0, 2, 3, 4], "permission"],
    [[-1, -2, -3, -4], "active"],
    [[1, -2, 3], "active"],
  ])("to the leads %j in a row leaves it %s", async (leads, expected) => {
    expect(await sendTo(...leads)).toBe(expected);
  });
});
