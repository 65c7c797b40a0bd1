import { expect, vi } from "vitest";
import type { Export, ExportFile } from "#features/imports/exports/schema";
import { claimExport } from "#features/imports/exports/worker/claim";
import { type FileBounds, workExport } from "#features/imports/exports/worker/work";
import { type Client, call } from "./api";
import { type testEnv, twoDatabases } from "./env";
import { OFFLINE_EXPORTER } from "./offline-workers";
import { serve } from "./serve";

export const exportOf = async (client: Client, id: number): Promise<Export> =>
  (await client.get(`/exports/${id}`)).body.data;

/** Orders an export that no object works. */
export async function orderExport(client: Client): Promise<Export> {
  const fetcher = (request: Request) => serve(request, { EXPORTER: OFFLINE_EXPORTER });
  const { status, body, text } = await client.post("/exports", undefined, { fetcher });
  expect(status, text).toBe(202);
  return body.data;
}

/** Makes an export, by the worker. */
export async function newExport(client: Client): Promise<Export> {
  const { status, body, text } = await client.post("/exports");
  expect(status, text).toBe(202);
  return whenOver(client, body.data.id);
}

/** The export once the worker has nothing to do with it any more. */
export const whenOver = (client: Client, id: number): Promise<Export> =>
  vi.waitFor(
    async () => {
      const current = await exportOf(client, id);
      expect(current.state).not.toBe("running");
      return current;
    },
    { timeout: 60_000, interval: 50 },
  );

type Step = {
  env?: Partial<typeof testEnv>;
  bounds?: Partial<FileBounds>;
  now?: () => number;
  database?: string;
};

const SMALL: FileBounds = { rows: 3, bytes: 10_000, pageRows: 2, pageBytes: 10_000, pages: 4 };

/** Makes one step of an export in small files. Returns whether there was one to make. */
export async function stepExport(
  id: number,
  { env = {}, bounds, now, database = "DB" }: Step = {},
) {
  const claimed = await claimExport({ ...twoDatabases, ...env }, database, id - 1);
  if (claimed?.row.id !== id) return false;
  await workExport({ ...claimed, ...(now && { now }) }, { ...SMALL, ...bounds });
  return true;
}

export async function filesOf(client: Client, id: number): Promise<ExportFile[]> {
  const { status, body, text } = await client.get(`/exports/${id}/files?per_page=100`);
  expect(status, text).toBe(200);
  return body.data;
}

/** The text of a file, by its URL alone. */
export async function download({ url }: Pick<ExportFile, "url">) {
  const { status, text } = await call("GET", new URL(url).pathname);
  expect(status, text).toBe(200);
  return text;
}

/** The text of all files of a kind. */
export async function textOf(client: Client, id: number, kind: ExportFile["kind"]) {
  const files = (await filesOf(client, id)).filter((file) => file.kind === kind);
  return (await Promise.all(files.map(download))).join("");
}

export const linesOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
