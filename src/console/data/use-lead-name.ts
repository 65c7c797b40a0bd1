import { useQuery } from "@tanstack/react-query";
import { getLead } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { leadName } from "./lead-name";

const FRESH_MS = 300_000;

/** The name of a lead of whom only the id is known, for those who may read it. */
export function useLeadName(id: number, isWanted = true) {
  const { unknownName } = useTexts(general);
  const client = useClient();
  const mayRead = useMay("leads:read");
  const { data: name, isLoading } = useQuery({
    queryKey: ["lead-name", id],
    queryFn: async ({ signal }) =>
      leadName((await getLead({ client, path: { lead: id }, signal })).data, unknownName),
    enabled: isWanted && mayRead,
    staleTime: FRESH_MS,
  });
  return { name, isLoading, mayRead };
}
