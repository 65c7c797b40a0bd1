import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { type Client, newWorkspace, type Options } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { workMerges } from "../support/merging";
import { deliver, newMetaChannel, newNumber, newWamid, whatsappBody } from "../support/messaging";
import { metered, serveWith } from "../support/meter";
import { idsIn, onlyPersonOf, type Person, peopleOf } from "../support/received";
import { databaseOf } from "../support/scope";

const [A, B, C] = ["RW.84c1Q", "RW.77dd", "RW.90aa"];
const [P, Q, R] = ["RW.ENT.9fT2", "RW.ENT.2b", "RW.ENT.7c"];

let client: Client;
let channel: Channel;
let numbers: [string, string, string];

/** Seconds since 1970 of the first message; notices come after it. */
const START = Math.floor(Date.now() / 1000) - 1_000;

type Sender = { bsuid?: string; number?: string; text?: string; at?: number };

const say = ({ bsuid, number, text = "Muraho", at = START }: Sender, to = channel) =>
  deliver(to, whatsappBody(to, said({ bsuid, number, text, at })));

const said = ({ bsuid, number, text, at }: Sender) => ({
  contacts: [{ profile: { name: "Ada" }, wa_id: number, user_id: bsuid }],
  messages: [
    {
      ...{ from: number, from_user_id: bsuid, id: newWamid(), timestamp: String(at) },
      ...{ type: "text", text: { body: text } },
    },
  ],
});

/** A notice as WhatsApp sends it, without contacts. */
const noticeOf = (system: object, at: number, from?: string) => ({
  messages: [
    {
      ...{ id: newWamid(), timestamp: String(START + at), type: "system", from },
      system: { body: "The person has changed", ...system },
    },
  ],
});

const userIdNotice = (before: string, after: string, at: number, more: object = {}) =>
  noticeOf({ type: "user_changed_user_id", previous_user_id: before, user_id: after, ...more }, at);

const numberNotice = (at: number, [from, to]: string[], [before, after]: string[]) =>
  noticeOf(
    { type: "user_changed_number", wa_id: to, previous_user_id: before, user_id: after },
    at,
    from,
  );

/** Delivers a notice, the same each time. */
const delivering = (value: { messages: object[] }, to = channel) => {
  const body = whatsappBody(to, value);
  return (options: Options = {}) => deliver(to, body, options);
};

beforeEach(async () => {
  await holdChunkWorker();
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  numbers = [newNumber(), newNumber(), newNumber()];
});

/** The accounts of a person, those that were replaced in brackets. */
const accountsOf = ({ identities }: Person) =>
  identities
    .filter(({ kind }) => kind !== "wa_id")
    .map(({ value, replaced_at }) => (replaced_at ? `(${value})` : value))
    .toSorted();

const eventsOf = async (): Promise<{ data: { kinds: string[] } }[]> =>
  (await client.get("/events?type[]=lead.identity_changed&per_page=100")).body.data;

/** Each notice, as the two moves A to B and B to C. */
const NOTICES = {
  "of a user id": () => [
    userIdNotice(A, B, 100, { previous_parent_user_id: P, parent_user_id: Q }),
    userIdNotice(B, C, 200, { previous_parent_user_id: Q, parent_user_id: R }),
  ],
  "of a number": () => [
    numberNotice(100, numbers.slice(0, 2), [A, B]),
    numberNotice(200, numbers.slice(1), [B, C]),
  ],
};

type Act = () => Promise<unknown>;
const ORDERS: Record<string, (first: Act, second: Act) => Promise<unknown>> = {
  "in order": async (first, second) => [await first(), await second()],
  reversed: async (first, second) => [await second(), await first()],
  "each twice": async (first, second) => {
    for (const act of [first, second, first, second]) await act();
  },
  "at the same time": (first, second) => Promise.all([second(), first(), first(), second()]),
};

const STATES = {
  known: () => say({ bsuid: A, number: numbers[0] }),
  unknown: async () => {},
  erased: async () => {
    await say({ bsuid: A, number: numbers[0] });
    const { lead } = await onlyPersonOf(client);
    expect((await client.post(`/leads/${lead.id}/erase`)).status).toBe(202);
  },
  "known twice": async () => {
    await say({ bsuid: A, number: numbers[0] });
    await say({ bsuid: B });
  },
};

/** The ways to have unsubscribed before. A number is named by a notice of a number only. */
const OPT_OUTS = {
  "not opted out": async () => {},
  "opted out by the old id": () => client.post("/suppressions", { bsuid: A }),
  "opted out by the old number": () => client.post("/suppressions", { phone: `+${numbers[0]}` }),
};

const named = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of)[];

