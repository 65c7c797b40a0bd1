import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Settings, updateSettings } from "#client";
import { setAnswer } from "#console/data/entities";
import { Form } from "#console/data/form/form";
import { type Fields, over, useForm } from "#console/data/form/use-form";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { texts } from "../texts";
import styles from "./general.module.css";

/** The props of each field of a group. */
export type Setting = { form: Fields<Settings>; disabled: boolean };

/** Settings that belong together, and are saved together: only those that were changed. */
export function Group({
  title,
  about,
  settings,
  children,
}: {
  title: string;
  about: string;
  settings: Settings;
  children: (setting: Setting) => ReactNode;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const mayWrite = useMay("settings:write");
  const changes = useForm({} as Partial<Settings>, (client, body) =>
    updateSettings({ client, body }),
  );
  const isChanged = Object.keys(changes.values).length > 0;
  return (
    <Card title={title}>
      <Form
        form={changes}
        className={styles.group}
        onDone={(answer, sent) => {
          setAnswer(queries, SETTINGS_KEY, answer);
          // Changes made since are still to be saved.
          changes.restart(sent);
          toast(c.saved);
        }}
      >
        <Soft>{about}</Soft>
        <div className={styles.fields}>
          {children({ form: over(settings, changes), disabled: !mayWrite })}
        </div>
        {isChanged && (
          <Row gap={2} wraps justify="end" className={styles.foot}>
            <span role="status">{t.unsaved}</span>
            <Button size="small" onClick={() => changes.restart()}>
              {t.discard}
            </Button>
            <Button size="small" type="submit" kind="primary" isBusy={changes.isBusy}>
              {c.save}
            </Button>
          </Row>
        )}
      </Form>
    </Card>
  );
}
