import { assert } from "vitest";
import type { Identity } from "#features/leads/identity-schema";
import type { Consent, Lead } from "#features/leads/schema";
import type { Conversation } from "#features/messaging/conversations/schema";
import type { Message } from "#features/messaging/messages/schema";
import type { Client } from "./api";
import { testEnv } from "./env";
import { messagesOf } from "./messaging";

/** A lead with everything that the API returns about them. */
export type Person = {
  lead: Lead;
  identities: Identity[];
  consents: Consent[];
  conversations: Conversation[];
  /** Without their files, which are fetched meanwhile. */
  messages: Omit<Message, "media" | "attachments">[];
};

async function dataOf(client: Client, path: string) {
  const { status, body, text } = await client.get(path);
  assert(status === 200, `GET ${path} answered ${status}: ${text}`);
  return body.data;
}

export async function personOf(client: Client, leadId: number): Promise<Person> {
  const conversations: Conversation[] = (
    await dataOf(client, `/conversations?lead_id=${leadId}&per_page=100`)
  ).toReversed();
  return {
    lead: await dataOf(client, `/leads/${leadId}`),
    identities: await dataOf(client, `/leads/${leadId}/identities`),
    consents: (await dataOf(client, `/leads/${leadId}/consents?per_page=100`)).toReversed(),
    conversations,
    messages: (await Promise.all(conversations.map(({ id }) => messagesOf(client, id))))
      .flat()
      .map(({ media, attachments, ...message }) => message),
  };
}

/** The leads of a workspace whose leads fit on a page, oldest first. */
export async function peopleOf(client: Client): Promise<Person[]> {
  const leads: Lead[] = (await dataOf(client, "/leads?per_page=100")).toReversed();
  return Promise.all(leads.map(({ id }) => personOf(client, id)));
}

/** The only lead of a workspace. */
export async function onlyPersonOf(client: Client): Promise<Person> {
  const people = await peopleOf(client);
  assert(people.length === 1, `The workspace has ${people.length} leads.`);
  return people[0]!;
}

/** The identities of a lead as `kind:value`. */
export const idsIn = ({ identities }: Person) =>
  identities.map(({ kind, value }) => `${kind}:${value}`);

/** The consents of a lead as `kind by method`, in their order; those of marketing say so. */
export const ledgerOf = ({ consents }: Person) =>
  consents.map(
    ({ scope, kind, method }) =>
      `${kind}${scope === "marketing" ? " of marketing" : ""} by ${method}`,
  );

/** True if a lead has opted out of all messages, and of marketing. */
export async function optoutsOf(leadId: number): Promise<[all: boolean, marketing: boolean]> {
  const row = await testEnv.DB.prepare(
    'select is_optout as "all", is_marketing_optout as marketing from leads where id = ?',
  )
    .bind(leadId)
    .first<{ all: 0 | 1; marketing: 0 | 1 }>();
  return [row?.all === 1, row?.marketing === 1];
}

/** Every row of every table. */
export async function allRows(): Promise<Record<string, unknown[]>> {
  const named = `select name from sqlite_master
    where type = 'table' and name not glob '_cf_*' and name not glob 'd1_*'`;
  const { results } = await testEnv.DB.prepare(named).all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const tables = await testEnv.DB.batch(
    names.map((name) => testEnv.DB.prepare(`select * from "${name}"`)),
  );
  return Object.fromEntries(names.map((name, index) => [name, tables[index]!.results]));
}
