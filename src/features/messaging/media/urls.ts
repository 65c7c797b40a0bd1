import type { MediumRow } from "#db/statements/media";
import type { Scope } from "#env";
import { type SignedName, signName, verifyName } from "#lib/signed-names";
import { HOUR_MS, iso } from "#lib/time";
import type { Medium } from "./schema";

const PURPOSE = "media-file";

export const MEDIA_FILES = "/media-files";

const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/3gpp": "3gp",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/ogg": "ogg",
  "application/pdf": "pdf",
  "text/plain": "txt",
};

/** The name of a file in its URL: nothing that a header or a path would read as more. */
function nameOf({ id, kind, mimeType, filename }: MediumRow) {
  const own = (filename ?? "")
    .normalize("NFKD")
    .replaceAll(/[^\w.-]+/g, "_")
    .replace(/^[._]+/, "")
    .slice(-80);
  return own === "" ? `${kind}-${id}.${ENDINGS[mimeType ?? ""] ?? "bin"}` : own;
}

/** For whose workspace URLs are signed. */
export type Signer = Pick<Scope, "appKey" | "shortUrlBase" | "workspaceId">;

/** The URL of a stored file, which whoever has it may read until a time. */
export async function mediumUrl(
  { appKey, shortUrlBase, workspaceId }: Signer,
  medium: MediumRow,
  until: number,
) {
  const signed = { ids: [workspaceId, medium.id], name: nameOf(medium) };
  const { signature, name } = await signName(appKey, PURPOSE, signed, until);
  return `${shortUrlBase}/v1${MEDIA_FILES}/${signature}/${name}`;
}

/** The file that a URL names; null where the URL is not valid, or no more. */
export async function verifyUrl(secret: string, signed: SignedName, now: number) {
  const [workspaceId, id] = (await verifyName(secret, PURPOSE, signed, now)) ?? [];
  return workspaceId === undefined || id === undefined ? null : { workspaceId, id };
}

/** A file as the API shows it, with a URL for an hour. */
export async function mediumToWire(signer: Signer, row: MediumRow): Promise<Medium> {
  const until = Math.ceil(Date.now() / 1_000) * 1_000 + HOUR_MS;
  const isStored = row.state === "stored";
  return {
    id: row.id,
    state: row.state,
    failure: row.failure,
    kind: row.kind,
    mime_type: row.mimeType,
    size: row.size,
    filename: row.filename,
    url: isStored ? await mediumUrl(signer, row, until) : null,
    url_valid_until: isStored ? iso(until) : null,
  };
}
