import { useQuery } from "@tanstack/react-query";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { readDraft } from "./draft-api";
import { texts } from "./texts";

/** Somebody else has saved the draft: which one stays is chosen. */
export function ConflictDialog({
  scenario,
  onTakeTheirs,
  onKeepMine,
}: {
  scenario: number;
  onTakeTheirs: () => void;
  /** With the `ETag` of the draft that goes, if it is still there. */
  onKeepMine: (etag: string | null) => void;
}) {
  const t = useTexts(texts);
  const f = useFormat();
  const client = useClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["scenario", scenario, "theirs"],
    queryFn: () => readDraft(client, scenario),
    gcTime: 0,
  });
  return (
    <Dialog
      isOpen
      onClose={() => undefined}
      title={t.conflictTitle}
      about={t.conflictAbout}
      foot={
        <>
          <Button disabled={isPending} onClick={onTakeTheirs}>
            {t.takeTheirs}
          </Button>
          <Button
            kind="primary"
            disabled={isPending || error !== null}
            onClick={() => onKeepMine(data?.etag ?? null)}
          >
            {t.keepMine}
          </Button>
        </>
      }
    >
      {isPending && <LoadingRows rows={2} />}
      {error && <ProblemNote error={error} />}
      {data === null && <Note tone="amber">{t.theirsGone}</Note>}
      {data && <Note>{t.savedAt(f.dateTime(data.draft.updated_at))}</Note>}
    </Dialog>
  );
}