const CASES = named(NOTICES).flatMap((notice) =>
  named(STATES).flatMap((state) =>
    Object.keys(ORDERS).flatMap((order) =>
      named(OPT_OUTS)
        .filter((optOut) => notice === "of a number" || !optOut.includes("number"))
        .map((optOut) => [notice, state, order, optOut] as const),
    ),
  ),
);

describe("two notices", () => {
  it.each(CASES)("%s, of somebody %s, %s, %s", async (notice, state, order, optOut) => {
    await STATES[state]();
    await OPT_OUTS[optOut]();
    const before = await peopleOf(client);
    const [first, second] = NOTICES[notice]().map((value) => delivering(value));
    await ORDERS[order]?.(first!, second!);
    await workMerges();
    const people = await peopleOf(client);
    expect(people.map(({ lead }) => lead.id)).toEqual(
      before.slice(0, 1).map(({ lead }) => lead.id),
    );
    if (people[0]) expectMoved(people[0], notice, order, before.length);
    if (before.length === 0) {
      expect((await client.get("/conversations")).body.data).toEqual([]);
      expect(await eventsOf()).toEqual([]);
      await say({ bsuid: C, at: START + 300 });
    }
    const isOptout = optOut !== "not opted out";
    const found = await peopleOf(client);
    expect(found.map(({ lead }) => lead.is_optout)).toEqual(found.map(() => isOptout));
  });
});

/** Expects that the one lead has the newest account, and nothing twice. */
function expectMoved(person: Person, notice: keyof typeof NOTICES, order: string, texts: number) {
  const parents = notice === "of a user id" ? [`(${P})`, `(${Q})`, R] : [];
  expect(accountsOf(person)).toEqual([`(${A})`, `(${B})`, C, ...parents].toSorted());
  const isOrdered = order === "in order" || order === "each twice";
  const phones = notice === "of a number" ? numbers.slice(isOrdered ? 2 : 1) : numbers.slice(0, 1);
  expect(phones.map((number) => `+${number}`)).toContain(person.lead.phone);
  const types = person.messages.map(({ type }) => type);
  expect(types.filter((type) => type === "text")).toHaveLength(texts);
  expect(types.length - texts).toBeLessThanOrEqual(2);
  expect(person.conversations).toHaveLength(1);
}

describe("a move", () => {
  const userId = (from: string, to: string, at: number) => delivering(userIdNotice(from, to, at));
  const number = (from: string, to: string, at: number) =>
    delivering(noticeOf({ type: "user_changed_number", wa_id: to }, at, from));

  it.each([
    [0, 1],
    [1, 0],
  ])(
    "back to an id makes that the address again, whenever it arrives: %i, %i",
    async (one, other) => {
      await say({ bsuid: A });
      const acts = [userId(A, B, 100), userId(B, A, 200)];
      for (const act of [acts[one]!, acts[other]!, acts[one]!]) await act();
      expect(accountsOf(await onlyPersonOf(client))).toEqual([`(${B})`, A]);
    },
  );

  it.each([
    [0, 1],
    [1, 0],
  ])("of a number and back leaves the last by WhatsApp's time: %i, %i", async (one, other) => {
    const [old = "", later = ""] = numbers;
    await say({ number: old });
    const acts = [number(old, later, 100), number(later, old, 200)];
    for (const act of [acts[one]!, acts[other]!, acts[one]!]) await act();
    const { lead, identities } = await onlyPersonOf(client);
    expect([lead.phone, identities.map(({ value }) => value)]).toEqual([`+${old}`, [old]]);
  });

  it("that arrives late does not take the number from its next holder", async () => {
    const [old = "", later = ""] = numbers;
    await say({ number: old, at: START + 200 });
    const before = await onlyPersonOf(client);
    await number(old, later, 100)();
    expect(await onlyPersonOf(client)).toEqual(before);
  });

  it("is one event for each change, without the ids", async () => {
    await say({ bsuid: A, number: numbers[0] });
    const change = delivering(numberNotice(100, numbers, [A, B]));
    for (let times = 0; times < 3; times++) await change();
    const other = await newMetaChannel(client);
    await delivering(numberNotice(100, numbers, [A, B]), other)();
    const events = await eventsOf();
    expect(events.map(({ data }) => data.kinds)).toEqual([["wa_id", "bsuid"]]);
    expect(JSON.stringify(events)).not.toContain(B);
  });

  it("that is repeated writes nothing", async () => {
    await say({ bsuid: A, number: numbers[0] });
    for (const [before, after] of [
      [A, B],
      ["RW.s1", "RW.s2"],
    ] as const) {
      const change = delivering(numberNotice(100, numbers, [before, after]));
      await change();
      const { meter, database } = metered(testEnv.DB);
      const { status } = await change({ fetcher: serveWith(database) });
      expect([status, meter.rowsWritten]).toEqual([200, 0]);
    }
  });

  it("of many in one webhook follows the others", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `RW.n${index}`);
    await say({ bsuid: ids[0]! });
    const messages = ids
      .slice(1)
      .flatMap((id, index) => userIdNotice(ids[index]!, id, index).messages);
    await delivering({ messages })();
    const person = await onlyPersonOf(client);
    expect(accountsOf(person).filter((id) => !id.startsWith("("))).toEqual(["RW.n59"]);
  });
});

