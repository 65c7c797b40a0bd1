import { useState } from "react";
import type { Scenario } from "#client";
import { PlatformOptions } from "#console/data/platform-options";
import { platformIn } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox, Field, Input, Select } from "#console/ui/field";
import { Row } from "#console/ui/stack";
import type { DraftSettings } from "./draft-api";
import { fieldTexts } from "./form/texts";
import { useNames } from "./names";
import { texts } from "./texts";

/** The name and the settings of the scenario, which its draft keeps. */
export function SettingsDialog({
  scenario,
  settings,
  onSave,
  onClose,
}: {
  scenario: Scenario;
  settings: DraftSettings;
  onSave: (settings: DraftSettings) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const f = useTexts(fieldTexts);
  const { tags } = useNames();
  const [changes, setChanges] = useState<Partial<DraftSettings>>({});
  const draft = { ...settings, ...changes };
  const set = (change: Partial<DraftSettings>) => setChanges({ ...changes, ...change });
  const tracked = draft.tracked_tag_ids ?? scenario.tracked_tag_ids;
  const tagName = (id: number) => tags.find((tag) => tag.id === id)?.name ?? String(id);
  const submit = () => {
    const name = draft.name.trim();
    if (name === "") return;
    onSave({ ...draft, name });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.scenarioSettings}
      about={t.draftOnly}
      onSubmit={submit}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button kind="primary" type="submit" disabled={draft.name.trim() === ""}>
            {g.save}
          </Button>
        </>
      }
    >
      <Field label={g.name}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            maxLength={255}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <Field label={t.platform} hint={t.platformHint}>
        {(control) => (
          <Select
            {...control}
            value={draft.platform}
            onChange={({ target }) => set({ platform: platformIn(target.value) ?? draft.platform })}
          >
            <PlatformOptions />
          </Select>
        )}
      </Field>
      <Field label={t.provider} hint={t.providerHint}>
        {(control) => (
          <Input
            {...control}
            maxLength={255}
            value={draft.provider ?? ""}
            onChange={({ target }) => set({ provider: target.value || null })}
          />
        )}
      </Field>
      <Field label={t.trackedTags} hint={t.trackedTagsHint}>
        {(control) => (
          <Row gap={2} wraps>
            {tracked.map((id) => (
              <Badge
                key={id}
                tone="blue"
                removeLabel={f.remove(tagName(id))}
                onRemove={() => set({ tracked_tag_ids: tracked.filter((other) => other !== id) })}
              >
                {tagName(id)}
              </Badge>
            ))}
            <Select
              {...control}
              value=""
              onChange={({ target }) =>
                set({ tracked_tag_ids: [...tracked, Number(target.value)] })
              }
            >
              <option value="">{f.choose}</option>
              {tags
                .filter(({ id }) => !tracked.includes(id))
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </Select>
          </Row>
        )}
      </Field>
      <Checkbox
        checked={draft.keeps_webhook_url}
        onChange={({ target }) =>
          set({
            keeps_webhook_url: target.checked,
            webhook_url: target.checked ? null : (draft.webhook_url ?? scenario.webhook_url),
          })
        }
      >
        {t.webhookUrl}: {t.keepsUrl}
      </Checkbox>
      {!draft.keeps_webhook_url && (
        <Field label={t.webhookUrl} hint={t.webhookUrlHint}>
          {(control) => (
            <Input
              {...control}
              type="url"
              value={draft.webhook_url ?? ""}
              onChange={({ target }) => set({ webhook_url: target.value || null })}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}
