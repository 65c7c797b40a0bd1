import { expect, vi } from "vitest";
import type { Import, ImportRow } from "#features/imports/schema";
import type { Client } from "./api";

const WORKED = ["reading", "checking", "running", "undoing"];

/** Sends a file. */
export async function newImport(client: Client, file: BodyInit, query = ""): Promise<Import> {
  const { status, body, text } = await client.post(`/imports${query}`, undefined, { raw: file });
  expect(status, text).toBe(201);
  return body.data;
}

/** The import once the worker has nothing to do with it any more. */
export const whenIdle = (client: Client, id: number): Promise<Import> =>
  vi.waitFor(
    async () => {
      const { data } = (await client.get(`/imports/${id}`)).body;
      expect(WORKED).not.toContain(data.state);
      return data;
    },
    { timeout: 60_000, interval: 20 },
  );

/** Starts an import, and waits until it is over. */
export async function run(client: Client, id: number, body: object): Promise<Import> {
  const { status, text } = await client.post(`/imports/${id}/start`, body);
  expect(status, text).toBe(202);
  return whenIdle(client, id);
}

export const rowsOf = async (client: Client, id: number, query = ""): Promise<ImportRow[]> =>
  (await client.get(`/imports/${id}/rows?per_page=100${query}`)).body.data;
