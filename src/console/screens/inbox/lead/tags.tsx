import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { attachTags, type Client, createTag, detachTag, type Lead, type Tag } from "#client";
import { writeInOrder } from "#console/data/in-order";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { SearchInput } from "#console/ui/field";
import { Popover } from "#console/ui/menu";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { useProblemToast } from "#console/ui/toasts";
import { useChoices } from "../list/filter-button";
import { leadKey } from "./lead";
import styles from "./tags.module.css";
import { texts } from "./texts";

const without = (tags: readonly Tag[], { id }: Tag) => tags.filter((each) => each.id !== id);

/** Adds and removes tags: shown at once, and taken back if the API refuses. */
function useTagging({ id }: Lead) {
  const client = useClient();
  const cache = useQueryClient();
  const toastProblem = useProblemToast();
  /** Others may be added or removed meanwhile. */
  const show = (tag: Tag, isHeld: boolean) =>
    cache.setQueryData<Lead>(leadKey(id), (lead) => {
      const others = without(lead?.tags ?? [], tag);
      return lead && { ...lead, tags: isHeld ? [...others, tag] : others };
    });
  async function change(tag: Tag, isHeld: boolean, write: (client: Client) => Promise<unknown>) {
    show(tag, isHeld);
    try {
      await writeInOrder(cache, [...leadKey(id), "tags"], () => write(client));
    } catch (error) {
      show(tag, !isHeld);
      toastProblem(error);
    }
    // A tag may have moved the lead to its stage.
    void cache.invalidateQueries({ queryKey: leadKey(id) });
  }
  return {
    add: (tag: Tag) =>
      change(tag, true, (of) =>
        attachTags({ client: of, path: { lead: id }, body: { tag_ids: [tag.id] } }),
      ),
    remove: (tag: Tag) =>
      change(tag, false, (of) => detachTag({ client: of, path: { lead: id, tag: tag.id } })),
    async create(label: string) {
      try {
        const { data } = await createTag({ client, body: { label } });
        void cache.invalidateQueries({ queryKey: ["tags"] });
        await this.add(data);
      } catch (error) {
        toastProblem(error);
      }
    },
  };
}

function AddTag({ lead }: { lead: Lead }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const { tags } = useChoices();
  const mayCreate = useMay("tags:write");
  const { add, create } = useTagging(lead);
  const wanted = text.trim().toLocaleLowerCase();
  const held = new Set(lead.tags.map(({ id }) => id));
  const shown = tags.filter(
    ({ id, label }) => !held.has(id) && label.toLocaleLowerCase().includes(wanted),
  );
  const isNew = wanted !== "" && !tags.some(({ label }) => label.toLocaleLowerCase() === wanted);
  const done = (work: Promise<void>) => {
    setOpen(false);
    setText("");
    void work;
  };
  return (
    <Popover
      label={t.addTag}
      align="end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" kind="quiet" icon={<Plus />} className={styles.addTag}>
          {t.addTag}
        </Button>
      }
    >
      <Stack gap={2} className={styles.tagPicker}>
        <SearchInput
          label={t.findTag}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            const [first] = shown;
            if (key === "Enter" && first && !nativeEvent.isComposing) done(add(first));
          }}
        />
        <div className={styles.tagList}>
          {shown.map((tag) => (
            <button key={tag.id} type="button" onClick={() => done(add(tag))}>
              {tag.label}
            </button>
          ))}
          {isNew && mayCreate && (
            <button type="button" onClick={() => done(create(text.trim()))}>
              {t.createTag(text.trim())}
            </button>
          )}
          {shown.length === 0 && !(isNew && mayCreate) && <Soft>{t.noTagFound}</Soft>}
        </div>
      </Stack>
    </Popover>
  );
}

export function Tags({ lead }: { lead: Lead }) {
  const t = useTexts(texts);
  const mayWrite = useMay("leads:write");
  const { remove } = useTagging(lead);
  return (
    <Row gap={1} wraps>
      {lead.tags.map((tag) => (
        <Badge
          key={tag.id}
          tone="accent"
          removeLabel={t.removeTag(tag.label)}
          onRemove={mayWrite ? () => void remove(tag) : undefined}
        >
          {tag.label}
        </Badge>
      ))}
      {lead.tags.length === 0 && !mayWrite && <Soft>{t.noTags}</Soft>}
      {mayWrite && <AddTag lead={lead} />}
    </Row>
  );
}
