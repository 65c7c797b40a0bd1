import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { issueToken, listWorkspaceTokens, revokeWorkspaceToken } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { texts as tokenTexts } from "#console/screens/developers/tokens/texts";
import { TokenForm } from "#console/screens/developers/tokens/token-form";
import { TokenTable } from "#console/screens/developers/tokens/token-table";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { useWorkspaceId } from "./use-workspace";

/** The tokens of a workspace, for those who have lost theirs. */
export default function Tokens() {
  const t = useTexts(tokenTexts);
  const client = useClient();
  const queries = useQueryClient();
  const workspace = useWorkspaceId();
  const [isCreating, setCreating] = useState(false);
  const key = ["workspaces", workspace, "tokens"];
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const tokens = useList(key, (client, page, signal) =>
    listWorkspaceTokens({
      client,
      path: { workspace },
      query: { ...page, per_page: 100 },
      signal,
    }),
  );
  const create = (
    <Button size="small" kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Card title={t.title} isPadded={false} actions={tokens.items.length > 0 && create}>
      <ListView
        list={tokens}
        empty={
          <EmptyState icon={<KeyRound />} title={t.empty} actions={create}>
            {t.emptyAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <TokenTable
            tokens={items}
            mayRevokeChildren={false}
            revoke={async (token) => {
              await revokeWorkspaceToken({ client, path: { workspace, token: token.id } });
              toast(t.revoked(1));
              await refresh();
            }}
          />
        )}
      </ListView>
      <TokenForm
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        held={["*"]}
        create={(client, body) => issueToken({ client, path: { workspace }, body })}
        onCreated={refresh}
      />
    </Card>
  );
}
