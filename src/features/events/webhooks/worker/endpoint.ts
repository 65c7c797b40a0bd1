import type { Health } from "./health";

/**
 * An endpoint as it was when a batch was claimed. `updatedAt` names the settings that its health
 * belongs to; `nextAt` is when it has something to send next.
 */
export type Endpoint = Omit<Health, "disabled"> & {
  id: number;
  workspaceId: number;
  url: string;
  /** Sealed secrets: the endpoint's own or its workspace's; null while the workspace has none. */
  secrets: string | null;
  nextEventId: number | null;
  updatedAt: number;
  nextAt: number | null;
};
