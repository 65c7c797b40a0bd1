import { type Client, call } from "./api";
import { testEnv } from "./env";
import { type Get, MAKERS, type Make, newDraft, newMove } from "./makers";
import { rowsOf } from "./rows";
import { directoryDb } from "./scope";
import { offerSecond, registerSecond } from "./second-database";

export type Kind = keyof typeof MAKERS;
export const kinds = Object.keys(MAKERS) as Kind[];

/** The kinds that were made from each kind. */
const users = new Map<string, Set<string>>();

/**
 * Makes a resource of each kind, or of those that are wanted and what they depend on, except those
 * that there are. There is a database to register, too.
 */
export async function newResources(
  client: Client,
  wanted: string[] = kinds,
  ids: Record<string, number> = {},
) {
  const makers: Record<string, Make> = MAKERS;
  const getFor =
    (user?: string): Get =>
    async (kind) => {
      if (user) users.set(kind, (users.get(kind) ?? new Set()).add(user));
      ids[kind] ??= await makers[kind]!(client, getFor(kind));
      return ids[kind];
    };
  for (const kind of wanted) await getFor()(kind);
  if (ids.scenario) await newDraft(ids.scenario);
  await offerSecond();
  const all = ids as Record<string, number> & Record<Kind, number>;
  return { ids: all, tags: [all.tag, all.otherTag] };
}

/** Forgets a resource that is gone or no longer what it was, and those that were made from it. */
export function forget(ids: Record<string, number>, kind: string) {
  delete ids[kind];
  for (const user of users.get(kind) ?? []) forget(ids, user);
}

/** Things that paths name in other ways than by an id. */
export const names: Record<string, string> = { database: "DB", part: "1", version: "1" };

/**
 * The ids for an operation's path. Only a channel that Meta provides can have credentials replaced
 * or checked, and templates synced, and only a note deleted.
 */
export const idsFor = <Id>(operationId: string, ids: Record<string, Id>) => {
  if (OF_ACCOUNT.includes(operationId)) return { ...ids, channel: ids.account! };
  if (/SourceDelivery$/.test(operationId)) return { ...ids, delivery: ids.sourceDelivery! };
  if (operationId === "receiveComment") return { ...ids, channel: ids.instagram! };
  return operationId === "deleteNote" ? { ...ids, message: ids.note! } : ids;
};

const OF_ACCOUNT = ["checkChannel", "replaceChannel", "syncTemplates"];

/** The needs of an operation besides what its path and its body name. */
const ALSO_NEEDED: Record<string, Kind[]> = {
  analyzeLead: ["conversation"],
  removeScenarioLead: ["run"],
  sendMessageToLead: ["conversation"],
};

/** The kinds of resources that an operation needs for these parameters of its path. */
export const kindsFor = (operationId: string, parameters: string[]): string[] => {
  const named = idsFor(
    operationId,
    Object.fromEntries(kinds.map((kind) => [kind, kind as string])),
  );
  const ofPath = parameters.flatMap((parameter) => named[parameter] ?? []);
  return ["workspace", ...ofPath, ...(ALSO_NEEDED[operationId] ?? [])];
};

/** A workspace that was deleted. */
export const GONE = 3_900_000_000;

/** In which state an import is to be for an operation. */
const IMPORT_STATES: Record<string, string> = {
  replaceImportPart: "ready",
  startImport: "ready",
  cancelImport: "ready",
  undoImport: "completed",
};

/**
 * Makes what an operation needs: an import in the right state; of the operator's: only a suspended
 * workspace can be deleted, only one that is gone restored, a database registered once, a workspace
 * moved to one that is, and one backup of it made at a time.
 */
export async function prepareFor(operationId: string, ids: Record<string, number>) {
  const { workspace } = ids;
  if (operationId === "restoreBackup")
    return directoryDb.batch([
      directoryDb
        .prepare("delete from backups where workspace_id = ? and id <> ?")
        .bind(GONE, ids.backup),
      directoryDb
        .prepare("update backups set workspace_id = ?, state = 'finished' where id = ?")
        .bind(GONE, ids.backup),
    ]);
  if (/ScenarioDraft$|^diffScenario$/.test(operationId)) return newDraft(ids.scenario!);
  if (operationId === "skipTestRunWait")
    return rowsOf("update test_runs set ahead_ms = 0 where id = ?", ids.testRun);
  if (operationId === "createBackup")
    return directoryDb.prepare("update backups set state = 'failed' where state = 'running'").run();
  if (operationId === "createExport")
    return rowsOf("update exports set state = 'failed' where workspace_id = ?", workspace);
  if (operationId === "syncTemplates")
    return rowsOf("update channels set sync_tried_at = null where id = ?", ids.account);
  if (operationId === "resumeChannel")
    return rowsOf(
      `update channels
       set pause_reason = 'payment', pause_holds = 'all', paused_at = 1, pause_until = ?
       where id = ?`,
      ...[Date.now() + 86_400_000, ids.channel],
    );
  if (operationId === "connectSource")
    return rowsOf("update sources set kind = 'calendly' where id = ?", ids.source);
  if (operationId === "registerDatabase") return offerSecond();
  if (operationId === "moveWorkspace") {
    await directoryDb.prepare("update moves set finished_at = 1 where finished_at is null").run();
    return registerSecond();
  }
  if (operationId === "abandonMove") return newMove(workspace!, "copying");
  const state = IMPORT_STATES[operationId];
  if (state)
    return rowsOf(
      `update imports set state = ?1, has_file = 1, is_dry = 0, finished_at = ?2,
         started_at = iif(?1 = 'completed', ?2, null), attempt = attempt + 1
       where id = ?3`,
      state,
      Date.now(),
      ids.import,
    );
  if (operationId !== "deleteWorkspace") return;
  const path = `/v1/workspaces/${workspace}/suspend`;
  await call("POST", path, { token: testEnv.OPERATOR_TOKEN, json: { reason: "It is deleted." } });
}
