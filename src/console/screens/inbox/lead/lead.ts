import { useQuery } from "@tanstack/react-query";
import { getLead } from "../../../../client/index";
import { leadName } from "../../../data/lead-name";
import { useClient, useMay } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { texts } from "./texts";

type Named = Parameters<typeof leadName>[0] & { ext_id?: string | null };

const KEPT_MS = 300_000;

export const leadKey = (id: number) => ["inbox", "lead", id];

export function useLead(
  id: number,
  { isWanted = true, staleTime }: { isWanted?: boolean; staleTime?: number } = {},
) {
  const client = useClient();
  const may = useMay("leads:read");
  return useQuery({
    queryKey: leadKey(id),
    queryFn: async ({ signal }) => (await getLead({ client, signal, path: { lead: id } })).data,
    enabled: may && isWanted,
    ...(staleTime !== undefined && { staleTime }),
  });
}

/**
 * What a conversation's lead is called. A conversation tells only names: of a lead without one, it
 * is asked for what else is known.
 */
export function useLeadName(conversation: { lead: Named | null; lead_id: number } | undefined) {
  const t = useTexts(texts);
  const { lead = null, lead_id = 0 } = conversation ?? {};
  const known = leadName(lead ?? {}, "");
  const asked = useLead(lead_id, {
    isWanted: conversation !== undefined && known === "",
    staleTime: KEPT_MS,
  });
  if (known) return known;
  if (!conversation || asked.isLoading) return "…";
  return leadName(asked.data ?? {}, lead?.ext_id ?? t.unnamed(lead_id));
}
