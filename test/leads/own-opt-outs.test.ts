import { beforeAll, expect, it } from "vitest";
import { type ConsentMethod, consentMethods, ownMethods } from "#domain/consents";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { newNumber } from "../support/messaging";
import { rowsOf } from "../support/rows";

skipEventAudit();

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** Opts a lead out; by SQL, as not every method is one of the API's. */
async function newOptedOut(method: ConsentMethod) {
  const { id } = await newLead(client, { phone: `+${newNumber()}` });
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `insert into consents (workspace_id, lead_id, kind, method, at, created_at)
       values (?, ?, 'opted_out', ?, 1, 1)`,
    ).bind(client.workspaceId, id, method),
    testEnv.DB.prepare("update leads set is_optout = 1 where id = ?").bind(id),
  ]);
  return id;
}

const suppressionsOf = (kind: string) =>
  rowsOf<{ lead_id: number | null }>(
    `select lead_id from suppressions where workspace_id = ? and kind = ? order by id desc limit 1`,
    ...[client.workspaceId, kind],
  );

it.each(consentMethods)(
  "a lead that opts out by %s may end it as the table says",
  async (method) => {
    const id = await newOptedOut(method);
    await rowsOf(
      `insert into lead_identities (workspace_id, kind, value, lead_id, hash, created_at, updated_at)
     values (?, 'bsuid', ?, ?, ?, 1, 1)`,
      ...[client.workspaceId, `of-${id}`, id, `hash-${id}`],
    );
    const ends = ownMethods.some((own) => own === method) ? id : null;
    // Hashes from before (`leads_suppress`), and one that comes later
    // (`new_lead_hashes_remembered`).
    expect(await suppressionsOf("phone")).toEqual([{ lead_id: ends }]);
    expect(await suppressionsOf("bsuid")).toEqual([{ lead_id: ends }]);
  },
);
