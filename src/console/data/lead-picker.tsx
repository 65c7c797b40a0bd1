import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type LeadListItem, listLeads } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { useSettled } from "#console/ui/use-settled";
import { LeadInput } from "./lead-input";
import { matchIn } from "./lead-match";
import { leadName } from "./lead-name";
import styles from "./lead-picker.module.css";

const PER_PAGE = 10;

/** Finds leads by what is typed, of whom one is chosen. */
export function LeadPicker({
  chosen,
  most = PER_PAGE,
  none,
  onChoose,
}: {
  /** The id of who is chosen; unless set, the choice is not shown. */
  chosen?: number | null;
  most?: number;
  /** Said where nobody is found. */
  none: string;
  onChoose: (lead: LeadListItem) => void;
}) {
  const { unknownName } = useTexts(general);
  const client = useClient();
  const [text, setText] = useState("");
  const search = useSettled(text.trim());
  const found = useQuery({
    queryKey: ["leads", "search", search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { per_page: PER_PAGE, ...(search && { search }) };
      return (await listLeads({ client, query, signal })).data;
    },
  });
  return (
    <>
      <LeadInput value={text} onChange={({ target }) => setText(target.value)} />
      {found.error && <ProblemNote error={found.error} />}
      {found.isPending && <LoadingRows rows={4} />}
      {found.data?.length === 0 && <Soft>{none}</Soft>}
      <Stack as="ul" className={styles.leads}>
        {found.data?.slice(0, most).map((lead) => (
          <li key={lead.id}>
            <button
              type="button"
              className={styles.lead}
              aria-pressed={chosen === undefined ? undefined : lead.id === chosen}
              onClick={() => onChoose(lead)}
            >
              <Avatar name={leadName(lead, unknownName)} size="1.75rem" />
              <Clip as="bdi">{leadName(lead, unknownName)}</Clip>
              <Soft as="span" size="medium" className={styles.match}>
                {search && matchIn(lead, search)}
              </Soft>
            </button>
          </li>
        ))}
      </Stack>
    </>
  );
}
