import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { Token } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";
import { TokenForm } from "./token-form";
import { TokenTable } from "./token-table";

/** Tokens, which are made and revoked here by those who may: `revoke` tells how many it has. */
export function TokenList({
  queryKey,
  list,
  held,
  create,
  revoke,
  ...table
}: {
  queryKey: (string | number)[];
  list: Parameters<typeof useList<Token>>[1];
  /** Undefined for who may not revoke, nor create. */
  revoke: ((token: Token, children: boolean) => Promise<number>) | undefined;
} & Pick<ComponentProps<typeof TokenForm>, "held" | "create"> &
  Pick<ComponentProps<typeof TokenTable>, "own" | "mayRevokeChildren">) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey });
  const tokens = useList(queryKey, list);
  const button = revoke && (
    <Button size="small" kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Card title={t.title} isPadded={false} actions={tokens.items.length > 0 && button}>
      <ListView
        list={tokens}
        empty={
          <EmptyState icon={<KeyRound />} title={t.empty} actions={button}>
            {t.emptyAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <TokenTable
            tokens={items}
            revoke={
              revoke &&
              (async (token, children) => {
                toast(t.revoked(await revoke(token, children)));
                await refresh();
              })
            }
            {...table}
          />
        )}
      </ListView>
      <TokenForm
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        held={held}
        create={create}
        onCreated={refresh}
      />
    </Card>
  );
}
