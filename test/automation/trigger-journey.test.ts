import { expect, it } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import type { TriggerEvaluation } from "#features/automation/triggers/evaluations/schema";
import type { StartExplanation } from "#features/automation/triggers/explanation/schema";
import { SCANNER_WITHIN_MS } from "#features/links/clicks/scanners";
import type { Message } from "#features/messaging/messages/schema";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { make, newChannel, newShortLink, newTag, newWorkspace } from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { flowOf } from "../support/flow";
import { settle } from "../support/run-scheduler";
import { clientAsleep, decideDue, newTriggered } from "../support/trigger-worker";

it("a stranger's word leads over a button, a tag, a click and a date to STOP, nothing twice", async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newChannel(client);
  const [keen, clicked] = [await newTag(client), await newTag(client)];
  const link = await newShortLink(client, { tag_on_clicked_id: clicked.id });

  const asking = await newTriggered(
    client,
    [
      { id: "word", type: "keyword", data: { words: ["guide"] } },
      { id: "anything", type: "any_message", data: {} },
    ],
    flowOf(
      {
        ask: [
          "message",
          {
            text: "Shall we call you, {{first_name}}? You wrote: {{trigger.text}}",
            buttons: [
              { id: "yes", title: "Yes please" },
              { id: "no", title: "No" },
            ],
            wait: { timeout_seconds: 3600 },
          },
        ],
        tag: ["add_tag", { tag_ids: [keen.id] }],
      },
      "ask:yes > tag",
    ),
  );
  const sending = await newTriggered(
    client,
    [{ id: "keen", type: "tag_added", data: { tag_ids: [keen.id] } }],
    flowOf(
      {
        send: ["message", { text: `Choose an hour: ${link.template_variable_url}` }],
        wait: ["wait_for_event", { event: "link_clicked", timeout_seconds: 3600 }],
        hot: ["update_lead", { warmth: "hot" }],
      },
      "send > wait:event > hot",
    ),
  );
  const reminding = await newTriggered(
    client,
    [{ id: "soon", type: "date", data: { of: "variables.call_at", offset_minutes: -2 * 1_440 } }],
    flowOf(
      {
        remind: ["message", { text: "See you in two days!" }],
        answer: ["wait_for_reply", { timeout_seconds: 3600 }],
      },
      "remind > answer",
    ),
  );

  /** Lets all that is due be decided and done, more often than it takes. */
  const play = async () => {
    for (let times = 0; times < 4; times++) {
      await decideDue(client);
      await settle(client);
    }
  };
  const writes = async (input: object): Promise<Message> => {
    const path = `/channels/${channel.id}/inbound`;
    const said = await make(client, path, { from: "+33639980499", name: "Ines", ...input });
    await play();
    return said;
  };

  const word = await writes({ text: "The guide, please" });
  const [lead] = (await client.get(`/leads?phone=${encodeURIComponent("+33639980499")}`)).body.data;
  const button = await writes({ type: "button", text: "Yes please", tapped: "yes" });

  const texts = async () =>
    (await client.get(`/messages?lead_id=${lead.id}&direction=outbound&per_page=100`)).body.data
      .map(({ text }: Message) => text)
      .toReversed();
  const [, hours] = await texts();
  const url = /https:\S+/.exec(hours)?.[0] ?? "";
  await later(SCANNER_WITHIN_MS, () => click(url));
  await later(SCANNER_WITHIN_MS, () => flushAndClassify(link.id));
  await play();

  const callAt = Date.now() + 2 * DAY_MS + HOUR_MS;
  await client.patch(`/leads/${lead.id}`, {
    variables: { call_at: new Date(callAt).toISOString() },
  });
  await play();
  expect(await texts()).toHaveLength(2);
  await later(HOUR_MS, play);
  await client.post(`/leads/${lead.id}/tags`, { tag_ids: [keen.id] });
  const stop = await writes({ text: "STOP" });
  await client.delete(`/leads/${lead.id}/tags/${keen.id}`);
  await client.post(`/leads/${lead.id}/tags`, { tag_ids: [keen.id] });
  await later(2 * HOUR_MS, play);

  expect(await texts()).toEqual([
    "Shall we call you, Ines? You wrote: The guide, please",
    `Choose an hour: ${url}`,
    "See you in two days!",
    expect.stringContaining("unsubscribed"),
  ]);
  expect((await client.get(`/leads/${lead.id}`)).body.data).toMatchObject({
    warmth: "hot",
    is_optout: true,
    tags: [{ id: keen.id }, { id: clicked.id }],
  });

  // Each run says what has started it.
  const runs: Run[] = (await client.get(`/runs?lead_id=${lead.id}`)).body.data.toReversed();
  const began = runs.map(({ scenario_id, end_reason, started_by }) => ({
    scenario_id,
    end_reason,
    ...started_by,
  }));
  expect(began).toMatchObject([
    { scenario_id: asking.id, type: "keyword", trigger_id: "word", message_id: word.id },
    { scenario_id: sending.id, type: "tag_added", trigger_id: "keen", by_run_id: runs[0]?.id },
    { scenario_id: reminding.id, type: "date", event_id: null, end_reason: "opted_out" },
  ]);
  expect(runs).toHaveLength(3);

  // So does each cause that has fitted a trigger. The button and STOP were never asked about.
  const evaluations: TriggerEvaluation[] = (
    await client.get(`/trigger-evaluations?lead_id=${lead.id}`)
  ).body.data.toReversed();
  expect(
    evaluations.map(({ event_type, message_id, outcome, candidates }) => [
      event_type,
      message_id,
      outcome,
      ...candidates.map((one) => `${one.trigger_id} ${one.outcome}`),
    ]),
  ).toEqual([
    ["message.received", word.id, "started", "word started", "anything outranked"],
    ["lead.tag_added", null, "started", "keen started"],
    [null, null, "started", "soon started"],
    ["lead.tag_added", null, "opted_out", "keen opted_out"],
  ]);
  const explained = async ({ id }: Message) => {
    const { body } = await client.post("/triggers/explain", { message_id: id });
    const { refusal, evaluation }: StartExplanation = body.data;
    return [refusal?.reason, refusal?.run_id, evaluation?.outcome];
  };
  expect(await explained(word)).toEqual([undefined, undefined, "started"]);
  expect(await explained(button)).toEqual(["taken_by_run", runs[0]?.id, undefined]);
  expect(await explained(stop)).toEqual(["consent_word", null, undefined]);
});
