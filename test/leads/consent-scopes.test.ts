import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { batch, readBatch, type Statement } from "#db/batch";
import { changeConsent, consentStatements } from "#db/statements/consents";
import { keepSuppressed, suppress, unsuppress, unsuppressLead } from "#db/statements/suppressions";
import { type ConsentScope, consentScopes } from "#domain/consents";
import type { Scope } from "#env";
import { isMarketingUnsubscribed, isUnsubscribed } from "#features/leads/consents";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { eventsOf } from "../support/events";
import { newNumber } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { runNow } from "../support/run-scheduler";
import { seedRun } from "../support/runs";
import { scopeOf } from "../support/scope";

// The two ledgers of consent, as the statements and the SQL triggers keep them.

let client: Client;
let scope: Scope;

beforeAll(async () => {
  client = await newWorkspace();
  scope = scopeOf(client.workspaceId);
});

const run = (statements: Statement | Statement[]) =>
  batch(scope, { statements: [statements].flat() });

/** A lead with a phone, and what its ledgers, its suppression and its events say. */
async function newPerson() {
  const phone = `+${newNumber()}`;
  const lead = await newLead(client, { phone });
  const id = sql`${lead.id}`;
  const [{ hash }] = (await rowsOf<{ hash: string }>(
    "select phone_hash as hash from leads where id = ?",
    lead.id,
  )) as [{ hash: string }];
  const flags = async () => {
    const { row } = await readBatch(scope, {
      row: sql<Record<string, number>>`
        select is_optout as "all", is_marketing_optout as marketing,
          ${isUnsubscribed} as gets_none, ${isMarketingUnsubscribed} as gets_no_marketing
        from leads where id = ${lead.id} and workspace_id = ${client.workspaceId}`,
    });
    return row[0];
  };
  return {
    lead,
    phone,
    hash,
    change: (about: ConsentScope, isOptout: boolean, at = Date.now()) =>
      run(changeConsent(scope, id, isOptout, "api", at, about)),
    enter: (about: ConsentScope, kind: string, at: number) =>
      run(consentStatements(scope, sql`select ${lead.id}, ${kind}, 'api', null, ${at}`, id, about)),
    flags,
    state: async () => {
      const row = await flags();
      return `${row?.all}${row?.marketing}`;
    },
    suppression: async () => {
      const [row] = await rowsOf<{ scope: string; at: number; marketing_at: number | null }>(
        "select scope, at, marketing_at, lead_id, marketing_lead_id from suppressions where hash = ?",
        hash,
      );
      return row;
    },
  };
}

const STATES = ["00", "01", "10", "11"] as const;

describe("an entry of one scope", () => {
  it("never changes the other, whatever the lead had consented to", async () => {
    for (const before of STATES)
      for (const about of consentScopes)
        for (const isOptout of [true, false]) {
          const { lead, change, flags, suppression } = await newPerson();
          if (before[0] === "1") await change("all", true);
          if (before[1] === "1") await change("marketing", true);
          await change(about, isOptout);
          await change(about, isOptout);
          const all = Number(about === "all" ? isOptout : before[0]);
          const marketing = Number(about === "marketing" ? isOptout : before[1]);
          const what = `${before}, ${about} ${isOptout}`;
          const row = await flags();
          expect([row?.all, row?.marketing], what).toEqual([all, marketing]);
          const { body } = await client.get(`/leads/${lead.id}/consents`);
          const entries = (of: string) =>
            body.data.filter((entry: { scope: string }) => entry.scope === of).length;
          const changes = (of: ConsentScope, was: string | undefined) =>
            Number(was === "1") + Number(about === of && isOptout !== (was === "1"));
          expect([entries("all"), entries("marketing")], what).toEqual([
            changes("all", before[0]),
            changes("marketing", before[1]),
          ]);
          // Suppressions by the API stay until the API forgets them, each in its scope.
          const kept = (of: string | undefined, one: boolean) => of === "1" || one;
          const isKept = {
            all: kept(before[0], about === "all" && isOptout),
            marketing: kept(before[1], about === "marketing" && isOptout),
          };
          const suppressed = await suppression();
          expect([
            suppressed?.scope === "all",
            (suppressed?.marketing_at ?? null) !== null,
          ]).toEqual([isKept.all, isKept.marketing]);
        }
  });

  it("that is late changes neither the other scope nor a later entry of its own", async () => {
    for (const about of consentScopes) {
      const { enter, state } = await newPerson();
      const other = about === "all" ? "marketing" : "all";
      await enter(other, "opted_out", 50_000);
      await enter(about, "opted_in", 40_000);
      await enter(about, "opted_out", 30_000);
      expect(await state()).toBe(about === "all" ? "01" : "10");
      await enter(other, "opted_in", 20_000);
      await enter(about, "opted_out", 60_000);
      await enter(about, "opted_out", 60_000);
      expect(await state()).toBe("11");
    }
  });

  it("has an event of its own, once", async () => {
    const { lead, change } = await newPerson();
    for (const isOptout of [true, true, false]) await change("marketing", isOptout);
    await change("all", true);
    const events = await eventsOf(client, `lead_id=${lead.id}`);
    expect(events.map(({ type }) => type)).toEqual([
      "lead.created",
      "lead.marketing_opted_out",
      "lead.marketing_opted_in",
      "lead.opted_out",
    ]);
  });
});

