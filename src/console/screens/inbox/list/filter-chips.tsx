import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { Row } from "#console/ui/stack";
import type { Filters } from "../filters";
import { texts } from "../texts";
import { useChoices } from "./filter-button";
import styles from "./list.module.css";

const NONE: Filters = {
  unread: undefined,
  assignee: undefined,
  channel: undefined,
  platform: undefined,
  tag: undefined,
  window: undefined,
  last: undefined,
};

/** The filters that are set, each with a cross. */
export function FilterChips({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Filters) => void;
}) {
  const t = useTexts(texts).filters;
  const { platforms } = useTexts(general);
  const { assignees, channels, tags } = useChoices();
  const { unread, assignee, channel, platform, tag, window, last } = filters;
  const chips: [keyof Filters, string | undefined][] = [
    ["unread", unread && t.chips.unread],
    [
      "assignee",
      assignee === "nobody"
        ? t.chips.nobody
        : assignee === undefined
          ? undefined
          : (assignees.find(({ id }) => id === assignee)?.name ?? "…"),
    ],
    [
      "channel",
      channel === undefined ? undefined : (channels.find(({ id }) => id === channel)?.name ?? "…"),
    ],
    ["platform", platform && platforms[platform]],
    ["tag", tag === undefined ? undefined : (tags.find(({ id }) => id === tag)?.label ?? "…")],
    ["window", window && t.chips[window]],
    ["last", last && t.chips[last]],
  ];
  const shown = chips.filter((chip): chip is [keyof Filters, string] => chip[1] !== undefined);
  if (shown.length === 0) return null;
  return (
    <Row gap={1} wraps>
      {shown.map(([name, text]) => (
        <Badge
          key={name}
          tone="accent"
          removeLabel={t.remove(text)}
          onRemove={() => onChange({ [name]: undefined })}
        >
          {text}
        </Badge>
      ))}
      {shown.length > 1 && (
        <button type="button" className={styles.clear} onClick={() => onChange(NONE)}>
          {t.clear}
        </button>
      )}
    </Row>
  );
}
