import { and, eq, sql } from "drizzle-orm";
import { type Archive, isGenuine, signed } from "#db/archive/bucket";
import { ArchiveError } from "#db/archive/columns";
import { readBatch } from "#db/batch";
import { tokens, workspaces } from "#db/schema/access";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import type { Databases } from "#env";

// Facts of a workspace that the directory alone knows are in a file beside its archive. The
// addresses of its links and channels are not: they follow from their rows.

const FORMAT = 1;

type Workspace = typeof workspaces.$inferSelect;

/** The directory's data of a workspace. Of the row, only columns of the directory's count. */
export type DirectoryFile = {
  format: typeof FORMAT;
  /** The newest range of ids that was given to a database. */
  newest_range: number;
  workspace: Workspace;
  tokens: (typeof tokens.$inferSelect)[];
};

export const DIRECTORY_FILE = "directory.json";
const keyOf = ({ prefix }: Archive) => `${prefix}/${DIRECTORY_FILE}`;

/** The directory's row of a workspace; undefined once it is deleted. */
export const findWorkspace = ({ directory }: Databases, id: number) =>
  directory
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.id, id), isWorkspaceKept(id)))
    .get();

/** Writes the file. Nothing in it opens the service: tokens are hashed, secrets sealed. */
export async function putDirectoryFile(
  { directory }: Databases,
  archive: Archive,
  workspace: Workspace,
) {
  const { own, newest } = await readBatch(
    { db: directory },
    {
      own: directory
        .select()
        .from(tokens)
        .where(within({ workspaceId: workspace.id }, tokens))
        .orderBy(tokens.id),
      newest: sql<{ range: number }>`select ifnull(max(id), 0) as range from ranges`,
    },
  );
  const range = newest[0]?.range ?? 0;
  const file: DirectoryFile = { format: FORMAT, newest_range: range, workspace, tokens: own };
  const text = JSON.stringify(file, null, 2);
  const customMetadata = await signed(archive, DIRECTORY_FILE, text);
  await archive.bucket.put(keyOf(archive), text, { customMetadata });
}

/** Throws an `ArchiveError` if the file is missing, or was changed. */
export async function getDirectoryFile(archive: Archive): Promise<DirectoryFile> {
  const stored = await archive.bucket.get(keyOf(archive));
  if (!stored) throw new ArchiveError("directory.json is missing.");
  const text = await stored.text();
  if (!(await isGenuine(archive, DIRECTORY_FILE, text, stored)))
    throw new ArchiveError("directory.json was changed.");
  const file: DirectoryFile = JSON.parse(text);
  if (file.format !== FORMAT)
    throw new ArchiveError(`directory.json has not the format ${FORMAT}.`);
  return file;
}
