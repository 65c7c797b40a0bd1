import { expect, it } from "vitest";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newTag,
  newWorkspace,
} from "../support/api";
import { flowOf } from "../support/flow";
import { newNumber } from "../support/messaging";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import {
  clientAsleep,
  decideDue,
  evaluationsIn,
  newTriggered,
  startedBy,
} from "../support/trigger-worker";

// Messages that come in while their trigger is published again and again, and switched on and off.

const [ROUNDS, PUBLICATIONS] = [25, 4];
const { number, upTo } = generator(13);

const base = {
  name: "Guide",
  platform: "whatsapp",
  ...flowOf({ pause: ["delay", { seconds: 3600 }] }),
};
const keyword = (...words: string[]) => ({ id: "guide", type: "keyword", data: { words } });

class Load {
  /** The messages that start a run, those that do not, and those that may: by their ids. */
  readonly messages: Record<"start" | "never" | "may", number[]> = {
    start: [],
    never: [],
    may: [],
  };
  /** Those since the trigger was switched on, or since all were decided. */
  #waiting: number[] = [];
  #isOn = true;
  #published = 0;

  constructor(
    readonly client: Client,
    readonly channel: number,
    readonly scenario: number,
  ) {}

  /** Publications, messages and decisions at once, in any order. */
  async round() {
    const acts = [
      ...Array.from({ length: PUBLICATIONS }, () => () => this.#publish()),
      ...Array.from({ length: upTo(4) }, () => () => this.#receive()),
      ...(number() < 0.4 ? [() => decideDue(this.client)] : []),
    ];
    const shuffled = acts.map((act) => ({ act, place: number() }));
    shuffled.sort((one, other) => one.place - other.place);
    await Promise.all(shuffled.map(({ act }) => act()));
    if (number() < (this.#isOn ? 0.25 : 0.7)) await this.#toggle();
  }

  /** Publishes with other triggers of the same id, with the same, or without naming any. */
  async #publish() {
    const words = ["GUIDE", `w${this.#published++}`];
    const triggers = number() < 0.8 ? { triggers: [keyword(...words)] } : {};
    const json = { ...base, ...triggers, name: words.join(" "), is_active: this.#isOn };
    expect((await this.client.put(`/scenarios/${this.scenario}`, json)).status).toBe(200);
  }

  async #receive() {
    const json = { from: `+${newNumber()}`, text: "GUIDE" };
    const { id } = await make(this.client, `/channels/${this.channel}/inbound`, json);
    if (this.#isOn) this.#waiting.push(id);
    else this.messages.never.push(id);
  }

  async decide() {
    await decideDue(this.client);
    this.messages.start.push(...this.#waiting.splice(0));
  }

  /** Messages that wait when the trigger is switched off start nothing any more. */
  async #toggle() {
    if (this.#isOn && number() < 0.6) await this.decide();
    this.messages.may.push(...this.#waiting.splice(0));
    this.#isOn = !this.#isOn;
    await this.#publish();
  }
}

const inOrder = (ids: number[]) => ids.toSorted((one, other) => one - other);

it("each message starts one run if it comes while its trigger is on, over 100 publications", async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newChannel(client);
  const { id } = await newTriggered(client, [keyword("GUIDE")], base);
  // Its lane has messages to decide while the other trigger is off.
  await newTriggered(client, [{ id: "price", type: "keyword", data: { words: ["PRICE"] } }]);
  const load = new Load(client, channel.id, id);
  for (let round = 0; round < ROUNDS; round++) await load.round();
  await load.decide();
  const { start, may, never } = load.messages;
  expect([start, may, never].map(({ length }) => length > 10)).toEqual([true, true, true]);
  const ofMessages = (table: string, column: string) =>
    rowsOf<{ id: number }>(
      `select ${column} as id from ${table} where workspace_id = ? and ${column} is not null
       order by 1`,
      client.workspaceId,
    );
  const started = (await ofMessages("runs", "cause ->> 'message_id'")).map(({ id }) => id);
  expect(new Set(started).size).toBe(started.length);
  expect(started.filter((id) => !may.includes(id))).toEqual(inOrder(start));
  expect((await ofMessages("trigger_evaluations", "message_id")).map(({ id }) => id)).toEqual(
    started,
  );
});

it("a workspace's triggers see nothing of another workspace", async () => {
  const [client, other] = [clientAsleep(await newWorkspace()), clientAsleep(await newWorkspace())];
  const channel = await newChannel(client);
  const tag = await newTag(client);
  const triggers = [
    { id: "said", type: "any_message", data: {} },
    { id: "tagged", type: "tag_added", data: { tag_ids: [tag.id] } },
    { id: "created", type: "lead_created", data: { sources: ["api"] } },
    { id: "paid", type: "event", data: { name: "paid" } },
  ];
  for (const owner of [client, other])
    for (const trigger of triggers) await newTriggered(owner, [trigger]);
  const lead = await newLead(client, { source: "api" });
  await newInbound(client, channel.id, lead.id);
  await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
  await client.post(`/leads/${lead.id}/events`, { name: "paid" });
  await decideDue(other);
  expect([await startedBy(other), await evaluationsIn(other)]).toEqual([[], []]);
  expect(await startedBy(client)).toEqual([]);
  await decideDue(client);
  const ids = triggers.map(({ id }) => id);
  expect((await startedBy(client)).toSorted()).toEqual(ids.toSorted());
});