describe("a suppression of both scopes is one row", () => {
  const OPS: Record<string, (person: object[]) => Statement[]> = {
    "suppress all": (people) => [suppress(scope, people as never)],
    "suppress marketing": (people) => [
      suppress(scope, people as never, undefined, null, "marketing"),
    ],
    "lift all": (people) => unsuppress(scope, people as never),
    "lift marketing": (people) => unsuppress(scope, people as never, undefined, "marketing"),
  };
  const ROWS = [undefined, { scope: "all" }, { scope: "marketing", m: 1 }, { scope: "all", m: 1 }];

  it.each([
    ["suppress all", ["all -", "all -", "all m", "all m"]],
    ["suppress marketing", ["marketing m", "all m", "marketing m", "all m"]],
    ["lift all", [null, null, "marketing m", "marketing m"]],
    ["lift marketing", [null, "all -", null, "all -"]],
  ])("%s", async (op, expected) => {
    for (const [index, row] of ROWS.entries()) {
      const hash = `${op} ${index}`;
      if (row)
        await rowsOf(
          `insert into suppressions (workspace_id, kind, hash, scope, at, marketing_at, created_at)
           values (?, 'phone', ?, ?, 10000, ?, 1)`,
          ...[client.workspaceId, hash, row.scope, row.m ? 10_000 : null],
        );
      for (let times = 0; times < 2; times++)
        await run(OPS[op]?.([{ kind: "phone", hash, at: 20_000 }]) ?? []);
      const [after] = await rowsOf<{ scope: string; marketing_at: number | null }>(
        "select scope, at, marketing_at from suppressions where hash = ?",
        hash,
      );
      const said = after ? `${after.scope} ${after.marketing_at === null ? "-" : "m"}` : null;
      expect(said, `${op}: ${JSON.stringify(row)}`).toBe(expected[index]);
    }
  });

  it("that is lifted by an earlier word, or that is only kept, stays", async () => {
    for (const about of consentScopes) {
      const hash = `late ${about}`;
      const person = { kind: "phone" as const, hash, at: 20_000 };
      await run(suppress(scope, [person], undefined, 0, about));
      await run(unsuppress(scope, [{ ...person, at: 10_000 }], undefined, about));
      await run(keepSuppressed(scope, [person], undefined, about));
      expect(
        await rowsOf(
          `select ifnull(marketing_at, at) as at, ifnull(lead_id, marketing_lead_id) as lead
           from suppressions where hash = ?`,
          hash,
        ),
      ).toEqual([{ at: 20_000, lead: null }]);
    }
  });

  it("of marketing alone is a full one to code that knows no scopes, and is never lifted by START", async () => {
    const { lead, hash, state, change, flags, suppression } = await newPerson();
    await change("marketing", true);
    expect(await flags()).toMatchObject({ gets_none: 0, gets_no_marketing: 1 });
    // The condition as it was before there were scopes.
    const before = `select 1 as found from leads cross join suppressions
      on suppressions.workspace_id = leads.workspace_id and hash = leads.phone_hash
      where leads.id = ?`;
    expect(await rowsOf(before, lead.id)).toHaveLength(1);
    await run(unsuppress(scope, [{ kind: "phone", hash, at: Date.now() + 5_000 }]));
    await run(unsuppressLead(scope, sql`${lead.id}`));
    expect([await state(), (await suppression())?.scope]).toEqual(["01", "marketing"]);
    await change("marketing", false);
    await run(unsuppressLead(scope, sql`${lead.id}`, "marketing"));
    expect(await suppression()).toBeUndefined();
    expect(await flags()).toMatchObject({ gets_no_marketing: 0 });
  });
});

