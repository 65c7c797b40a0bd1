import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Client, type Lead, type LeadListItem, listLeads, mergeLeads } from "#client";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { LeadInput } from "#console/data/lead-input";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Note } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { useSettled } from "#console/ui/use-settled";
import { Candidate, WhichStays } from "./candidate";
import styles from "./cards.module.css";
import { leadTexts } from "./texts";

const SHOWN = 10;

async function find(client: Client, search: string, signal: AbortSignal) {
  return (await listLeads({ client, query: { search, per_page: SHOWN }, signal })).data;
}

/** Finds the other lead by what is typed. */
function Search({ lead, onChoose }: { lead: Lead; onChoose: (other: LeadListItem) => void }) {
  const client = useClient();
  const [text, setText] = useState("");
  const wanted = useSettled(text.trim());
  const { data: found = [] } = useQuery({
    queryKey: ["leads", "find", wanted],
    queryFn: ({ signal }) => find(client, wanted, signal),
    enabled: wanted.length > 1,
  });
  return (
    <>
      <LeadInput value={text} onChange={({ target }) => setText(target.value)} />
      <ul className={styles.found}>
        {found
          .filter(({ id }) => id !== lead.id)
          .map((each) => (
            <li key={each.id}>
              <button type="button" className={styles.candidate} onClick={() => onChoose(each)}>
                <Candidate lead={each} />
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

type Draft = { keep: number; other: LeadListItem | null };

/** Joins two leads that are one person. */
export default function MergeDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTexts(leadTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ keep: lead.id, other: null } as Draft, (client, { keep, other }) =>
    mergeLeads({ client, body: { keep, merge: keep === lead.id && other ? other.id : lead.id } }),
  );
  const { keep, other } = form.values;
  return (
    <FormDialog
      form={form}
      title={t.merge}
      about={t.mergeAbout}
      width="36rem"
      action={t.mergeAction}
      isDanger
      isReady={other !== null}
      onClose={onClose}
      onDone={({ merge: { state } }) => {
        toast(state === "completed" ? t.merged : t.mergeGoesOn);
        void queries.invalidateQueries({ queryKey: ["leads"] });
      }}
      next={async ({ merge: { keep_id } }) => {
        await navigate({ to: "/leads/$lead", params: { lead: String(keep_id) } });
        onClose();
        await queries.invalidateQueries({ queryKey: ["lead"] });
      }}
    >
      {other ? (
        <fieldset className={styles.pair}>
          <legend>{t.whichStays}</legend>
          <WhichStays leads={[lead, other]} keep={keep} onChange={(id) => form.set({ keep: id })} />
          <Button size="small" kind="quiet" onClick={() => form.set({ other: null })}>
            {t.chooseOther}
          </Button>
          <Note tone="amber">{t.mergeWarning}</Note>
        </fieldset>
      ) : (
        <Search lead={lead} onChoose={(chosen) => form.set({ other: chosen, keep: lead.id })} />
      )}
    </FormDialog>
  );
}
