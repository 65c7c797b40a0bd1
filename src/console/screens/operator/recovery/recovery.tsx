import { useQuery } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import { useState } from "react";
import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { BackLink } from "#console/ui/back-link";
import { Button, buttonClass } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Grid } from "#console/ui/grid";
import { Card, Screen } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { useDatabases } from "../databases";
import { RegisterButton } from "../health/register-form";
import { RecoveryProgress } from "./progress";
import { countWorkspaces, recoverAll, useRecovering } from "./recovering";
import styles from "./recovery.module.css";
import { texts } from "./texts";

const GUIDE = "/docs/operating#recover-all-workspaces";

/** Brings back all workspaces whose databases are lost. */
export default function RecoveryScreen() {
  const t = useTexts(texts);
  const format = useFormat();
  const session = useSession();
  const databases = useDatabases();
  const recovering = useRecovering();
  const [isAsking, setAsking] = useState(false);
  const { data: count } = useQuery({
    queryKey: ["workspaces", "count"],
    queryFn: () => countWorkspaces(session.client),
    enabled: isAsking,
  });
  return (
    <Screen
      title={t.title}
      back={<BackLink to="/health">{t.health}</BackLink>}
      about={t.about}
      actions={
        <Button
          kind="danger"
          icon={<DatabaseBackup />}
          isBusy={recovering?.step === "reading"}
          onClick={() => setAsking(true)}
        >
          {recovering ? t.again : t.recover}
        </Button>
      }
    >
      {recovering && <RecoveryProgress recovering={recovering} />}
      <Grid gap={4} min="24rem" fills align="start">
        <Card title={t.first}>
          <Stack gap={3}>
            <Stack as="ol" gap={3} className={styles.points}>
              {Object.values(t.steps).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </Stack>
            {databases.length > 0 && (
              <Soft>{t.registered(databases.map(({ name }) => name).join(", "))}</Soft>
            )}
            <Row gap={2} wraps>
              <RegisterButton />
              <a className={buttonClass()} href={GUIDE} target="_blank" rel="noreferrer">
                {t.guide}
              </a>
            </Row>
          </Stack>
        </Card>
        <Card title={t.happens}>
          <Stack as="ul" gap={3} className={styles.points}>
            {Object.values(t.points).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </Stack>
        </Card>
      </Grid>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.confirmTitle}
        about={count !== undefined && t.confirmAbout(format.number(count), count === 1)}
        action={t.confirm}
        onConfirm={async () => void recoverAll(session)}
      >
        <Note tone="amber">{t.points.lost}</Note>
      </ConfirmDialog>
    </Screen>
  );
}
