import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { createTag } from "#client";
import { useAction } from "#console/data/forms";
import { useTags } from "#console/data/tags";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Checkbox, SearchInput } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./tag-picker.module.css";
import { texts } from "./texts";

/** Chooses tags, by their ids. With `isForChange` one that does not exist can be created. */
export function TagPicker({
  chosen,
  onChange,
  isForChange = false,
}: {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  isForChange?: boolean;
}) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { data: tags, isPending, error } = useTags();
  const [label, setLabel] = useState("");
  const mayCreate = useMay("tags:write") && isForChange;
  const create = useAction((client, label: string) => createTag({ client, body: { label } }), {
    onDone: async ({ data }) => {
      onChange([...chosen, data.id]);
      setLabel("");
      await queries.invalidateQueries({ queryKey: ["tags"] });
    },
  });

  const wanted = label.trim().toLocaleLowerCase();
  const shown = (tags ?? []).filter((tag) => tag.label.toLocaleLowerCase().includes(wanted));
  const isKnown = shown.some((tag) => tag.label.toLocaleLowerCase() === wanted);
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);

  return (
    <Stack gap={2} className={styles.picker}>
      <SearchInput
        label={t.findTag}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      {error && <ProblemNote error={error} />}
      {isPending && !error && <LoadingRows rows={3} />}
      <Stack as="ul" gap={1} className={styles.tags}>
        {shown.map((tag) => (
          <li key={tag.id}>
            <Checkbox checked={chosen.includes(tag.id)} onChange={() => toggle(tag.id)}>
              <bdi>{tag.label}</bdi>
            </Checkbox>
          </li>
        ))}
      </Stack>
      {tags && shown.length === 0 && !mayCreate && <Soft>{t.noTags}</Soft>}
      {mayCreate && wanted !== "" && !isKnown && tags && (
        <Button
          size="small"
          icon={<Plus />}
          isBusy={create.isBusy}
          onClick={() => void create.run(label.trim())}
        >
          {t.createTag(label.trim())}
        </Button>
      )}
      {create.error && <ProblemNote error={create.error} />}
    </Stack>
  );
}
