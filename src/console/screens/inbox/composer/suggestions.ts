import { useQuery } from "@tanstack/react-query";
import { type CannedReply, type Lead, listCannedReplies, type Platform } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { placeholderAt, type Suggestion, type Trigger } from "#console/ui/completion";
import { useSettled } from "#console/ui/use-settled";
import { texts } from "./texts";

export type Found = Trigger & { kind: "placeholder" | "reply" };

/** The unfinished word before the cursor: `{{nam`, or `/pri` at the beginning. */
export function triggerOf(text: string, cursor: number): Found | null {
  const placeholder = placeholderAt(text, cursor);
  if (placeholder) return { kind: "placeholder", ...placeholder };
  const reply = /^\/(\S*)$/.exec(text.slice(0, cursor));
  return reply ? { kind: "reply", from: 0, wanted: reply[1] ?? "" } : null;
}

/** All can be seen at once; typing on finds the others. */
const SHOWN = 10;
const FIELDS = ["first_name", "last_name", "username", "email", "phone", "ext_id"] as const;

/** True of a reply that is written on as a text. */
const isPlain = ({ type, preview }: CannedReply) => type === "text" && preview == null;

/** The placeholders of a lead, with their values. */
function usePlaceholders(lead: Lead | undefined) {
  const t = useTexts(texts);
  const value = (found: unknown) =>
    found === null || found === undefined || found === "" ? t.unknown : String(found);
  const fullName = [lead?.first_name, lead?.last_name].filter(Boolean).join(" ");
  return [
    ...FIELDS.slice(0, 2).map((name) => [name, value(lead?.[name])] as const),
    ["full_name", value(fullName)] as const,
    ...Object.entries(lead?.variables ?? {}).map(
      ([name, found]) =>
        [name, typeof found === "object" ? JSON.stringify(found) : value(found)] as const,
    ),
    ["preferences_url", t.preferences] as const,
    ...FIELDS.slice(2).map((name) => [name, value(lead?.[name])] as const),
    ["lead_id", value(lead?.id)] as const,
    ["lead_ref", t.leadRef] as const,
  ];
}

/** The suggestions that fit the unfinished word. `onReply` takes a reply that is no mere text. */
export function useSuggestions(
  trigger: Found | null,
  lead: Lead | undefined,
  platform: Platform,
  onReply: (reply: CannedReply) => void,
): {
  items: Suggestion[];
  /** The items may not be of what is typed. */
  isLoading: boolean;
} {
  const client = useClient();
  const { messageTypes } = useTexts(nameTexts);
  const placeholders = usePlaceholders(lead);
  const wanted = useSettled(trigger?.wanted ?? "", 150);
  const isReply = trigger?.kind === "reply";
  const replies = useQuery({
    queryKey: ["inbox", "canned-replies", platform, wanted],
    queryFn: async ({ signal }) => {
      const query = { platform, per_page: SHOWN, ...(wanted && { text: wanted }) };
      return (await listCannedReplies({ client, signal, query })).data;
    },
    enabled: isReply,
  });
  if (!trigger) return { items: [], isLoading: false };
  if (isReply)
    return {
      items: (replies.data ?? []).map((reply) => ({
        id: String(reply.id),
        title: `/${reply.shortcut}`,
        about: reply.text ?? messageTypes[reply.type],
        ...(isPlain(reply)
          ? { insert: reply.text ?? "" }
          : { insert: "", onTake: () => onReply(reply) }),
      })),
      isLoading: wanted !== trigger.wanted || replies.isPending,
    };
  return {
    items: placeholders
      .filter(([name]) => name.toLowerCase().includes(trigger.wanted.toLowerCase()))
      .slice(0, SHOWN)
      .map(([name, about]) => ({ id: name, title: name, about, insert: `{{${name}}}` })),
    isLoading: false,
  };
}