describe("a number with a strange id", () => {
  const X = "RW.x1";

  it("is somebody else's: they are a lead of their own, and the former holder keeps the rest", async () => {
    const [number = ""] = numbers;
    await say({ bsuid: A, number });
    const before = await onlyPersonOf(client);
    for (const sender of [{ bsuid: X, number }, { number }, { bsuid: X, number }])
      await say(sender);
    const [former, holder, ...others] = await peopleOf(client);
    expect(others).toEqual([]);
    expect([former!.messages, former!.lead.phone]).toEqual([before.messages, `+${number}`]);
    expect(idsIn(former!)).toEqual([`bsuid:${A}`]);
    expect([holder!.lead.phone, holder!.messages.length]).toEqual([null, 3]);
    expect(idsIn(holder!)).toEqual([`bsuid:${X}`, `wa_id:${number}`]);
    await say({ bsuid: A });
    expect((await peopleOf(client))[0]!.messages).toHaveLength(2);
  });

  it("is the former holder's after all if a notice says so", async () => {
    const [number = ""] = numbers;
    for (const bsuid of [A, B]) await say({ bsuid, number });
    expect(await peopleOf(client)).toHaveLength(2);
    await delivering(userIdNotice(A, B, 100))();
    await workMerges();
    const person = await onlyPersonOf(client);
    expect([accountsOf(person), person.lead.phone]).toEqual([[`(${A})`, B], `+${number}`]);
    expect(person.messages).toHaveLength(3);
  });

  it("stays suppressed until its next holder opts in, which changes nothing of the former", async () => {
    const [number = ""] = numbers;
    await say({ bsuid: A, number, text: "STOP" });
    await say({ bsuid: X, number, at: START + 10 });
    const optouts = async () => (await peopleOf(client)).map(({ lead }) => lead.is_optout);
    expect(await optouts()).toEqual([true, true]);
    await say({ bsuid: X, number, text: "START", at: START + 20 });
    expect(await optouts()).toEqual([true, false]);
  });

  it("of parallel messages makes one lead", async () => {
    const [number = ""] = numbers;
    await say({ bsuid: A, number });
    await Promise.all(Array.from({ length: 6 }, () => say({ bsuid: X, number })));
    expect((await peopleOf(client)).map(({ messages }) => messages.length)).toEqual([1, 6]);
  });

  it("is the same person's where a move connects the ids, or another portfolio gave the id", async () => {
    const [number = ""] = numbers;
    await say({ bsuid: A, number });
    await delivering(userIdNotice(A, B, 100))();
    await say({ bsuid: B, number, at: START + 200 });
    const other = await newMetaChannel(client);
    await testEnv.DB.prepare("update channels set portfolio_id = id where workspace_id = ?")
      .bind(client.workspaceId)
      .run();
    await say({ bsuid: X, number, at: START + 300 }, other);
    expect((await onlyPersonOf(client)).messages).toHaveLength(4);
  });
});

describe("a message", () => {
  it("from an old id, sent before the move and arriving after it, is of the same lead", async () => {
    await delivering(userIdNotice(A, B, 100))();
    await say({ bsuid: A });
    expect(accountsOf(await onlyPersonOf(client))).toEqual([`(${A})`, B]);
    await say({ bsuid: B, at: START + 200 });
    await say({ bsuid: A });
    expect((await onlyPersonOf(client)).messages).toHaveLength(3);
  });

  it("in one webhook with the notice before it is of the lead that has moved", async () => {
    await say({ bsuid: A });
    const message = said({ bsuid: B, text: "Yes", at: START + 200 });
    const notice = userIdNotice(A, B, 100);
    const messages = [...notice.messages, ...message.messages];
    await delivering({ ...message, messages })();
    const person = await onlyPersonOf(client);
    expect(person.messages.map(({ type }) => type)).toEqual(["text", "system", "text"]);
  });
});

