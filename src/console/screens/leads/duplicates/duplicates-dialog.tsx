import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dismissLeadDuplicate, type LeadDuplicate, mergeLeads } from "#client";
import { useAction } from "#console/data/forms";
import type { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Row, Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { WhichStays } from "../lead/candidate";
import styles from "../lead/cards.module.css";
import { leadTexts } from "../lead/texts";
import { duplicateTexts } from "./texts";

const idOf = ({ lead, other }: LeadDuplicate) => `${lead.id}-${other.id}`;

/** Settles pairs of leads: either is merged into the other, or they are two people. */
export default function DuplicatesDialog({
  list,
  onClose,
}: {
  list: ReturnType<typeof useList<LeadDuplicate>>;
  onClose: () => void;
}) {
  const t = useTexts(duplicateTexts);
  const { mergeWarning } = useTexts(leadTexts);
  return (
    <Dialog isOpen onClose={onClose} title={t.title} about={t.about} width="36rem">
      <Stack gap={5}>
        {list.items.length === 0 && <Soft>{t.none}</Soft>}
        {list.items.map((pair) => (
          <Pair key={idOf(pair)} pair={pair} />
        ))}
        <LoadMore list={list} />
        {list.items.length > 0 && <Note tone="amber">{mergeWarning}</Note>}
      </Stack>
    </Dialog>
  );
}

function Pair({ pair }: { pair: LeadDuplicate }) {
  const t = useTexts(duplicateTexts);
  const { merged, mergeGoesOn, mergeAction } = useTexts(leadTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const [keep, setKeep] = useState(pair.lead.id);
  const settled = () => queries.invalidateQueries({ queryKey: ["leads"] });
  const gone = keep === pair.lead.id ? pair.other.id : pair.lead.id;
  const merge = useAction(
    (client, body: { keep: number; merge: number }) => mergeLeads({ client, body }),
    {
      onDone: ({ merge: { state } }) => {
        toast(state === "completed" ? merged : mergeGoesOn);
        return settled();
      },
    },
  );
  const dismiss = useAction(
    (client, path: { lead: number; otherLead: number }) => dismissLeadDuplicate({ client, path }),
    { onDone: settled },
  );
  const error = merge.error ?? dismiss.error;
  return (
    <fieldset className={styles.pair}>
      <legend>{t.foundAt(format.dateTime(pair.found_at))}</legend>
      <WhichStays
        leads={[pair.lead, pair.other]}
        keep={keep}
        onChange={setKeep}
        name={idOf(pair)}
      />
      {error && <ProblemNote error={error} />}
      <Row gap={2} wraps>
        <Button
          size="small"
          isBusy={merge.isBusy}
          onClick={() => void merge.run({ keep, merge: gone })}
        >
          {mergeAction}
        </Button>
        <Button
          size="small"
          kind="quiet"
          isBusy={dismiss.isBusy}
          onClick={() => void dismiss.run({ lead: pair.lead.id, otherLead: pair.other.id })}
        >
          {t.notSame}
        </Button>
      </Row>
    </fieldset>
  );
}
