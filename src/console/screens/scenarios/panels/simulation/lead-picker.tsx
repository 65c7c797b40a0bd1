import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listLeads } from "#client";
import { LeadInput } from "#console/data/lead-input";
import { matchIn } from "#console/data/lead-match";
import { leadName } from "#console/data/lead-name";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { useSettled } from "#console/ui/use-settled";
import styles from "./simulation.module.css";
import { texts } from "./texts";

/** Finds a lead. */
export function LeadPicker({
  chosen,
  onChoose,
}: {
  chosen: number | null;
  onChoose: (id: number) => void;
}) {
  const t = useTexts(texts);
  const { unknownName } = useTexts(general);
  const client = useClient();
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const found = useQuery({
    queryKey: ["scenario-lead-picker", search],
    queryFn: async ({ signal }) =>
      (await listLeads({ client, signal, query: { per_page: 10, ...(search && { search }) } }))
        .data,
  });
  return (
    <div className={styles.picker}>
      <LeadInput value={text} onChange={({ target }) => setText(target.value)} />
      {found.error && <ProblemNote error={found.error} />}
      {found.isPending && <LoadingRows rows={4} />}
      {found.data?.length === 0 && <Soft>{t.noLead}</Soft>}
      <ul>
        {found.data?.map((lead) => {
          const called = leadName(lead, unknownName);
          return (
            <li key={lead.id}>
              <button
                type="button"
                aria-pressed={lead.id === chosen}
                className={styles.lead}
                onClick={() => onChoose(lead.id)}
              >
                <Avatar name={called} size="1.75rem" />
                <span>
                  <bdi>{called}</bdi>
                </span>
                <Soft as="span">{search && matchIn(lead, search)}</Soft>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
