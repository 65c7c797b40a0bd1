import { scopeOf } from "#db/scope/scope";
import type { Bindings, Scope } from "#env";
import { type Download, partOf, rangeOf } from "#lib/byte-range";
import { type Page, type PageRequest, pageOfList } from "#lib/cursor";
import { found } from "#lib/problem";
import { type SignedName, signName, verifyName } from "#lib/signed-names";
import { HOUR_MS, iso } from "#lib/time";
import type { ExportFile } from "./schema";
import { findExport, findServedExport, folderOf } from "./store";

const PURPOSE = "export-file";

/** The time for which the URL of a file is valid. */
const VALID_MS = HOUR_MS;

/** Lists the files of an export that is completed, each with a URL under `base`. */
export async function listFiles(
  scope: Scope,
  id: number,
  page: PageRequest,
  base: string,
): Promise<Page<ExportFile>> {
  const { state, files } = await findExport(scope, id);
  const until = Math.ceil((Date.now() + VALID_MS) / 1_000) * 1_000;
  const cut = pageOfList(state === "completed" ? files : [], page);
  const show = async ({ name, kind, rows, bytes, sha256 }: (typeof files)[number]) => {
    const named = { ids: [scope.workspaceId, id], name };
    const { signature } = await signName(scope.appKey, PURPOSE, named, until);
    const url = `${base}/${signature}/${name}`;
    return { name, kind, rows, bytes, sha256, url, url_valid_until: iso(until) };
  };
  return { ...cut, items: await Promise.all(cut.items.map(show)) };
}

/** The file that a URL names; null where the URL is not valid, or no more. */
export async function verifyFile(secret: string, signed: SignedName, now: number) {
  const [workspaceId, id] = (await verifyName(secret, PURPOSE, signed, now)) ?? [];
  if (workspaceId === undefined || id === undefined) return null;
  return { workspaceId, id, name: signed.name };
}

/**
 * Opens a file of an export, or a part of it. Throws a `not_found` problem if it is gone, a
 * `forbidden` one while its workspace is suspended.
 */
export async function openFile(
  env: Bindings,
  { workspaceId, id, name }: { workspaceId: number; id: number; name: string },
  range: string | undefined,
): Promise<Download> {
  const row = await findServedExport(await scopeOf(env, workspaceId), id);
  const { bytes: size } = found(row.files.find((file) => file.name === name));
  const part = partOf(range, size);
  if (part === null) return { size, part, body: null };
  const file = await env.FILES.get(folderOf(row) + name, rangeOf(part));
  return { size, part, body: found(file).body };
}
