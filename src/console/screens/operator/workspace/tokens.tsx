import { issueToken, listWorkspaceTokens, revokeWorkspaceToken } from "#client";
import { TokenList } from "#console/screens/developers/tokens/token-list";
import { useClient } from "#console/session/session";
import { useWorkspaceId } from "./use-workspace";

/** The tokens of a workspace, for those who have lost theirs. */
export default function Tokens() {
  const client = useClient();
  const workspace = useWorkspaceId();
  return (
    <TokenList
      queryKey={["workspaces", workspace, "tokens"]}
      list={(client, page, signal) => {
        const query = { ...page, per_page: 100 };
        return listWorkspaceTokens({ client, path: { workspace }, query, signal });
      }}
      held={["*"]}
      create={(client, body) => issueToken({ client, path: { workspace }, body })}
      mayRevokeChildren={false}
      revoke={async ({ id: token }) => {
        await revokeWorkspaceToken({ client, path: { workspace, token } });
        return 1;
      }}
    />
  );
}
