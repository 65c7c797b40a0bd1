import { useQuery } from "@tanstack/react-query";
import { getSettings } from "#client";
import { useClient, useMay } from "../session/session";

/** The query of the workspace's settings. */
export const SETTINGS_KEY = ["settings"];

const FRESH_MS = 60_000;

/**
 * The time zone of the workspace; undefined until it is known. It is UTC where none is set, and for
 * those who may not read the settings.
 */
export function useWorkspaceZone(): string | undefined {
  const client = useClient();
  const isAllowed = useMay("settings:read");
  const { data, isPending } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => getSettings({ client, signal }),
    enabled: isAllowed,
    staleTime: FRESH_MS,
  });
  if (isAllowed && isPending) return undefined;
  return data?.data.time_zone ?? "UTC";
}
