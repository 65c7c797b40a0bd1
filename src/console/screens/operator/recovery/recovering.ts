import { useSyncExternalStore } from "react";
import { type Client, each, listWorkspaces, type RecoveryAnswer, recoverBackups } from "#client";
import { onSignOut } from "#console/session/session";

/** A recovery of this tab. It goes on whichever screen is shown. */
export type Recovering = {
  step: "reading" | "restoring" | "failed";
  /** How many backups the bucket had that were not known. */
  backups: number;
  /** How many workspaces there were before. */
  before: number;
  /** How many workspaces come back; known once all backups are read. */
  restoring: number;
  error: unknown;
};

const listeners = new Set<() => void>();
let current: Recovering | null = null;

function set(next: Recovering | null) {
  current = next;
  for (const listener of listeners) listener();
}

onSignOut(() => set(null));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRecovering = () => useSyncExternalStore(subscribe, () => current);

/** Workspaces that are being restored are not counted: they are not there yet. */
export async function countWorkspaces(client: Client): Promise<number> {
  let count = 0;
  for await (const _ of each(listWorkspaces, { client, query: { per_page: 100 } })) count++;
  return count;
}

/** Reads all pages of backups, the last of which has the missing workspaces restored. */
export async function recoverAll(client: Client) {
  if (current?.step === "reading") return;
  let mine: Recovering = { step: "reading", backups: 0, before: 0, restoring: 0, error: null };
  /** Unless somebody has signed out meanwhile. */
  const change = (values: Partial<Recovering>) => {
    const isMine = current === mine;
    mine = { ...mine, ...values };
    if (isMine) set(mine);
    return isMine;
  };
  set(mine);
  try {
    if (!change({ before: await countWorkspaces(client) })) return;
    let cursor: string | null = null;
    do {
      const { data }: RecoveryAnswer = await recoverBackups({ client, body: { cursor } });
      cursor = data.next_cursor;
      const backups = mine.backups + data.registered;
      if (!change({ backups, restoring: data.restoring })) return;
    } while (cursor !== null);
    change({ step: "restoring" });
  } catch (error) {
    change({ step: "failed", error });
  }
}
