import type { Health } from "./health";

/**
 * An endpoint as it was when a batch was claimed. `updatedAt` names the settings that its health
 * belongs to; `nextAt` is when it has something to send next.
 */
export type Endpoint = Omit<Health, "disabled"> & {
  id: number;
  workspaceId: number;
  url: string;
  /** The endpoint's own sealed secrets; null where its workspace's sign. */
  secrets: string | null;
  /** The workspace's sealed secrets; null while there are none. */
  defaultSecrets: string | null;
  nextEventId: number | null;
  updatedAt: number;
  nextAt: number | null;
  /** The deliveries that its workspace may have today besides those that it has had. */
  leftToday: number;
};
