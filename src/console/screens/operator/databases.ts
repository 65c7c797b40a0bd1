import { useQuery } from "@tanstack/react-query";
import { type Database, listDatabases } from "#client";
import { useClient } from "#console/session/session";

export const DATABASES_KEY = ["databases"];

/** The databases that store workspaces; none until they are known. */
export function useDatabases() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: DATABASES_KEY,
    queryFn: ({ signal }) => listDatabases({ client, signal }),
  });
  return data?.data ?? [];
}

/** Databases as the options of a select, which calls them by their names. */
export const namesOf = (databases: readonly Database[]) =>
  databases.map(({ name }) => [name, name] as const);
