import type { Scenario } from "#client";
import { CheckField, FormField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { over, useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { ChoiceSelect } from "#console/ui/choice-select";
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
  // The draft is saved with all else that is drawn, on the version that there is by then.
  const form = over(
    settings,
    useForm({}, async (_, changes: Partial<DraftSettings>) => {
      const { name, provider, webhook_url: url, ...draft } = { ...settings, ...changes };
      onSave({
        ...draft,
        name: name.trim(),
        provider: provider || null,
        webhook_url: url || null,
      });
    }),
  );
  const { keeps_webhook_url, webhook_url, ...draft } = form.values;
  const tracked = draft.tracked_tag_ids ?? scenario.tracked_tag_ids;
  const tagName = (id: number) => tags.find((tag) => tag.id === id)?.name ?? String(id);
  const keep = (change: Partial<DraftSettings>) =>
    form.set({
      ...change,
      webhook_url: change.keeps_webhook_url ? null : (webhook_url ?? scenario.webhook_url),
    });
  return (
    <FormDialog
      form={form}
      title={t.scenarioSettings}
      about={t.draftOnly}
      isReady={draft.name.trim() !== ""}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={g.name} dir="auto" maxLength={255} />
      <SelectField
        form={form}
        name="platform"
        label={t.platform}
        hint={t.platformHint}
        options={g.platforms}
      />
      <TextField
        form={form}
        name="provider"
        label={t.provider}
        hint={t.providerHint}
        maxLength={255}
      />
      <FormField form={form} name="tracked_tag_ids" label={t.trackedTags} hint={t.trackedTagsHint}>
        {(control, _, change) => (
          <Row gap={2} wraps>
            {tracked.map((id) => (
              <Badge
                key={id}
                tone="blue"
                removeLabel={f.remove(tagName(id))}
                onRemove={() => change(tracked.filter((other) => other !== id))}
              >
                {tagName(id)}
              </Badge>
            ))}
            <ChoiceSelect
              {...control}
              none={f.choose}
              options={tags
                .filter(({ id }) => !tracked.includes(id))
                .map(({ id, name }) => [id, name])}
              value={null}
              onChange={(id) => id !== null && change([...tracked, id])}
            />
          </Row>
        )}
      </FormField>
      <CheckField
        form={{ ...form, set: keep }}
        name="keeps_webhook_url"
        label={g.pair(t.webhookUrl, t.keepsUrl)}
      />
      {!keeps_webhook_url && (
        <TextField
          form={form}
          name="webhook_url"
          label={t.webhookUrl}
          hint={t.webhookUrlHint}
          type="url"
        />
      )}
    </FormDialog>
  );
}
