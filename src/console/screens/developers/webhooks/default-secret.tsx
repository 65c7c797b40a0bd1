import { useState } from "react";
import { getDefaultSecret, rotateDefaultSecret } from "#client";
import { useAction } from "#console/data/forms";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Card, CopyText } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";

/** The secret behind the `webhook_url` of scenarios, which can be shown at any time. */
export function DefaultSecret() {
  const t = useTexts(texts);
  const client = useClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [isRotating, setRotating] = useState(false);
  const { run, isBusy, error } = useAction((client) => getDefaultSecret({ client }), {
    onDone: ({ data }) => setSecret(data.secret),
  });
  return (
    <Card title={t.defaultSecret}>
      <Stack gap={3}>
        <Soft size="medium">{t.defaultSecretAbout}</Soft>
        {secret && <CopyText text={secret} label={t.copySecret} />}
        {error && <ProblemNote error={error} />}
        <Row gap={2} wraps>
          {secret ? (
            <Button size="small" onClick={() => setSecret(null)}>
              {t.hide}
            </Button>
          ) : (
            <Button size="small" isBusy={isBusy} onClick={() => void run(undefined)}>
              {t.show}
            </Button>
          )}
          <Button size="small" disabled={isBusy} onClick={() => setRotating(true)}>
            {t.rotate}
          </Button>
        </Row>
      </Stack>
      <ConfirmDialog
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        title={t.rotateTitle}
        about={t.rotateAbout}
        action={t.rotate}
        onConfirm={async () => {
          const { data } = await rotateDefaultSecret({ client });
          setSecret(data.secret);
          toast(t.rotated);
        }}
      />
    </Card>
  );
}
