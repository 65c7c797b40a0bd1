import { Suspense, useState } from "react";
import { listLeadDuplicates } from "#client";
import { useList } from "#console/data/lists";
import { useLiveQueries } from "#console/live/live";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { lazily } from "#console/ui/lazily";
import { Row } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { duplicateTexts } from "./texts";

const DuplicatesDialog = lazily(() => import("./duplicates-dialog"));

const KEY = ["leads", "duplicates"];
const SETTLE_MS = 2_000;

/** The pairs of leads that somebody has to settle, where there are any. */
export function Duplicates() {
  const t = useTexts(duplicateTexts);
  const format = useFormat();
  const mayWrite = useMay("leads:write");
  const [isOpen, setOpen] = useState(false);
  const list = useList(KEY, (client, page, signal) =>
    listLeadDuplicates({ client, query: { per_page: 20, ...page }, signal }),
  );
  useLiveQueries(["lead.same_person_found", "lead.merged"], [KEY], { settleMs: SETTLE_MS });
  const { length } = list.items;
  return (
    <>
      {length > 0 && (
        <Note tone="amber">
          <Row gap={3} wraps>
            <span>{t.found(length, `${format.number(length)}${list.hasNextPage ? "+" : ""}`)}</span>
            {mayWrite && (
              <Button size="small" onClick={() => setOpen(true)}>
                {t.settle}
              </Button>
            )}
          </Row>
        </Note>
      )}
      {isOpen && (
        <Suspense>
          <DuplicatesDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