describe("whoever has opted out", () => {
  it("by an id that has moved is blocked under the new one, also as a stranger", async () => {
    await delivering(userIdNotice(B, C, 200))();
    await delivering(userIdNotice(A, B, 100))();
    await client.post("/suppressions", { bsuid: A });
    expect((await client.get("/suppressions")).body.data).toHaveLength(3);
    await say({ bsuid: C, at: START + 300 });
    expect((await onlyPersonOf(client)).lead.is_optout).toBe(true);
  });

  it("by the old number stays blocked under a number that the team gives, and its id", async () => {
    await client.post("/suppressions", { phone: `+${numbers[0]}` });
    await delivering(numberNotice(100, numbers, [A, B]))();
    const { body } = await client.post("/leads", { phone: `+${numbers[1]}` });
    expect(body.data.is_optout).toBe(true);
  });

  it.each(["all", "marketing"])(
    "by the old number is blocked at the new one, though the word comes last: %s",
    async (scope) => {
      const [former, next] = numbers;
      const text = scope === "all" ? "STOP" : "Stop promotions";
      await say({ number: former });
      await delivering(numberNotice(100, numbers, []))();
      const isHeld = async () => {
        const phone = encodeURIComponent(`+${next}`);
        const [found] = (await client.get(`/suppressions?phone=${phone}`)).body.data;
        return found?.scope;
      };
      // The next holder's word, and then the lead's own from before.
      await say({ number: former, text, at: START + 200 });
      expect(await isHeld()).toBe(undefined);
      await say({ number: former, text, at: START + 50 });
      await say({ number: former, text: "Hello", at: START + 300 });
      expect(await isHeld()).toBe(scope);
    },
  );

  it("by an id that was replaced opts in by the next one", async () => {
    await say({ bsuid: A, text: "STOP" });
    await delivering(userIdNotice(A, B, 100))();
    await say({ bsuid: B, text: "START", at: START + 200 });
    expect((await client.get("/suppressions")).body.data).toEqual([]);
    // It is the word of this platform alone.
    await say({ bsuid: A, text: "STOP", at: START + 300 });
    await say({ bsuid: B, text: "START", at: START + 250 });
    expect((await client.get("/suppressions")).body.data).toHaveLength(2);
  });

  it("and is erased leaves no id, and is blocked under a later one", async () => {
    await say({ bsuid: A, text: "STOP" });
    await delivering(userIdNotice(A, B, 100))();
    const { lead } = await onlyPersonOf(client);
    await client.post(`/leads/${lead.id}/erase`);
    const { results } = await testEnv.DB.prepare(
      "select from_value, to_value from identity_moves where workspace_id = ?",
    )
      .bind(client.workspaceId)
      .all();
    expect(results).toEqual([{ from_value: null, to_value: null }]);
    await delivering(userIdNotice(B, C, 200))();
    await say({ bsuid: C, at: START + 300 });
    expect((await onlyPersonOf(client)).lead.is_optout).toBe(true);
  });
});

describe("a crash", () => {
  /** A database whose transactions are lost, or whose answers are. */
  const dying = (isCommitted: boolean) => {
    const { database } = metered(testEnv.DB);
    const batch: D1Database["batch"] = async (statements) => {
      if (isCommitted) await database.batch(statements);
      throw new Error("D1_ERROR: Network connection lost.");
    };
    return { prepare: (text: string) => database.prepare(text), batch } as D1Database;
  };

  it.each([
    ["before the transaction of a move", false],
    ["after it", true],
  ])("%s is made up for by the next delivery", async (_, isCommitted) => {
    await say({ bsuid: A, number: numbers[0], text: "STOP" });
    const change = delivering(numberNotice(100, numbers, [A, B]));
    const { status } = await change({ fetcher: serveWith(dying(isCommitted)) });
    expect(status).toBeGreaterThanOrEqual(500);
    const between = await onlyPersonOf(client);
    expect(accountsOf(between)).toEqual(isCommitted ? [`(${A})`, B] : [A]);
    await change();
    const person = await onlyPersonOf(client);
    expect(accountsOf(person)).toEqual([`(${A})`, B]);
    expect([person.lead.phone, await eventsOf()]).toMatchObject([`+${numbers[1]}`, [{}]]);
    expect(person.messages.filter(({ type }) => type === "system")).toHaveLength(1);
  });
});

it("moves are kept for 30 days", async () => {
  await delivering(userIdNotice(A, B, 100))();
  await testEnv.DB.prepare(
    "update identity_moves set created_at = created_at - ? where workspace_id = ?",
  )
    .bind(31 * 86_400_000, client.workspaceId)
    .run();
  await delivering(userIdNotice(B, C, 100))();
  await cleanUp(testEnv, databaseOf(), 100);
  const { results } = await testEnv.DB.prepare(
    "select to_value from identity_moves where workspace_id = ?",
  )
    .bind(client.workspaceId)
    .all();
  expect(results).toEqual([{ to_value: C }]);
});
