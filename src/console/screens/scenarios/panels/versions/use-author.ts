import { useQuery } from "@tanstack/react-query";
import { listTokens, type VersionAuthor } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "./texts";

/** The publisher of a version, in words: a token's name where the reader may know it. */
export function useAuthor() {
  const t = useTexts(texts);
  const { actors } = useTexts(nameTexts);
  const client = useClient();
  const me = useMe();
  const mayRead = useMay("tokens:read");
  const { data } = useQuery({
    queryKey: ["scenario-tokens"],
    queryFn: async ({ signal }) =>
      (await listTokens({ client, signal, query: { per_page: 100 } })).data,
    enabled: mayRead,
  });
  return (author: VersionAuthor | null) => {
    if (!author) return null;
    const { type, id } = author;
    if (type !== "token") return actors[type];
    if (id === me.token.id) return t.you;
    return data?.find((token) => token.id === id)?.name ?? t.token(id ?? 0);
  };
}
