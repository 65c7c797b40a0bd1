import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Import, undoImport } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button, buttonClass } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Card } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { Counts } from "./counts";
import { useReason } from "./failure";
import { putImport } from "./put-import";
import { RejectedRows } from "./rejected-rows";
import { reportTexts } from "./report-texts";
import { isUndoable, isWritten, namedOf } from "./states";
import { texts } from "./texts";

/** The leads that an import has created, as long as there are some. */
const searchOf = ({ id, counts, state }: Import) =>
  counts.created > 0 && state !== "undone" ? { import_id: id } : {};

function Undo({ one }: { one: Import }) {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const mayUndo = [useMay("imports:write"), useMay("leads:write")].every(Boolean);
  if (!mayUndo || !isUndoable(one) || one.undoable_until === null) return null;
  const undo = async () => {
    const { data } = await undoImport({ client, path: { import: one.id } });
    putImport(queries, data);
  };
  return (
    <>
      <Button
        title={t.undoUntil(format.dateTime(one.undoable_until))}
        onClick={() => setAsking(true)}
      >
        {t.undo}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.undoTitle}
        about={[
          t.undoAbout(format.number(one.counts.created), one.counts.created === 1),
          one.opted_out > 0 && t.undoOptOuts(format.number(one.opted_out), one.opted_out === 1),
        ]
          .filter(Boolean)
          .join(" ")}
        action={t.undo}
        onConfirm={undo}
      />
    </>
  );
}

/** The outcome of an import that is over. */
export function Result({ one, onChange }: { one: Import; onChange: (() => void) | undefined }) {
  const t = useTexts(reportTexts);
  const frame = useTexts(texts);
  const reason = useReason(one);
  const format = useFormat();
  if (one.state === "cancelled" && !isWritten(one)) return <Note>{t.cancelledBefore}</Note>;
  const titles = {
    cancelled: t.cancelledTitle,
    failed: t.failedTitle,
    undone: t.undoneTitle,
  } as Partial<Record<Import["state"], string>>;
  return (
    <>
      <Card title={titles[one.state] ?? t.completedTitle}>
        <Stack gap={4}>
          {one.state === "failed" && (
            <Note tone="red">
              <p>{reason}</p>
              <p>{t.failedAbout}</p>
            </Note>
          )}
          {one.state === "undone" && (
            <Note>
              <p>{t.undone(format.number(one.undone), format.number(one.kept))}</p>
              {one.opted_out > 0 && <p>{t.stillOptedOut(format.number(one.opted_out))}</p>}
            </Note>
          )}
          <Counts one={one} />
          {isUndoable(one) && one.undoable_until && (
            <Soft>{frame.undoUntil(format.dateTime(one.undoable_until))}</Soft>
          )}
          <Row gap={2} wraps>
            {one.state === "failed" && onChange ? (
              <Button kind="primary" onClick={onChange}>
                {t.changeColumns}
              </Button>
            ) : (
              <Link to="/leads" search={searchOf(one)} className={buttonClass("primary")}>
                {searchOf(one).import_id ? t.seeLeads : frame.leads}
              </Link>
            )}
            <Link to="/leads/import" className={buttonClass()}>
              {t.another}
            </Link>
            <Undo one={one} />
          </Row>
        </Stack>
      </Card>
      {namedOf(one) > 0 && <RejectedRows one={one} />}
    </>
  );
}
