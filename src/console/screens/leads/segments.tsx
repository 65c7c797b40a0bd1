import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Layers, ListFilter, Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { type Client, createSegment, deleteSegment, replaceSegment, type Segment } from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useAction } from "#console/data/forms";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Menu, MenuGroup, MenuItem, MenuLine } from "#console/ui/menu";
import { ProblemNote } from "#console/ui/states";
import type { Filters } from "./filters";
import type { LeadsSearch } from "./search";
import { texts } from "./texts";
import { useSegments } from "./use-segments";

/** Chooses a segment, and changes it. */
export function SegmentMenu({
  current,
  onGo,
}: {
  current: Segment | undefined;
  onGo: (search: LeadsSearch) => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("leads:write");
  const { data: segments = [] } = useSegments();
  /** Another segment may come below a dialog, such as by going back. */
  const [asked, setAsked] = useState<{ for: number; to: "rename" | "delete" } | null>(null);
  const isAsked = (to: "rename" | "delete") => asked?.for === current?.id && asked?.to === to;
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={<Layers />}>
            <bdi>{current?.name ?? t.allLeads}</bdi>
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem icon={<Users />} isChosen={!current} onSelect={() => onGo({})}>
          {t.allLeads}
        </MenuItem>
        <MenuGroup label={segments.length > 0 ? t.segments : t.noSegments}>
          {segments.map((segment) => (
            <MenuItem
              key={segment.id}
              icon={<Layers />}
              isChosen={segment.id === current?.id}
              onSelect={() => onGo({ segment_id: segment.id })}
            >
              <bdi>{segment.name}</bdi>
            </MenuItem>
          ))}
        </MenuGroup>
        {current && mayWrite && (
          <>
            <MenuLine />
            <MenuItem
              icon={<ListFilter />}
              onSelect={() => onGo({ ...current.filter, editing: current.id })}
            >
              {t.editFilters}
            </MenuItem>
            <MenuItem
              icon={<Pencil />}
              onSelect={() => setAsked({ for: current.id, to: "rename" })}
            >
              {t.rename}
            </MenuItem>
            <MenuItem
              icon={<Trash2 />}
              isDanger
              onSelect={() => setAsked({ for: current.id, to: "delete" })}
            >
              {t.deleteSegment}
            </MenuItem>
          </>
        )}
      </Menu>
      {current && (
        <ConfirmDialog
          isOpen={isAsked("delete")}
          onClose={() => setAsked(null)}
          title={t.deleteSegmentTitle(current.name)}
          about={t.deleteSegmentAbout}
          action={g.delete}
          onConfirm={async () => {
            await deleteSegment({ client, path: { segment: current.id } });
            onGo({});
            await queries.invalidateQueries({ queryKey: ["segments"] });
          }}
        />
      )}
      {current && isAsked("rename") && (
        <SegmentDialog
          segment={current}
          filter={current.filter}
          onClose={() => setAsked(null)}
          onSaved={() => setAsked(null)}
        />
      )}
    </>
  );
}

const save = (
  client: Client,
  { segment, name, filter }: { segment?: Segment | undefined; name: string; filter: Filters },
) => {
  const body = { name, filter };
  return segment
    ? replaceSegment({ client, path: { segment: segment.id }, body })
    : createSegment({ client, body });
};

/** Names a segment that is created, or renamed. */
function SegmentDialog({
  segment,
  filter,
  onClose,
  onSaved,
}: {
  segment?: Segment;
  filter: Filters;
  onClose: () => void;
  onSaved: (segment: Segment) => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const queries = useQueryClient();
  const form = useForm({ name: segment?.name ?? "" }, (client, { name }) =>
    save(client, { segment, name, filter }),
  );
  return (
    <FormDialog
      form={form}
      title={segment ? t.rename : t.saveSegment}
      about={segment ? undefined : t.saveSegmentAbout}
      width="26rem"
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: ["segments"] })}
      next={async ({ data }) => {
        await queries.refetchQueries({ queryKey: ["segments"] }, { cancelRefetch: false });
        onSaved(data);
      }}
    >
      <TextField form={form} name="name" label={g.name} />
    </FormDialog>
  );
}

/** Offers to keep filters: as a segment, or in the one that is being changed. */
export function SaveFilters({
  filters,
  editing,
  onGo,
}: {
  filters: Filters;
  editing: Segment | undefined;
  onGo: (search: LeadsSearch) => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const queries = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  const replace = useAction(save, {
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ["segments"] });
      void queries.invalidateQueries({ queryKey: ["leads"] });
    },
    async next({ data }) {
      await queries.refetchQueries({ queryKey: ["segments"] }, { cancelRefetch: false });
      onGo({ segment_id: data.id });
    },
  });
  return (
    <>
      {editing && (
        <>
          <Button
            size="small"
            kind="primary"
            isBusy={replace.isBusy}
            onClick={() =>
              void replace.run({ segment: editing, name: editing.name, filter: filters })
            }
          >
            {t.saveTo(editing.name)}
          </Button>
          <Button size="small" kind="quiet" onClick={() => onGo({ segment_id: editing.id })}>
            {g.cancel}
          </Button>
        </>
      )}
      {!editing && (
        <Button size="small" kind="quiet" icon={<Layers />} onClick={() => setNaming(true)}>
          {t.saveSegment}
        </Button>
      )}
      {replace.error && <ProblemNote error={replace.error} />}
      {isNaming && (
        <SegmentDialog
          filter={filters}
          onClose={() => setNaming(false)}
          onSaved={({ id }) => {
            setNaming(false);
            onGo({ segment_id: id });
          }}
        />
      )}
    </>
  );
}
