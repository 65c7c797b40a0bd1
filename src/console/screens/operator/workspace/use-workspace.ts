import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { getWorkspace } from "../../../../client/index";
import { useClient } from "../../../session/session";

export const workspaceKey = (id: number) => ["workspaces", id];

export const useWorkspaceId = () => Number(useParams({ from: "/workspaces/$workspace" }).workspace);

/** The workspace of the path. */
export function useWorkspace(refetchInterval: number | false = false) {
  const client = useClient();
  const id = useWorkspaceId();
  return useQuery({
    queryKey: workspaceKey(id),
    queryFn: ({ signal }) => getWorkspace({ client, path: { workspace: id }, signal }),
    refetchInterval,
  });
}
