import { useState } from "react";
import type { Token } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Table } from "#console/ui/table";
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
  const nameOf = (id: number) => tokens.find((token) => token.id === id)?.name ?? t.gone(id);
  const isOver = ({ expires_at }: Token) =>
    expires_at !== null && Date.parse(expires_at) < Date.now();

  return (
    <>
      <Table>
        <thead>
          <tr>
            <th>{c.name}</th>
            <th>{t.abilities}</th>
            <th>{t.lastUsed}</th>
            <th>{t.expires}</th>
            <th>
              <span className="visually-hidden">{t.revoke}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>
                <div className={styles.name}>
                  <span className={styles.title}>
                    {token.name}
                    {token.id === own && <Badge tone="accent">{t.own}</Badge>}
                  </span>
                  <span className={styles.soft}>
                    {token.made_by === null
                      ? t.madeByOperator(format.date(token.created_at))
                      : t.madeBy(nameOf(token.made_by), format.date(token.created_at))}
                  </span>
                </div>
              </td>
              <td>
                <Abilities token={token} />
              </td>
              <td className={styles.when}>
                {token.last_used_at ? format.relative(token.last_used_at) : t.unused}
              </td>
              <td className={styles.when}>
                {isOver(token) ? (
                  <Badge tone="red">{t.expired}</Badge>
                ) : token.expires_at ? (
                  format.relative(token.expires_at)
                ) : (
                  t.never
                )}
              </td>
              <td data-actions>
                {revoke && (
                  <Button
                    size="small"
                    aria-label={t.revokeNamed(token.name)}
                    onClick={() => setRevoking(token)}
                  >
                    {t.revoke}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
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
