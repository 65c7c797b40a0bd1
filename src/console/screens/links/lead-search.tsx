import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type LeadListItem, listLeads } from "../../../client/index";
import { leadName } from "../../data/lead-name";
import { useClient } from "../../session/session";
import { useTexts } from "../../texts/catalogue";
import { general } from "../../texts/general";
import { Avatar } from "../../ui/badge";
import { SearchInput } from "../../ui/field";
import { LoadingRows, ProblemNote } from "../../ui/states";
import { useSettled } from "../../ui/use-settled";
import { dialogTexts } from "./dialog-texts";
import dialogs from "./dialogs.module.css";

const PER_PAGE = 10;

/** A text with digits or an @ is more likely an identity than a name. */
const queryOf = (text: string) => {
  if (text === "") return {};
  return /[@\d]/.test(text) ? { identity: text } : { name: text };
};

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
      const query = { ...queryOf(settled), per_page: PER_PAGE };
      return (await listLeads({ client, query, signal })).data;
    },
  });
  return (
    <>
      <SearchInput label={t.search} value={text} onChange={({ target }) => setText(target.value)} />
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
                <span className={dialogs.soft}>{lead.phone ?? lead.email}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
