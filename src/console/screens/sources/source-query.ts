import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  type Client,
  getSource,
  listSourcePresets,
  type NewSource,
  replaceSource,
  type Source,
  type SourceReplacement,
} from "#client";
import { useClient } from "#console/session/session";

export const sourceKey = (id: number) => ["source", id];
export const SOURCES_KEY = ["sources"];

/** No event tells of what comes in. */
const POLL_MS = 5_000;

/** A source, read again and again, so that its light is that of now. */
export function useSourceOf(id: number, known?: Source) {
  const client = useClient();
  return useQuery({
    queryKey: sourceKey(id),
    queryFn: async ({ signal }) => (await getSource({ client, path: { source: id }, signal })).data,
    refetchInterval: POLL_MS,
    ...(known && { initialData: known }),
  });
}

/** The source of the address. */
export function useSource() {
  const { source } = useParams({ strict: false });
  return useSourceOf(Number(source));
}

/** Presets change with the service alone. */
export function usePresets() {
  const client = useClient();
  return useQuery({
    queryKey: ["source-presets"],
    queryFn: async ({ signal }) => (await listSourcePresets({ client, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** All settings of a source, since a replacement resets those that it leaves out. */
export const settingsOf = ({ form, ...source }: Source): SourceReplacement => ({
  name: source.name,
  is_active: source.is_active,
  verification: source.verification,
  mapping: source.mapping,
  items: source.items,
  match_by: source.match_by,
  create: source.create,
  update: source.update,
  tag_ids: source.tag_ids,
  default_country: source.default_country,
  dedupe: source.dedupe,
  times: source.times,
  stages: source.stages,
  consent: source.consent,
  ...(form && {
    form: { origins: form.origins, honeypot: form.honeypot, redirect_url: form.redirect_url },
  }),
});

/** The source in the answer of a write, without the secret that is shown there once. */
export const shownSource = ({ secret: _, ...source }: NewSource): Source => source;

/** Replaces a source as it is by now, so that what others have changed meanwhile stays. */
export async function changeSource(
  client: Client,
  id: number,
  changes: Partial<SourceReplacement>,
) {
  const path = { source: id };
  const { data: now } = await getSource({ client, path });
  return replaceSource({ client, path, body: { ...settingsOf(now), ...changes } });
}
