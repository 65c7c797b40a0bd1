import { useEffect, useState } from "react";
import type { Token } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { ConfirmDialog } from "#console/ui/dialog";
import { Checkbox } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { texts } from "./texts";

/** Asks before a token is revoked, and whether those that it has made go with it. */
export function RevokeDialog({
  token,
  isOwn,
  made,
  onClose,
  onConfirm,
}: {
  /** Null closes it. */
  token: Token | null;
  isOwn: boolean;
  /** The tokens that it has made, and that can go with it. */
  made: Token[];
  onClose: () => void;
  onConfirm: (token: Token, children: boolean) => Promise<unknown>;
}) {
  const t = useTexts(texts);
  const { list } = useFormat();
  const [withChildren, setWithChildren] = useState(false);
  useEffect(() => {
    setWithChildren(false);
  }, [token]);
  return (
    <ConfirmDialog
      isOpen={token !== null}
      onClose={onClose}
      title={token ? t.revokeNamed(token.name) : ""}
      about={t.revokeAbout}
      action={t.revoke}
      onConfirm={async () => token && onConfirm(token, withChildren)}
    >
      {(isOwn || made.length > 0) && (
        <>
          {isOwn && <Note tone="amber">{t.revokeOwn}</Note>}
          {made.length > 0 && (
            <Checkbox
              checked={withChildren}
              onChange={({ target }) => setWithChildren(target.checked)}
            >
              {t.revokeChildren(list(made.map(({ name }) => name)))}
            </Checkbox>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
