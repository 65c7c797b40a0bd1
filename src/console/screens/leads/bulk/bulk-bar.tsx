import { Milestone, Tag, Tags, Workflow, X } from "lucide-react";
import { Suspense, useState } from "react";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useMayEnrol } from "#console/data/may-do";
import { useTags } from "#console/data/tags";
import { useMay, useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { lazily } from "#console/ui/lazily";
import { Menu, MenuItem } from "#console/ui/menu";
import { Row } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { CHOICES } from "../fields";
import type { Filters } from "../filters";
import type { Chosen } from "../selection";
import { TagPicker } from "../tag-picker";
import styles from "./bulk.module.css";
import { addTags, removeTags, setStage, type Target } from "./changes";
import { bulkTexts } from "./texts";

const EnrolDialog = lazily(() => import("./enrol-dialog"));

/** The actions on the chosen leads. */
export function BulkBar({
  chosen,
  filters,
  total,
}: {
  chosen: Chosen;
  filters: Filters;
  /** The number of leads that match the filters, if it is known. */
  total: number | null;
}) {
  const t = useTexts(bulkTexts);
  const g = useTexts(general);
  const format = useFormat();
  const session = useSession();
  const mayWrite = useMay("leads:write");
  const mayEnrol = useMayEnrol();
  const [asked, setAsked] = useState<"addTags" | "removeTags" | "enrol" | null>(null);
  const target: Target = chosen.isAll ? { filters } : { ids: [...chosen.ids] };
  const count = chosen.isAll ? total : chosen.ids.size;
  return (
    <Row gap={2} wraps className={styles.bar} role="toolbar" aria-label={t.toolbar}>
      <IconButton size="small" label={t.clear} icon={<X />} onClick={chosen.clear} />
      <span className={styles.count} role="status">
        {chosen.isAll ? t.allChosen : t.chosen(chosen.ids.size, format.number(chosen.ids.size))}
      </span>
      {!chosen.isAll && (
        <Button size="small" kind="quiet" onClick={chosen.chooseAll}>
          {t.chooseAll}
        </Button>
      )}
      <Row as="span" gap={2} wraps align="stretch" className={styles.actions}>
        {mayEnrol && (
          <Button size="small" kind="primary" icon={<Workflow />} onClick={() => setAsked("enrol")}>
            {t.enrol}
          </Button>
        )}
        {mayWrite && (
          <>
            <Button size="small" icon={<Tag />} onClick={() => setAsked("addTags")}>
              {t.addTags}
            </Button>
            <Button size="small" icon={<Tags />} onClick={() => setAsked("removeTags")}>
              {t.removeTags}
            </Button>
            <Menu
              side="top"
              trigger={
                <Button size="small" icon={<Milestone />}>
                  {t.stage}
                </Button>
              }
            >
              {CHOICES.pipeline_stage.map((stage) => (
                <MenuItem
                  key={stage}
                  onSelect={() => {
                    void setStage(session, target, stage, { about: g.stages[stage], total: count });
                    chosen.clear();
                  }}
                >
                  {g.stages[stage]}
                </MenuItem>
              ))}
            </Menu>
          </>
        )}
      </Row>
      {(asked === "addTags" || asked === "removeTags") && (
        <TagsDialog
          kind={asked}
          target={target}
          count={count}
          onClose={() => setAsked(null)}
          onBegun={chosen.clear}
        />
      )}
      {asked === "enrol" && (
        <Suspense>
          <EnrolDialog target={target} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Row>
  );
}

function TagsDialog({
  kind,
  target,
  count,
  onClose,
  onBegun,
}: {
  kind: "addTags" | "removeTags";
  target: Target;
  count: number | null;
  onClose: () => void;
  onBegun: () => void;
}) {
  const t = useTexts(bulkTexts);
  const format = useFormat();
  const session = useSession();
  const { data: tags = [] } = useTags();
  const form = useForm({ ids: [] as number[] }, async (_, { ids }) => {
    const chosen = tags.filter(({ id }) => ids.includes(id));
    const about = { about: chosen.map(({ label }) => label).join(", "), total: count };
    void (kind === "addTags" ? addTags : removeTags)(session, target, ids, about);
  });
  const { ids } = form.values;
  const whom = count === null ? t.all : t.leads(count, format.number(count));
  return (
    <FormDialog
      form={form}
      title={t.tagTitles[kind](whom)}
      width="26rem"
      action={t[kind]}
      isReady={ids.length > 0}
      onClose={onClose}
      next={() => {
        onClose();
        onBegun();
      }}
    >
      <TagPicker
        chosen={ids}
        onChange={(chosen) => form.set({ ids: chosen })}
        isForChange={kind === "addTags"}
      />
      {kind === "addTags" && tags.some((tag) => ids.includes(tag.id) && tag.pipeline_stage) && (
        <Note>{t.tagsMoveStage}</Note>
      )}
    </FormDialog>
  );
}
