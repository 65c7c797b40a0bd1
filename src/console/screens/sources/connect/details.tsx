import { type Client, createSource, type NewSource, type SourcePreset } from "#client";
import { TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { part, useForm } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import styles from "#console/screens/channels/connect/connect.module.css";
import setup from "#console/screens/channels/connect/setup.module.css";
import { TagPicker } from "#console/screens/leads/tag-picker";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Part } from "#console/ui/part";
import { Row } from "#console/ui/stack";
import { FormFields, formIn, newForm } from "../form-fields";
import { VerificationFields, verificationIn, writtenVerification } from "../verification-fields";
import { TokenFields } from "./calendly";
import { type Connected, connectIn, newConnection } from "./connection";
import { StepList } from "./step-list";
import { texts } from "./texts";

/** A source that was just made, with the secret that is shown this once. */
export type Made = { source: NewSource } & Connected;

const first = ({ kind, verification }: SourcePreset, name: string) => ({
  name,
  tag_ids: [] as number[],
  verification: writtenVerification(verification),
  form: newForm(),
  connection: newConnection(),
  kind,
});
type Values = ReturnType<typeof first>;

async function make(client: Client, preset: SourcePreset, values: Values): Promise<Made> {
  const { kind, name, tag_ids } = values;
  const { data: source } = await createSource({
    client,
    body: {
      ...{ kind, preset: preset.name, name, tag_ids },
      verification: verificationIn(values.verification),
      ...(kind === "form" && { form: formIn(values.form) }),
    },
  });
  return {
    source,
    ...(kind === "calendly" && (await connectIn(client, source, values.connection))),
  };
}

/** The settings of a new source, beside what has to be done there to have it. */
export function Details({
  preset,
  onBack,
  onMade,
}: {
  preset: SourcePreset;
  onBack: () => void;
  onMade: (made: Made) => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const mayTag = useMay("tags:read");
  const { sourcePresets } = useTexts(nameTexts);
  const { kind, name } = preset;
  const form = useForm(
    () => first(preset, sourcePresets[name]),
    (client, values: Values) => make(client, preset, values),
  );
  const { tag_ids: tags } = form.values;
  return (
    <div className={styles.details}>
      <Card title={form.values.name || sourcePresets[name]}>
        <Form form={form} className={setup.stack} onDone={onMade}>
          <TextField form={form} name="name" label={c.name} hint={t.nameHint} />
          {kind === "calendly" && <TokenFields form={part(form, "connection")} />}
          {kind === "form" && <FormFields form={part(form, "form")} />}
          {name === "webhook" && <VerificationFields form={part(form, "verification")} />}
          {mayTag && (
            <Part title={t.tags}>
              <TagPicker isForChange chosen={tags} onChange={(tag_ids) => form.set({ tag_ids })} />
            </Part>
          )}
          <Row gap={2} align="stretch" justify="between">
            <Button onClick={onBack}>{c.back}</Button>
            <Button type="submit" kind="primary" isBusy={form.isBusy}>
              {t.submit}
            </Button>
          </Row>
        </Form>
      </Card>
      <Card title={t.whatComes}>
        <StepList preset={preset} />
      </Card>
    </div>
  );
}
