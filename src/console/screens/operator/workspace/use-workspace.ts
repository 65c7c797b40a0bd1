import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ApiError, getWorkspace } from "#client";
import { useClient } from "#console/session/session";

export const workspaceKey = (id: number) => ["workspaces", id];

export const useWorkspaceId = () => Number(useParams({ from: "/workspaces/$workspace" }).workspace);

const POLL_MS = 4_000;

/** The workspace of the path; null where it is gone, until a restore has brought it back. */
export function useWorkspace() {
  const client = useClient();
  const id = useWorkspaceId();
  return useQuery({
    queryKey: workspaceKey(id),
    queryFn: ({ signal }) =>
      getWorkspace({ client, path: { workspace: id }, signal }).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: ({ state }) => (state.data === null ? POLL_MS : false),
  });
}
