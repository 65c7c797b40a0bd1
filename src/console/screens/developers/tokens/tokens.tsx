import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { createToken, listTokens, revokeToken } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useClient, useMay, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";
import { TokenForm } from "./token-form";
import { TokenTable } from "./token-table";

const KEY = ["tokens"];

export default function Tokens() {
  const t = useTexts(texts);
  const client = useClient();
  const queries = useQueryClient();
  const me = useMe();
  const mayWrite = useMay("tokens:write");
  const [isCreating, setCreating] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const tokens = useList(KEY, (client, page, signal) =>
    listTokens({ client, query: { ...page, per_page: 100 }, signal }),
  );
  const create = mayWrite && (
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
            own={me.token.id}
            mayRevokeChildren
            revoke={
              mayWrite
                ? async (token, children) => {
                    const query = children ? { children: 1 as const } : {};
                    const { deleted } = await revokeToken({
                      client,
                      path: { token: token.id },
                      query,
                    });
                    toast(t.revoked(deleted));
                    await refresh();
                  }
                : undefined
            }
          />
        )}
      </ListView>
      <TokenForm
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        held={me.token.abilities}
        create={(client, body) => createToken({ client, body })}
        onCreated={refresh}
      />
    </Card>
  );
}
