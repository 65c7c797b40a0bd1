import { type Channel, listTemplates } from "../../../../client/index";
import { useList } from "../../../data/lists";
import { useLiveQueries } from "../../../live/live";

/** The templates of a channel. Only WhatsApp has any. */
export function useTemplates({ id, platform }: Channel) {
  useLiveQueries(["template.updated"], [["templates", id]]);
  return useList(
    ["templates", id],
    (client, page, signal) =>
      listTemplates({ client, path: { channel: id }, query: { per_page: 100, ...page }, signal }),
    { enabled: platform === "whatsapp" },
  );
}
