import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { listAssignees, listChannels } from "#client";
import { useTags } from "#console/data/tags";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { IconButton } from "#console/ui/button";
import { Checkbox, Field, Select } from "#console/ui/field";
import { Popover } from "#console/ui/menu";
import type { Filters } from "../filters";
import { texts } from "../texts";
import styles from "./list.module.css";

const MINUTES_MS = 300_000;
const ALL = { per_page: 100 };

/** The filters of conversations, where the token may read their values. */
export function useChoices() {
  const client = useClient();
  const kept = { staleTime: MINUTES_MS };
  const assignees = useQuery({
    queryKey: ["inbox", "assignees"],
    queryFn: async () => (await listAssignees({ client, query: ALL })).data,
    ...kept,
  });
  const channels = useQuery({
    queryKey: ["inbox", "channels"],
    queryFn: async () => (await listChannels({ client, query: ALL })).data,
    enabled: useMay("channels:read"),
    ...kept,
  });
  const tags = useTags();
  const mayFindLeads = useMay("leads:read");
  return {
    assignees: assignees.data ?? [],
    channels: channels.data ?? [],
    // The API finds leads by their tags for those who may read leads.
    tags: (mayFindLeads && tags.data) || [],
  };
}

type Change = (change: Filters) => void;
type Option = readonly [value: string, text: string];

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | number | undefined;
  options: readonly Option[];
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value || undefined)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value));

export function FilterButton({ filters, onChange }: { filters: Filters; onChange: Change }) {
  const t = useTexts(texts).filters;
  const label = useTexts(texts).filter;
  const { platforms } = useTexts(general);
  const [isOpen, setOpen] = useState(false);
  const { assignees, channels, tags } = useChoices();
  return (
    <Popover
      label={label}
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={label} icon={<ListFilter />} />}
    >
      <div className={styles.filterForm}>
        <Checkbox
          checked={filters.unread ?? false}
          onChange={({ target }) => onChange({ unread: target.checked || undefined })}
        >
          {t.unread}
        </Checkbox>
        <Choice
          label={t.assignee}
          value={filters.assignee}
          options={[
            ["", t.anybody],
            ["nobody", t.nobody],
            ...assignees.map(({ id, name }) => [String(id), name] as Option),
          ]}
          onChange={(value) => onChange({ assignee: value === "nobody" ? value : numberOf(value) })}
        />
        {channels.length > 1 && (
          <Choice
            label={t.channel}
            value={filters.channel}
            options={[
              ["", t.anyChannel],
              ...channels.map(({ id, name }) => [String(id), name] as Option),
            ]}
            onChange={(value) => onChange({ channel: numberOf(value) })}
          />
        )}
        {tags.length > 0 && (
          <Choice
            label={t.tag}
            value={filters.tag}
            options={[
              ["", t.anyTag],
              ...tags.map(({ id, label }) => [String(id), label] as Option),
            ]}
            onChange={(value) => onChange({ tag: numberOf(value) })}
          />
        )}
        <Choice
          label={t.platform}
          value={filters.platform}
          options={[["", t.anyPlatform], ...Object.entries(platforms)]}
          onChange={(value) => onChange({ platform: value as Filters["platform"] })}
        />
        <Choice
          label={t.window}
          value={filters.window}
          options={[
            ["", t.anyWindow],
            ["open", t.open],
            ["closed", t.closed],
          ]}
          onChange={(value) => onChange({ window: value as Filters["window"] })}
        />
        <Choice
          label={t.last}
          value={filters.last}
          options={[
            ["", t.anyLast],
            ["inbound", t.inbound],
            ["outbound", t.outbound],
          ]}
          onChange={(value) => onChange({ last: value as Filters["last"] })}
        />
      </div>
    </Popover>
  );
}
