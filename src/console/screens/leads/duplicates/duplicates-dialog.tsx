import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useRef, useState } from "react";
import { dismissLeadDuplicate, type LeadDuplicate, type LeadOfPair, mergeLeads } from "#client";
import { useAction } from "#console/data/forms";
import { leadName } from "#console/data/lead-name";
import type { useList } from "#console/data/lists";
import { LoadMore } from "#console/data/load-more";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ConfirmDialog, Dialog } from "#console/ui/dialog";
import { Stack } from "#console/ui/stack";
import { EmptyState, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { leadTexts } from "../lead/texts";
import { Comparison } from "./comparison";
import { duplicateTexts } from "./texts";

/** Settles pairs of leads: either is merged into the other, or they are two people. */
export default function DuplicatesDialog({
  list,
  onClose,
}: {
  list: ReturnType<typeof useList<LeadDuplicate>>;
  onClose: () => void;
}) {
  const t = useTexts(duplicateTexts);
  const queries = useQueryClient();
  const pairs = useRef<HTMLDivElement>(null);
  // A pair that is settled goes, and with it the button that has the focus.
  async function refresh() {
    await queries.invalidateQueries({ queryKey: ["leads"] });
    pairs.current?.focus();
  }
  return (
    <Dialog isOpen onClose={onClose} title={t.title} about={t.about} width="44rem">
      <div ref={pairs} tabIndex={-1}>
        <Stack gap={5}>
          {list.items.length === 0 && <EmptyState icon={<CircleCheck />} title={t.none} />}
          {list.items.map((pair) => (
            <Pair key={`${pair.lead.id}-${pair.other.id}`} pair={pair} onSettled={refresh} />
          ))}
          <LoadMore list={list} />
        </Stack>
      </div>
    </Dialog>
  );
}

function Pair({
  pair: { lead, other, found_at },
  onSettled,
}: {
  pair: LeadDuplicate;
  onSettled: () => Promise<void>;
}) {
  const t = useTexts(duplicateTexts);
  const { merged, mergeGoesOn, mergeAction, mergeWarning } = useTexts(leadTexts);
  const { unknownName } = useTexts(general);
  const format = useFormat();
  const client = useClient();
  const [keep, setKeep] = useState<LeadOfPair>(lead);
  const [isAsking, setAsking] = useState(false);
  const [left, right] = [lead, other].map((one) => leadName(one, unknownName));
  const nameOf = (one: LeadOfPair) =>
    left === right ? `${left} #${one.id}` : leadName(one, unknownName);
  async function merge() {
    const gone = keep.id === lead.id ? other : lead;
    const { merge } = await mergeLeads({ client, body: { keep: keep.id, merge: gone.id } });
    toast(merge.state === "completed" ? merged : mergeGoesOn);
    void onSettled();
  }
  const dismiss = useAction(
    (acting) =>
      dismissLeadDuplicate({ client: acting, path: { lead: lead.id, otherLead: other.id } }),
    {
      onDone: () => {
        toast(t.dismissed);
        return onSettled();
      },
    },
  );
  return (
    <Stack as="section" gap={2} aria-label={t.pair(nameOf(lead), nameOf(other))}>
      <Comparison
        leads={[lead, other]}
        nameOf={nameOf}
        why={t.why(format.dateTime(found_at))}
        onKeep={(one) => {
          setKeep(one);
          setAsking(true);
        }}
      />
      {dismiss.error && <ProblemNote error={dismiss.error} />}
      <div>
        <Button size="small" isBusy={dismiss.isBusy} onClick={() => void dismiss.run(undefined)}>
          {t.notSame}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.keepTitle(nameOf(keep))}
        about={mergeWarning}
        action={mergeAction}
        onConfirm={merge}
      />
    </Stack>
  );
}
