import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { previewSource, type SourceMappingRow, type SourcePreviewInput } from "#client";
import { useClient } from "#console/session/session";
import { useSettled } from "#console/ui/use-settled";

/** An example of what is to come: an item, or a list of them. */
export type Body = NonNullable<SourcePreviewInput["body"]>;

/** The thing that is previewed: a delivery whose body is kept, or an example. */
export type Example = { delivery_id: number } | { body: Body };

const SETTLE_MS = 400;

/** The preview of an example by rows that are being changed. */
export function usePreview(
  source: number,
  example: Example | null,
  rows: readonly SourceMappingRow[],
) {
  const client = useClient();
  const mapping = useSettled(JSON.stringify(rows), SETTLE_MS);
  return useQuery({
    queryKey: ["source-preview", source, example, mapping],
    queryFn: async ({ signal }) => {
      const body = { ...example, mapping: JSON.parse(mapping) as SourceMappingRow[] };
      return (await previewSource({ client, path: { source }, body, signal })).data;
    },
    enabled: example !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
