import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { issueToken, listWorkspaceTokens, revokeWorkspaceToken } from "../../../../client/index";
import { ListView } from "../../../data/list-view";
import { useList } from "../../../data/lists";
import { useClient } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/layout";
import { EmptyState } from "../../../ui/states";
import { toast } from "../../../ui/toasts";
import { texts as tokenTexts } from "../../developers/tokens/texts";
import { TokenForm } from "../../developers/tokens/token-form";
import { TokenTable } from "../../developers/tokens/token-table";
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
