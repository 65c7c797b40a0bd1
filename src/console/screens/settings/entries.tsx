import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiError } from "#client";
import { ListView } from "#console/data/list-view";
import type { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { SearchInput } from "#console/ui/field";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";

type Words = {
  title: string;
  empty: string;
  emptyAbout: string;
  edit: (name: string) => string;
  delete: (name: string) => string;
  deleteAbout?: string;
};

type Search = {
  label: string;
  text: string;
  /** The search that the shown list was asked for. */
  wanted: string;
  notFound: string;
  onChange: (text: string) => void;
};

function unlessGone(error: unknown) {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/**
 * Entries that people have made, such as tags: a list that they search, add to, change and delete
 * from.
 */
export function Entries<Entry>({
  words: t,
  icon,
  list,
  queryKey,
  search,
  create,
  emptyActions,
  mayWrite,
  nameOf,
  remove,
  form,
  children,
}: {
  words: Words;
  icon: ReactNode;
  list: ReturnType<typeof useList<Entry>>;
  /** The query to read again after a change. */
  queryKey: QueryKey;
  search?: Search;
  /** The label of the button that makes one. */
  create?: string;
  emptyActions?: ReactNode;
  mayWrite: boolean;
  nameOf: (entry: Entry) => string;
  remove: (entry: Entry) => Promise<unknown>;
  form: (entry: Entry | null, onClose: () => void, onSaved: () => unknown) => ReactNode;
  /** The rows, with the buttons of each. */
  children: (entries: Entry[], buttonsOf: (entry: Entry) => ReactNode) => ReactNode;
}) {
  const c = useTexts(general);
  const { clearSearch } = useTexts(texts);
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Entry | "new" | null>(null);
  const [deleted, setDeleted] = useState<Entry | null>(null);
  // A late deletion, of one that was closed meanwhile, does not close the next.
  const closeDeleted = () => setDeleted((now) => (now === deleted ? null : now));
  const refresh = () => queries.invalidateQueries({ queryKey });
  const saved = () => {
    toast(c.saved);
    return refresh();
  };
  const isSearched = Boolean(search?.wanted);
  const isAny = isSearched || list.items.length > 0;
  const createButton = create && mayWrite && (
    <Button size="small" kind="primary" icon={<Plus />} onClick={() => setEdited("new")}>
      {create}
    </Button>
  );
  const buttonsOf = (entry: Entry) =>
    mayWrite && (
      <>
        <IconButton
          size="small"
          label={t.edit(nameOf(entry))}
          icon={<Pencil />}
          onClick={() => setEdited(entry)}
        />
        <IconButton
          size="small"
          label={t.delete(nameOf(entry))}
          icon={<Trash2 />}
          onClick={() => setDeleted(entry)}
        />
      </>
    );
  return (
    <Card
      isPadded={false}
      title={t.title}
      actions={
        <>
          {search && (
            <SearchInput
              label={search.label}
              value={search.text}
              onChange={({ target }) => search.onChange(target.value)}
            />
          )}
          {isAny && createButton}
        </>
      }
    >
      <ListView
        list={list}
        empty={
          search && isSearched ? (
            <EmptyState
              icon={icon}
              title={search.notFound}
              actions={<Button onClick={() => search.onChange("")}>{clearSearch}</Button>}
            />
          ) : (
            <EmptyState icon={icon} title={t.empty} actions={emptyActions ?? createButton}>
              {t.emptyAbout}
            </EmptyState>
          )
        }
      >
        {(entries) => children(entries, buttonsOf)}
      </ListView>
      {edited && form(edited === "new" ? null : edited, () => setEdited(null), saved)}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={closeDeleted}
        title={deleted ? t.delete(nameOf(deleted)) : ""}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={async () => {
          // An entry that somebody else has deleted meanwhile is gone as well.
          if (deleted) await remove(deleted).catch(unlessGone);
          await refresh();
        }}
      />
    </Card>
  );
}
