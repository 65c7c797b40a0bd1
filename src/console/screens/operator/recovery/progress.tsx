import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { buttonClass } from "#console/ui/button";
import { Card, Progress } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { countWorkspaces, type Recovering } from "./recovering";
import { texts } from "./texts";

const POLL_MS = 5_000;

/** A count of the workspaces that have come back, of those that are being restored. */
function Restoring({ before, restoring }: Recovering) {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["workspaces", "recovered", before],
    queryFn: () => countWorkspaces(client),
    refetchInterval: ({ state }) => ((state.data ?? before) < before + restoring ? POLL_MS : false),
  });
  const back = Math.min(restoring, Math.max(0, (data ?? before) - before));
  if (restoring === 0) return <Note>{t.nothing}</Note>;
  if (back === restoring)
    return (
      <>
        <Note tone="green">{t.done(format.number(restoring), restoring === 1)}</Note>
        <p>
          <Link to="/workspaces" className={buttonClass()}>
            {t.toWorkspaces}
          </Link>
        </p>
      </>
    );
  const words = t.back(format.number(back), format.number(restoring));
  return (
    <>
      <p>{words}</p>
      <Progress share={back / restoring} label={words} />
      <Soft>
        {t.backAbout} {t.slow}
      </Soft>
      {error && <ProblemNote error={error} />}
    </>
  );
}

/** The progress of a recovery, and its outcome. */
export function RecoveryProgress({ recovering }: { recovering: Recovering }) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <Card title={t.progress}>
      <Stack gap={3} role="status">
        {recovering.step === "reading" && (
          <>
            <p>{t.reading(format.number(recovering.backups))}</p>
            <LoadingRows rows={2} />
            <Soft>{t.readingAbout}</Soft>
          </>
        )}
        {recovering.step === "restoring" && <Restoring {...recovering} />}
        {recovering.step === "failed" && <ProblemNote error={recovering.error} />}
      </Stack>
    </Card>
  );
}
