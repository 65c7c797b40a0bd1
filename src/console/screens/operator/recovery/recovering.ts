import { type Client, each, listWorkspaces, type RecoveryAnswer, recoverBackups } from "#client";
import { createStore, useStore } from "#console/data/store";
import { ofSession, type Session, useSession } from "#console/session/session";

/** A recovery of this tab. It goes on whichever screen is shown. */
export type Recovering = {
  step: "reading" | "restoring" | "failed";
  /** The number of backups in the bucket that were not known. */
  backups: number;
  /** The number of workspaces before. */
  before: number;
  /** The number of workspaces that come back; known once all backups are read. */
  restoring: number;
  error: unknown;
};

const recoveringOf = ofSession(() => createStore<Recovering | null>(null));

export const useRecovering = () => useStore(recoveringOf(useSession()));

/** Workspaces that are being restored are not counted: they are not there yet. */
export async function countWorkspaces(client: Client): Promise<number> {
  let count = 0;
  for await (const _ of each(listWorkspaces, { client, query: { per_page: 100 } })) count++;
  return count;
}

/** Reads all pages of backups, the last of which has the missing workspaces restored. */
export async function recoverAll(session: Session) {
  const { client } = session;
  const recovering = recoveringOf(session);
  if (recovering.get()?.step === "reading") return;
  let now: Recovering = { step: "reading", backups: 0, before: 0, restoring: 0, error: null };
  const change = (values: Partial<Recovering>) => {
    now = { ...now, ...values };
    recovering.set(now);
  };
  change({});
  try {
    change({ before: await countWorkspaces(client) });
    let cursor: string | null = null;
    do {
      const { data }: RecoveryAnswer = await recoverBackups({ client, body: { cursor } });
      cursor = data.next_cursor;
      change({ backups: now.backups + data.registered, restoring: data.restoring });
    } while (cursor !== null);
    change({ step: "restoring" });
  } catch (error) {
    change({ step: "failed", error });
  }
}
