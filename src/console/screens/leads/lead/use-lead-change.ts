import { useQueryClient } from "@tanstack/react-query";
import { leadKey } from "../lead-key";

/** Asks for a lead again, after it was changed. */
export function useLeadChange(lead: number) {
  const queries = useQueryClient();
  return async () => {
    void queries.invalidateQueries({ queryKey: ["leads"] });
    await queries.invalidateQueries({ queryKey: leadKey(lead) });
  };
}
