import { useQuery } from "@tanstack/react-query";
import { type Client, each, listAssignees, listAuditLog, listTokens } from "#client";
import { useClient, useMay } from "../session/session";

const PER_PAGE = 100;
/** No list answers fewer. */
const FEWEST = 10;
const FRESH_MS = 60_000;

type Names = ReadonlyMap<number, string>;

async function namesBy(list: typeof listTokens | typeof listAssignees, client: Client) {
  const names = new Map<number, string>();
  for await (const { id, name } of each(list, { client, query: { per_page: PER_PAGE } }))
    names.set(id, name);
  return names;
}

/** The tokens that work, by their ids, as far as the token may know them. */
function useLiveNames(): { names: Names; isKnown: boolean } {
  const client = useClient();
  const [mayAll, mayAssignees] = [useMay("tokens:read"), useMay("conversations:read")];
  const { data, isFetched } = useQuery({
    queryKey: ["tokens", "names"],
    queryFn: () => namesBy(mayAll ? listTokens : listAssignees, client),
    enabled: mayAll || mayAssignees,
    staleTime: FRESH_MS,
  });
  return { names: data ?? new Map(), isKnown: isFetched || !(mayAll || mayAssignees) };
}

/**
 * The name of a token, of a person or a program. The audit log knows the name of one that was
 * revoked, if it has changed anything that is recorded there. Undefined where nobody knows.
 */
export function useTokenName(id: number | null): string | undefined {
  const client = useClient();
  const { names, isKnown } = useLiveNames();
  const live = id === null ? undefined : names.get(id);
  const mayAudit = useMay("audit:read");
  const { data } = useQuery({
    queryKey: ["tokens", "former", id],
    queryFn: async ({ signal }) => {
      const query = { token_id: id ?? 0, per_page: FEWEST };
      const { data } = await listAuditLog({ client, query, signal });
      return data[0]?.actor.name ?? null;
    },
    enabled: mayAudit && id !== null && isKnown && live === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return live ?? data ?? undefined;
}
