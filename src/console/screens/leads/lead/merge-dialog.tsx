import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Client, type Lead, type LeadFields, listLeads, mergeLeads } from "#client";
import { useAction } from "#console/data/forms";
import { LeadInput } from "#console/data/lead-input";
import { leadName } from "#console/data/lead-name";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Note, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { useSettled } from "#console/ui/use-settled";
import styles from "./cards.module.css";
import { leadTexts } from "./texts";

const SHOWN = 10;

async function find(client: Client, search: string, signal: AbortSignal) {
  return (await listLeads({ client, query: { search, per_page: SHOWN }, signal })).data;
}

const merge = (client: Client, body: { keep: number; merge: number }) =>
  mergeLeads({ client, body });

/** Joins two leads that are one person. */
export default function MergeDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTexts(leadTexts);
  const g = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [other, setOther] = useState<LeadFields | null>(null);
  const [keep, setKeep] = useState(lead.id);
  const wanted = useSettled(text.trim());
  const { data: found = [] } = useQuery({
    queryKey: ["leads", "find", wanted],
    queryFn: ({ signal }) => find(client, wanted, signal),
    enabled: wanted.length > 1,
  });
  const { run, isBusy, error } = useAction(merge, {
    onDone: ({ merge: { state } }) => {
      toast(state === "completed" ? t.merged : t.mergeGoesOn);
      void queries.invalidateQueries({ queryKey: ["leads"] });
    },
    async next({ merge: { keep_id } }) {
      await navigate({ to: "/leads/$lead", params: { lead: String(keep_id) } });
      onClose();
      await queries.invalidateQueries({ queryKey: ["lead"] });
    },
  });
  const merged = other && (keep === lead.id ? other.id : lead.id);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.merge}
      about={t.mergeAbout}
      width="36rem"
      onSubmit={() => merged && void run({ keep, merge: merged })}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="danger" isBusy={isBusy} disabled={!other}>
            {t.mergeAction}
          </Button>
        </>
      }
    >
      {other ? (
        <fieldset className={styles.pair}>
          <legend>{t.whichStays}</legend>
          {[lead, other].map((each) => (
            <label key={each.id} className={styles.candidate}>
              <input
                type="radio"
                name="keep"
                checked={keep === each.id}
                onChange={() => setKeep(each.id)}
              />
              <Candidate lead={each} />
            </label>
          ))}
          <Button size="small" kind="quiet" onClick={() => setOther(null)}>
            {t.chooseOther}
          </Button>
          <Note tone="amber">{t.mergeWarning}</Note>
        </fieldset>
      ) : (
        <>
          <LeadInput value={text} onChange={({ target }) => setText(target.value)} />
          <ul className={styles.found}>
            {found
              .filter(({ id }) => id !== lead.id)
              .map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    className={styles.candidate}
                    onClick={() => {
                      setOther(each);
                      setKeep(lead.id);
                    }}
                  >
                    <Candidate lead={each} />
                  </button>
                </li>
              ))}
          </ul>
        </>
      )}
      {error && <ProblemNote error={error} />}
    </Dialog>
  );
}

function Candidate({ lead }: { lead: LeadFields }) {
  const t = useTexts(leadTexts);
  const { unknownName } = useTexts(general);
  const format = useFormat();
  const name = leadName(lead, unknownName);
  const about = [lead.phone, lead.email, lead.ext_id, t.since(format.date(lead.created_at))];
  return (
    <>
      <Avatar name={name.replace(/^[@+]/, "")} size="2rem" />
      <span className={styles.candidateText}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={styles.soft}>{about.filter(Boolean).join(" · ")}</span>
      </span>
    </>
  );
}
