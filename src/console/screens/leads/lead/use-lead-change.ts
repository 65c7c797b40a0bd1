import { useQueryClient } from "@tanstack/react-query";

/** Asks for a lead again, after it was changed. */
export function useLeadChange(lead: number) {
  const queries = useQueryClient();
  return async () => {
    void queries.invalidateQueries({ queryKey: ["leads"] });
    await queries.invalidateQueries({ queryKey: ["lead", lead] });
  };
}
