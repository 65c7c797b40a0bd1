import { useQuery } from "@tanstack/react-query";
import { getLead } from "#client";
import { leadName } from "#console/data/lead-name";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "./texts";

type Named = Parameters<typeof leadName>[0] & { ext_id?: string | null };

export const leadKey = (id: number) => ["inbox", "lead", id];

export function useLead(id: number) {
  const client = useClient();
  const may = useMay("leads:read");
  return useQuery({
    queryKey: leadKey(id),
    queryFn: async ({ signal }) => (await getLead({ client, signal, path: { lead: id } })).data,
    enabled: may,
  });
}

/** The name of a conversation's lead: at least its id, once there is the conversation. */
export function useLeadName(conversation: { lead: Named | null; lead_id: number } | undefined) {
  const t = useTexts(texts);
  if (!conversation) return "…";
  const { lead, lead_id } = conversation;
  return leadName(lead ?? {}, lead?.ext_id ?? t.unnamed(lead_id));
}
