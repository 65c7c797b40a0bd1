import { createToken, listTokens, revokeToken } from "#client";
import { useClient, useMay, useMe } from "#console/session/session";
import { TokenList } from "./token-list";

export default function Tokens() {
  const client = useClient();
  const { token: own } = useMe();
  const mayWrite = useMay("tokens:write");
  return (
    <TokenList
      queryKey={["tokens"]}
      list={(client, page, signal) =>
        listTokens({ client, query: { ...page, per_page: 100 }, signal })
      }
      own={own.id}
      held={own.abilities}
      create={(client, body) => createToken({ client, body })}
      mayRevokeChildren
      revoke={
        mayWrite
          ? async ({ id: token }, children) => {
              const query = children ? { children: 1 as const } : {};
              return (await revokeToken({ client, path: { token }, query })).deleted;
            }
          : undefined
      }
    />
  );
}
