import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { attachTags, type Client, detachTag, type Lead } from "#client";
import { useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Popover } from "#console/ui/menu";
import { Row } from "#console/ui/stack";
import { ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { TagPicker } from "../tag-picker";
import { useValues } from "../use-values";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

type Change = { lead: number; add: number[]; remove: number[] };

async function changeTags(client: Client, { lead, add, remove }: Change) {
  if (add.length > 0) await attachTags({ client, path: { lead }, body: { tag_ids: add } });
  for (const tag of remove) await detachTag({ client, path: { lead, tag } });
}

export function TagsCard({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const { fields } = useValues();
  const queries = useQueryClient();
  const reloaded = useLeadChange(lead.id);
  const mayWrite = useMay("leads:write");
  const { run, error } = useAction(changeTags, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: ["tags"] });
      await reloaded();
    },
  });
  const ids = lead.tags.map(({ id }) => id);
  const change = (next: number[]) =>
    void run({
      lead: lead.id,
      add: next.filter((id) => !ids.includes(id)),
      remove: ids.filter((id) => !next.includes(id)),
    });
  return (
    <Card
      title={fields.tags}
      actions={
        mayWrite && (
          <Popover
            label={t.addTag}
            align="end"
            trigger={<IconButton size="small" label={t.addTag} icon={<Plus />} />}
          >
            <TagPicker isForChange chosen={ids} onChange={change} />
          </Popover>
        )
      }
    >
      <Row gap={1} wraps>
        {lead.tags.map(({ id, label }) => (
          <Badge
            key={id}
            removeLabel={t.removeTag(label)}
            onRemove={mayWrite ? () => change(ids.filter((each) => each !== id)) : undefined}
          >
            <bdi>{label}</bdi>
          </Badge>
        ))}
        {lead.tags.length === 0 && <Soft as="span">{t.noTags}</Soft>}
      </Row>
      {error && <ProblemNote error={error} />}
    </Card>
  );
}
