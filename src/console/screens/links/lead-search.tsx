import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type LeadListItem, listLeads } from "#client";
import { LeadInput } from "#console/data/lead-input";
import { matchIn } from "#console/data/lead-match";
import { leadName } from "#console/data/lead-name";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { useSettled } from "#console/ui/use-settled";
import { dialogTexts } from "./dialog-texts";
import dialogs from "./dialogs.module.css";

const PER_PAGE = 10;

/** Finds a lead to choose. */
export function LeadSearch({ onChoose }: { onChoose: (lead: LeadListItem) => void }) {
  const { trial: t } = useTexts(dialogTexts);
  const { unknownName } = useTexts(general);
  const client = useClient();
  const [text, setText] = useState("");
  const settled = useSettled(text.trim());
  const leads = useQuery({
    queryKey: ["leads", "search", settled],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { per_page: PER_PAGE, ...(settled && { search: settled }) };
      return (await listLeads({ client, query, signal })).data;
    },
  });
  return (
    <>
      <LeadInput value={text} onChange={({ target }) => setText(target.value)} />
      {leads.isPending && <LoadingRows rows={4} />}
      {leads.isError && <ProblemNote error={leads.error} />}
      {leads.data?.length === 0 && <p className={dialogs.soft}>{t.nobody}</p>}
      <ul className={dialogs.leads}>
        {leads.data?.map((lead) => {
          const name = leadName(lead, unknownName);
          return (
            <li key={lead.id}>
              <button type="button" onClick={() => onChoose(lead)}>
                <Avatar name={name} size="1.75rem" />
                <bdi>{name}</bdi>
                <span className={dialogs.soft}>{matchIn(lead, settled)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
