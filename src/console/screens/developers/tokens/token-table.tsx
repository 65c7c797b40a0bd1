import { useState } from "react";
import type { Token } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";

import { levelsIn } from "./abilities";
import { RevokeDialog } from "./revoke-dialog";
import { texts } from "./texts";
import styles from "./tokens.module.css";

const SHOWN = 4;

function Abilities({ token: { abilities } }: { token: Token }) {
  const t = useTexts(texts);
  if (abilities.includes("*")) return <Badge tone="accent">{t.everything}</Badge>;
  const chosen = levelsIn(abilities);
  const hidden = chosen.slice(SHOWN);
  return (
    <span className={styles.badges} title={abilities.join(", ")}>
      {chosen.slice(0, SHOWN).map(([area, level]) => (
        <Badge key={area} tone={level === "write" ? "blue" : "plain"}>
          {level === "write" ? t.areaWritten(t.areas[area]) : t.areas[area]}
        </Badge>
      ))}
      {hidden.length > 0 && <Badge>{t.more(hidden.length)}</Badge>}
    </span>
  );
}

/** A token's name, and who made it: one of `tokens`, unless that is gone. */
function Named({ token, isOwn, tokens }: { token: Token; isOwn: boolean; tokens: Token[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { name, made_by, created_at } = token;
  const nameOf = (id: number) => tokens.find((token) => token.id === id)?.name ?? t.gone(id);
  return (
    <div className={styles.name}>
      <Row as="span" gap={2} className={styles.title}>
        {name}
        {isOwn && <Badge tone="accent">{t.own}</Badge>}
      </Row>
      <Soft as="span" size="small">
        {made_by === null
          ? t.madeByOperator(format.date(created_at))
          : t.madeBy(nameOf(made_by), format.date(created_at))}
      </Soft>
    </div>
  );
}

function Expiry({ at }: { at: string | null }) {
  const t = useTexts(texts);
  const format = useFormat();
  if (at === null) return t.never;
  return Date.parse(at) < Date.now() ? <Badge tone="red">{t.expired}</Badge> : format.relative(at);
}

export function TokenTable({
  tokens,
  own,
  revoke,
  mayRevokeChildren,
}: {
  tokens: Token[];
  /** The id of the token that is used right now. */
  own?: number;
  /** Undefined where tokens can't be revoked. */
  revoke?: ((token: Token, children: boolean) => Promise<unknown>) | undefined;
  mayRevokeChildren: boolean;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <>
      <DataTable
        rows={tokens}
        keyOf={({ id }) => id}
        columns={[
          [c.name, (token) => <Named token={token} isOwn={token.id === own} tokens={tokens} />],
          [t.abilities, (token) => <Abilities token={token} />],
          [
            t.lastUsed,
            ({ last_used_at }) => (last_used_at ? format.relative(last_used_at) : t.unused),
            "time",
          ],
          [t.expires, ({ expires_at }) => <Expiry at={expires_at} />, "time"],
          revoke !== undefined && [
            t.revoke,
            (token) => (
              <Button
                size="small"
                aria-label={t.revokeNamed(token.name)}
                onClick={() => setRevoking(token)}
              >
                {t.revoke}
              </Button>
            ),
            "actions",
          ],
        ]}
      />
      {revoke && (
        <RevokeDialog
          token={revoking}
          isOwn={revoking?.id === own}
          made={mayRevokeChildren ? childrenOf(tokens, revoking) : []}
          onClose={() => setRevoking(null)}
          onConfirm={revoke}
        />
      )}
    </>
  );
}

/** The tokens that a token has made, those that they have made, and so on. */
function childrenOf(tokens: Token[], token: Token | null): Token[] {
  if (!token) return [];
  const own = tokens.filter(({ made_by }) => made_by === token.id);
  return own.flatMap((child) => [child, ...childrenOf(tokens, child)]);
}