describe("a lead with a suppressed contact", () => {
  it.each(["01", "10", "11"] as const)(
    "is unsubscribed from the same scopes, whether new or given it later: %s",
    async (wanted) => {
      const first = await newPerson();
      if (wanted[0] === "1") await first.change("all", true);
      if (wanted[1] === "1") await first.change("marketing", true);
      await client.delete(`/leads/${first.lead.id}`);
      const entriesOf = async (id: number) =>
        (
          await rowsOf<{ scope: string }>(
            "select scope from consents where lead_id = ? and method = 'suppression' order by scope",
            id,
          )
        ).map((entry) => entry.scope);
      const entered = consentScopes.filter((_, index) => wanted[index] === "1");
      const again = await newLead(client, { phone: first.phone });
      expect(await entriesOf(again.id)).toEqual(entered);
      await client.delete(`/leads/${again.id}`);
      const later = await newPerson();
      await client.patch(`/leads/${later.lead.id}`, { phone: first.phone });
      expect(await entriesOf(later.lead.id)).toEqual(entered);
      expect(await later.state()).toBe(wanted);
    },
  );

  it("remembers each of its ids in the scopes of its own, and widens what is known", async () => {
    const one = await newPerson();
    await one.change("marketing", true);
    const hash = `id of ${one.lead.id}`;
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, hash, created_at, updated_at)
       values (?, 'bsuid', ?, ?, ?, 1, 1)`,
      ...[client.workspaceId, hash, one.lead.id, hash],
    );
    const known = () =>
      rowsOf("select scope, marketing_at is not null as m from suppressions where hash = ?", hash);
    expect(await known()).toEqual([{ scope: "marketing", m: 1 }]);
    await one.change("all", true);
    expect(await known()).toEqual([{ scope: "all", m: 1 }]);
    const other = await newPerson();
    await other.change("all", true);
    const second = await newPerson();
    await second.change("marketing", true);
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, hash, created_at, updated_at)
       values (?, 'bsuid', ?, ?, ?, 1, 1)`,
      ...[client.workspaceId, `of ${other.hash}`, second.lead.id, other.hash],
    );
    expect([await second.state(), await other.suppression()]).toMatchObject([
      "11",
      { scope: "all", marketing_at: expect.any(Number) },
    ]);
  });
});

it("a merged lead has opted out of what either has, each in its scope", async () => {
  for (const first of STATES)
    for (const second of STATES) {
      const [keep, gone] = [await newPerson(), await newPerson()];
      for (const [one, has] of [[keep, first] as const, [gone, second] as const]) {
        if (has[0] === "1") await one.change("all", true);
        if (has[1] === "1") await one.change("marketing", true);
      }
      await client.post("/leads/merge", { keep: keep.lead.id, merge: gone.lead.id });
      const either = [0, 1].map((index) => Math.max(Number(first[index]), Number(second[index])));
      expect(await keep.state(), `${first} and ${second}`).toBe(either.join(""));
    }
});

it("a marketing opt-out fails the queued templates that may be marketing, and ends no run", async () => {
  const channel = await newChannel(client);
  const person = await newPerson();
  const scenario = await newScenario(client);
  const active = await seedRun(client, scenario, person.lead);
  const { conversation_id } = await newInbound(client, channel.id, person.lead.id, { text: "Hi" });
  await rowsOf(
    `insert into templates (channel_id, workspace_id, id, name, language, category, status,
       created_at, updated_at)
     select ?1, ?2, ?1 * 1000 + key, value, 'en', value, 'approved', 1, 1
     from json_each('["marketing", "utility", "authentication"]')`,
    ...[channel.id, client.workspaceId],
  );
  await rowsOf(
    `insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, payload,
       status, next_attempt_at, created_at)
     select (select max(id) from messages) + 1 + key, ?1, ?2, ?3, 'outbound',
       iif(value = 'text', 'text', 'template'),
       json_object('template', json_object('name', value, 'language', 'en')),
       'queued', 253402300799998, 1
     from json_each('["text", "marketing", "utility", "authentication", "unheard_of"]')`,
    ...[client.workspaceId, conversation_id, channel.id],
  );
  const queued = async () =>
    (
      await rowsOf<{ name: string; reason: string | null }>(
        `select payload ->> '$.template.name' as name, error ->> 'reason' as reason
         from messages where conversation_id = ? and direction = 'outbound' order by id`,
        conversation_id,
      )
    ).map(({ name, reason }) => `${name}: ${reason}`);
  const kept = ["utility: null", "authentication: null"];
  const marketing = ["marketing: marketing_opted_out", "unheard_of: marketing_opted_out"];
  await person.change("marketing", true);
  await person.change("marketing", true);
  expect(await queued()).toEqual(["text: null", marketing[0], ...kept, marketing[1]]);
  expect((await runNow(client, active)).end_reason).toBeNull();
  await person.change("all", true);
  const ended = kept.map((one) => one.replace("null", "opted_out"));
  expect(await queued()).toEqual(["text: opted_out", marketing[0], ...ended, marketing[1]]);
  expect((await runNow(client, active)).end_reason).toBe("opted_out");
});
