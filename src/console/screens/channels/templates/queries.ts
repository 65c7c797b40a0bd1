import { type Channel, listTemplates } from "#client";
import { useList } from "#console/data/lists";
import { platformRow } from "#console/data/platforms";
import { useLiveQueries } from "#console/live/live";

/** The templates of a channel, if its platform has any. */
export function useTemplates({ id, platform }: Channel) {
  useLiveQueries(["template.updated"], [["templates", id]]);
  return useList(
    ["templates", id],
    (client, page, signal) =>
      listTemplates({ client, path: { channel: id }, query: { per_page: 100, ...page }, signal }),
    { enabled: platformRow(platform).hasTemplates },
  );
}
