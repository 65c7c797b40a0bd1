import { useQuery } from "@tanstack/react-query";
import { getLead } from "../../../../client/index";
import { useClient, useMay } from "../../../session/session";

export const leadKey = (id: number) => ["inbox", "lead", id];

export function useLead(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: leadKey(id),
    queryFn: async ({ signal }) => (await getLead({ client, signal, path: { lead: id } })).data,
    enabled: useMay("leads:read"),
  });
}
