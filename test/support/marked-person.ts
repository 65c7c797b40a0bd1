import { bodyOf, MID, PERSON_ID } from "../fixtures/instagram";
import { type Client, newInbound, newLead, newMessage, unique } from "./api";
import { newImport, run } from "./import-files";
import { MARKER, newMarkedLead, PHONE } from "./marked-lead";
import { uploaded } from "./media";
import { deliver, newMetaChannel } from "./messaging";
import { rowsOf } from "./rows";

const DIGITS = PHONE.slice(1);

/** The first row names a person: the file has no header. */
const HEADERLESS = `${MARKER},${MARKER}@example.com,${PHONE}\nBob,bob@example.com,+33639981178\n`;
const WITH_HEADER = `First name,Email,Tags\nEve,eve@example.com,${MARKER}\n`;

/** Sends files with the person in them, and leaves each import in another state. */
async function importPerson(client: Client) {
  const send = (file: string) => newImport(client, file, `?name=${MARKER}.csv`);
  const mapping = { "First name": "first_name", Email: "email", Tags: "tags" };
  const done = await send(WITH_HEADER);
  await run(client, done.id, { mode: "create", mapping });
  const cancelled = await send(HEADERLESS);
  await client.post(`/imports/${cancelled.id}/cancel`);
  const open = await send(HEADERLESS);
  return { done, cancelled, open };
}

/** The person's other lead, from Instagram, which is merged into the first. */
async function mergeInstagram(client: Client, keep: number) {
  const account = String(1_000_000_000 + unique());
  const channel = await newMetaChannel(client, "instagram", { external_id: account });
  const message = { mid: `${MID}${MARKER}`, text: `Direct ${MARKER}` };
  const body = JSON.parse(JSON.stringify(bodyOf({ message, timestamp: Date.now() })));
  body.entry[0].id = account;
  const sender = DIGITS;
  const text = JSON.stringify(body).replaceAll(`"${PERSON_ID}"`, `"${sender}"`);
  await deliver(channel, JSON.parse(text));
  const [found] = await rowsOf<{ id: number }>(
    "select lead_id as id from lead_identities where workspace_id = ? and value = ?",
    client.workspaceId,
    sender,
  );
  return client.post("/leads/merge", { keep, merge: found!.id });
}

/**
 * A person that the service knows by all ways: the lead with everything that belongs to it, a
 * duplicate that was merged, files that were sent, imports, and what people of the workspace have
 * typed.
 */
export async function newMarkedPerson(client: Client) {
  const second = await newLead(client, { first_name: MARKER });
  const marked = await newMarkedLead(client);
  const { lead, channel, scenario } = marked;
  const merged = await mergeInstagram(client, lead.id);
  const inbound = await newInbound(client, channel.id, second.id, { text: `Mine ${MARKER}` });
  const files = {
    own: await uploaded(client, "image/png", `?filename=${MARKER}-own.png`),
    unsent: await uploaded(client, "image/png", `?filename=${MARKER}-unsent.png`),
    shared: await uploaded(client, "image/png", `?filename=${MARKER}-shared.png`),
  };
  const stranger = await newLead(client);
  const { conversation_id: other } = await newInbound(client, channel.id, stranger.id);
  const image = ({ id }: { id: number }) => ({ type: "image", text: null, media: { id } });
  await newMessage(client, inbound.conversation_id, image(files.own));
  await newMessage(client, inbound.conversation_id, image(files.own));
  await newMessage(client, inbound.conversation_id, image(files.shared));
  await newMessage(client, other, image(files.shared));
  await client.post("/leads/merge", { keep: lead.id, merge: second.id });
  const batch = () =>
    client.post(
      "/leads/batch",
      { mode: "create", leads: [{ first_name: "Al", tags: [`Tag ${MARKER}`] }] },
      { headers: { "Idempotency-Key": `batch-${MARKER}` } },
    );
  await batch();
  await client.post(`/scenarios/${scenario.id}/test`, { lead: { first_name: MARKER } });
  await client.post("/segments", { name: "Some", filter: { email: `${MARKER}@example.com` } });
  const imports = await importPerson(client);
  await insertRest(client, marked);
  return { ...marked, merged, files, imports, batch };
}

type Marked = Awaited<ReturnType<typeof newMarkedLead>>;

/** Writes the rest, which only providers, workers and failures do. */
async function insertRest(client: Client, { lead, channel, scenario, said: message }: Marked) {
  const { workspaceId } = client;
  const before = Date.now() - 120_000;
  for (const statement of [
    `insert into status_reports (channel_id, external_id, status, at, error, message_id, created_at)
     values (${channel.id}, 'wamid.${MARKER}.unknown', 'failed', 1,
         '{"reason":"rejected","code":1,"message":"To ${DIGITS}","retry_at":null}', null, ${before}),
       (${channel.id}, 'wamid.${MARKER}.known', 'failed', 1,
         '{"reason":"rejected","code":1,"message":"To ${DIGITS}","retry_at":null}', ${message.id},
         ${before})`,
    `insert into held_echoes (workspace_id, channel_id, external_id, conversation_id, type, text,
       payload, files, at, created_at)
     select ${workspaceId}, ${channel.id}, 'mid.${MARKER}', conversation_id, 'text',
       'To ${MARKER}', '{"to":"${MARKER}"}', '[{"filename":"${MARKER}"}]', 1, ${before} from messages where id = ${message.id}`,
    `insert into media (workspace_id, message_id, channel_id, kind, state, source, filename, created_at)
     values (${workspaceId}, ${message.id}, ${channel.id}, 'document', 'pending',
       '{"url":"https://example.com/${MARKER}"}', '${MARKER}.pdf', 1)`,
    `update messages set author = '${MARKER}', tapped = '${MARKER}', type = 'document'
     where id = ${message.id}`,
    `insert into bulk_enrolments (workspace_id, scenario_id, filter, cursor, start_id, last_id,
       matched, state, created_at, finished_at)
     values (${workspaceId}, ${scenario.id}, '{"email":"${MARKER}@example.com"}', 0, 2, 1, 1,
       'completed', ${before}, ${before})`,
    `update run_events set data = '{"data":"${MARKER}"}'
     where run_id in (select id from runs where lead_id = ${lead.id})`,
    `update import_rows set warnings = '[{"column":"${MARKER}"}]' where workspace_id = ${workspaceId}`,
    `update test_runs set events = '[{"text":"${MARKER}"}]' where workspace_id = ${workspaceId}`,
    `update leads set email_folded = '${MARKER}', phone_folded = '${MARKER}',
       ext_id_folded = '${MARKER}', profile_pinned = '["${MARKER}"]'
     where id = ${lead.id}`,
  ])
    await rowsOf(statement);
}
