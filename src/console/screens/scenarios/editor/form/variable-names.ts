import { useQuery } from "@tanstack/react-query";
import { type Client, listLeads } from "#client";
import { useClient, useMay } from "#console/session/session";
import { isObject } from "../graph";

/** The workspace's newest leads show which variables are in use. */
const LEADS = 100;
const MOST_NAMES = 100;
const MOST_KEYS = 3;
const FRESH_MS = 300_000;
const NONE: readonly string[] = [];

/** The names by which placeholders and conditions know the values in variables. */
export function namesOf(variables: unknown, before: readonly string[] = []): string[] {
  if (!isObject(variables) || before.length === MOST_KEYS) return [];
  return Object.entries(variables).flatMap(([key, value]) => {
    if (key === "" || /[{}|\s]/.test(key) || Array.isArray(value)) return [];
    const keys = [...before, key];
    return isObject(value) ? namesOf(value, keys) : [keys.join(".")];
  });
}

async function readNames(client: Client) {
  const { data } = await listLeads({ client, query: { per_page: LEADS } });
  const names = new Set(data.flatMap(({ variables }) => namesOf(variables)));
  return [...names].slice(0, MOST_NAMES).sort((one, other) => one.localeCompare(other));
}

/** The variables of the workspace's leads; none where the token may not read them. */
export function useVariableNames() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["variable-names"],
    queryFn: () => readNames(client),
    enabled: useMay("leads:read"),
    staleTime: FRESH_MS,
  });
  return data ?? NONE;
}
