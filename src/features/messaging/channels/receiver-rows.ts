import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { workspaces } from "#db/schema/access";
import { channelOwners } from "#db/schema/directory";
import { channels } from "#db/schema/messaging";
import { isWorkspaceKept } from "#db/scope/kept";
import { owned } from "#db/scope/scope";
import type { Database, Databases } from "#env";

// The directory knows whose channels there are, and of which accounts (`channel_owners`). The
// channel itself is in the database of its workspace: where the two differ, that counts.

/** The channels of one account that are looked at together, over all workspaces. */
const CANDIDATES_PER_PAGE = 10;

/** Each is asked over a connection of its own, and a Worker has six. */
const MAX_DATABASES = 6;

const COLUMNS = {
  channel: {
    id: channels.id,
    workspaceId: channels.workspaceId,
    platform: channels.platform,
    provider: channels.provider,
    externalId: channels.externalId,
    importHistory: channels.importHistory,
    credentials: channels.credentials,
    lastWebhookAt: channels.lastWebhookAt,
    webhookVerifiedAt: channels.webhookVerifiedAt,
  },
  workspace: {
    settings: workspaces.settings,
    defaultCountry: workspaces.defaultCountry,
    suppressionKey: workspaces.suppressionKey,
  },
};

const selectRows = (db: Database, ids: number[]) =>
  db
    .select(COLUMNS)
    .from(channels)
    .innerJoin(workspaces, eq(workspaces.id, channels.workspaceId))
    .where(inArray(channels.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));

type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** A channel with its workspace's settings, and the name of the database that has them. */
export type Located = Row["channel"] & Row["workspace"] & { database: string };

/** A condition on the channels of the directory, and their order before that of their ids. */
type Which = { where: SQL; order: SQL[] };

/** Selects where channels are, and their rows if these are in the directory's database. */
const selectOwners = (directory: Database, { where, order }: Which) =>
  directory
    .select({ id: channelOwners.id, database: workspaces.database, ...COLUMNS })
    .from(channelOwners)
    .innerJoin(workspaces, eq(workspaces.id, channelOwners.workspaceId))
    .leftJoin(
      channels,
      owned(
        { workspaceId: sql`${channelOwners.workspaceId}` },
        channels,
        eq(channels.id, channelOwners.id),
      ),
    )
    .where(and(where, isWorkspaceKept(channelOwners.workspaceId)))
    .orderBy(...order, channelOwners.id);

/**
 * Finds channels in the databases that have them: one round trip to the directory, which is enough
 * for those in its own database, and then one to each other database, all at once. Those that are
 * in more than six other databases are left out as if there were none, the last ones in order.
 */
async function findChannels(databases: Databases, which: Which): Promise<Located[]> {
  const { directory, ofDirectory } = databases;
  const owners = await selectOwners(directory, which);
  const others = owners.filter(({ database }) => database !== ofDirectory);
  const byDatabase = [...Map.groupBy(others, ({ database }) => database)].slice(0, MAX_DATABASES);
  const pages = byDatabase.map(async ([database, candidates]) => {
    // The directory names the database of every workspace.
    if (database === null) return [];
    const ids = candidates.map(({ id }) => id);
    const rows = await selectRows(databases.open(database), ids);
    return rows.map(({ channel, workspace }) => ({ ...channel, ...workspace, database }));
  });
  const elsewhere = new Map((await Promise.all(pages)).flat().map((row) => [row.id, row]));
  return owners.flatMap(({ id, database, channel, workspace }) => {
    if (database !== ofDirectory) return elsewhere.get(id) ?? [];
    return database && channel ? { ...channel, ...workspace, database } : [];
  });
}

export async function findChannel(databases: Databases, id: number): Promise<Located | undefined> {
  const [row] = await findChannels(databases, { where: eq(channelOwners.id, id), order: [] });
  return row;
}

/** The channels of a workspace that are looked at beside one whose webhook another has signed. */
const MAX_SIBLINGS = 20;

/** The other channels of a channel's workspace that have the same provider. */
export async function findSiblings(
  databases: Databases,
  {
    id,
    workspaceId,
    platform,
    provider,
  }: Pick<Located, "id" | "workspaceId" | "platform" | "provider">,
): Promise<Located[]> {
  const where = sql`
    ${channelOwners.workspaceId} = ${workspaceId} and ${channelOwners.platform} = ${platform}
    and ${channelOwners.provider} = ${provider} and ${channelOwners.id} <> ${id}`;
  return (await findChannels(databases, { where, order: [] })).slice(0, MAX_SIBLINGS);
}

/**
 * A page of the channels of accounts of a platform, ten for each: first those of the workspace of
 * `receiver`, then those with the lowest ids.
 */
export function findCandidates(
  databases: Databases,
  { workspaceId, platform, provider }: Pick<Located, "workspaceId" | "platform" | "provider">,
  accountIds: string[],
  page: number,
): Promise<Located[]> {
  const isOther = sql`${channelOwners.workspaceId} <> ${workspaceId}`;
  const rank = sql`row_number() over (
    partition by ${channelOwners.externalId} order by ${isOther}, ${channelOwners.id})`;
  const ranked = databases.directory
    .select({ id: channelOwners.id, rank: rank.as("rank") })
    .from(channelOwners)
    .where(
      sql`
        ${channelOwners.externalId} in (
          select value from json_each(${JSON.stringify(accountIds)}))
        and ${channelOwners.platform} = ${platform} and ${channelOwners.provider} = ${provider}
        and ${isWorkspaceKept(channelOwners.workspaceId)}`,
    )
    .as("ranked");
  const isCandidate = sql`${channelOwners.id} in (
    select ${ranked.id} from ${ranked}
    where ${ranked.rank} > ${page * CANDIDATES_PER_PAGE}
      and ${ranked.rank} <= ${(page + 1) * CANDIDATES_PER_PAGE})`;
  return findChannels(databases, { where: isCandidate, order: [isOther] });
}

/** True if an account may have further channels behind those of a page. */
export const isFullPage = (rows: Located[] = []) => rows.length >= CANDIDATES_PER_PAGE;
