import { assert } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { MediaRemovalQueue } from "#features/operations/chunks/media";
import { runUntilIdle } from "./alarms";
import type { Client } from "./api";
import { testEnv } from "./env";
import { fileUrl, type Order, order } from "./graph";
import { deliver, messageNow, newNumber, newWamid, textFrom, whatsappBody } from "./messaging";
import { bindObject } from "./objects";
import { OFFLINE_MEDIA_FETCHER } from "./offline-workers";
import { rowsOf } from "./rows";
import { serve } from "./serve";

export const mediaFetcherOf = ({ workspaceId }: Pick<Client, "workspaceId">) =>
  testEnv.MEDIA_FETCHER.getByName(String(workspaceId));

/** Gives a workspace's fetcher other bindings, for as long as it stays in memory. */
export const bindMediaFetcher = (
  client: Pick<Client, "workspaceId">,
  bindings: Partial<typeof testEnv>,
) => bindObject(mediaFetcherOf(client), bindings);

/** Has a workspace's fetcher fetch what is due. */
export const runMediaFetcher = (client: Pick<Client, "workspaceId">) =>
  runUntilIdle(mediaFetcherOf(client), client.workspaceId);

/** Answers a request as the service does, without waking a fetcher. */
export const unwoken = (request: Request, bindings: Partial<typeof testEnv> = {}) =>
  serve(request, { MEDIA_FETCHER: OFFLINE_MEDIA_FETCHER, ...bindings });

/** Uploads a file of a type. */
export async function uploaded(client: Client, type: string, query = "") {
  const headers = { "Content-Type": type };
  const options = { raw: "a file", headers };
  const { status, body, text } = await client.post(`/media${query}`, undefined, options);
  assert(status === 201, text);
  return body.data as NonNullable<Message["media"]>;
}

/** The answer to a request for a file. Its length is said only by `headers`. */
export const fileOf = (body: string, type = "image/jpeg", headers: object = {}): Order => ({
  do: "status",
  status: 200,
  body,
  headers: { "Content-Type": type, ...headers },
});

/**
 * Makes a file that somebody serves by a URL: first with the answers `queue`, then with `always`.
 */
export async function newFile(always: Order, queue: Order[] = []) {
  const name = crypto.randomUUID();
  await order(name, { queue, always });
  return { name, url: fileUrl(name) };
}

/** Makes a file at Meta, with the same answers once its URL is known. Returns its id there. */
export async function newFileAtMeta(always: Order, queue: Order[] = []) {
  const { url, name } = await newFile(always, queue);
  const id = `m${name}`;
  await order(id, { always: { do: "accept", answer: { id, url, mime_type: "image/jpeg" } } });
  return { id, url, name };
}

/** Delivers a message with a file from a new number. Nobody is woken to fetch it. */
export async function receiveFile(
  client: Client,
  channel: Channel,
  { type = "image", wamid = newWamid(), from = newNumber(), ...file }: Record<string, string>,
): Promise<Message> {
  const value = textFrom(from, "", { id: wamid, type, [type]: file, text: undefined });
  const answer = await deliver(channel, whatsappBody(channel, value), { fetcher: unwoken });
  assert(answer.status === 200, answer.text);
  const query = "select id from messages where channel_id = ? and external_id = ?";
  const [row] = await rowsOf<{ id: number }>(query, channel.id, wamid);
  return messageNow(client, row!);
}

/** The keys of a workspace's files in R2. */
export const filesOf = async ({ workspaceId }: Pick<Client, "workspaceId">) => {
  const { objects } = await testEnv.FILES.list({ prefix: `media/${workspaceId}/` });
  return objects.map(({ key }) => key);
};

/** Removes deleted files, and then their rows. */
export async function removeFiles(env: Partial<typeof testEnv> = {}) {
  const queue = new MediaRemovalQueue({ ...testEnv, ...env }, "DB");
  while (await queue.workNext());
}
