import { rotateSourceSecret, type Source, type SourcePreset } from "#client";
import { TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { lightOf } from "#console/data/source-lights";
import { Light } from "#console/screens/channels/connect/light";
import setup from "#console/screens/channels/connect/setup.module.css";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card, CopyText } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import styles from "../sources.module.css";
import { guideOf, referenceOf } from "./kinds";
import { StepList } from "./step-list";
import { texts } from "./texts";

/** A text to paste elsewhere, below its name. */
function Paste({ name, text, hint }: { name: string; text: string; hint?: string | undefined }) {
  const { copyOf } = useTexts(texts);
  return (
    <Stack gap={1}>
      <Soft as="span" size="small">
        {name}
      </Soft>
      <CopyText text={text} label={copyOf(name)} />
      {hint && <Soft size="small">{hint}</Soft>}
    </Stack>
  );
}

/** Takes the secret that the other service has made. */
function TheirSecret({ source }: { source: Source }) {
  const t = useTexts(texts);
  const form = useForm({ secret: "" }, (client, { secret }) =>
    rotateSourceSecret({ client, path: { source: source.id }, body: { secret, keep_hours: 0 } }),
  );
  const isReady = form.values.secret.trim() !== "";
  return (
    <Form
      form={form}
      className={setup.stack}
      isReady={isReady}
      onDone={() => toast(t.secretStored)}
      next={() => form.restart()}
    >
      <TextField
        form={form}
        name="secret"
        label={t.theirSecret}
        hint={t.theirSecretHint}
        type="password"
        spellCheck={false}
      />
      <div>
        <Button type="submit" isBusy={form.isBusy} disabled={!isReady}>
          {t.storeSecret}
        </Button>
      </div>
    </Form>
  );
}

/** The texts by which the other service reaches the source, and proves who it is. */
function Access({ source, preset, secret }: Props) {
  const t = useTexts(texts);
  const mayWrite = useMay("sources:write");
  const { inbound_url: url, verification } = source;
  const { makes_secret: isTheirs } = preset;
  const { scheme } = verification;
  return (
    <>
      {url ? <Paste name={t.url} text={url} /> : <Note>{t.urlHidden}</Note>}
      {scheme === "header" && <Paste name={t.header} text={verification.name} />}
      {scheme === "basic" && <Paste name={t.username} text={verification.username} />}
      {isTheirs && mayWrite && <TheirSecret source={source} />}
      {secret && !isTheirs && <Paste name={t.secret} text={secret} hint={t.secretOnce} />}
    </>
  );
}

/** The steps to take there, with what to paste. Calendly gets the rest with its subscription. */
function Steps(props: Props) {
  const t = useTexts(texts);
  const { source, preset } = props;
  const reference = referenceOf(preset.name);
  return (
    <Stack gap={4}>
      <StepList preset={preset} />
      {source.kind !== "calendly" && <Access {...props} />}
      {reference && <Paste name={t.reference} text={reference} hint={t.referenceHint} />}
      <p>
        <a href={guideOf(preset.name)}>{t.guide}</a>
      </p>
    </Stack>
  );
}

/** A light that turns green with the first delivery. */
function FirstLight({ source }: { source: Source }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { received_at: at } = source;
  if (lightOf(source) === "rejecting")
    return <Light isGreen={false} says={t.rejected} about={t.rejectedAbout} />;
  if (at) return <Light isGreen says={t.received} about={t.receivedAt(format.relative(at))} />;
  return <Light isGreen={false} says={t.waiting} about={t.waitingAbout} />;
}

type Props = { source: Source; preset: SourcePreset; secret: string | null };

/** The steps that are left to do in the other service, with what to paste there. */
export function SetUp({ isAgain = false, ...props }: Props & { isAgain?: boolean }) {
  const t = useTexts(texts);
  const { source } = props;
  // A source that is there already says so at the head of its page.
  const isShownAbove = isAgain && lightOf(source) === "rejecting";
  const { inbound_url: url, kind } = source;
  const isLocal = url !== null && /^http:|\/\/localhost/.test(url);
  return (
    <Card title={kind === "form" ? t.onPage : t.there}>
      <Stack gap={4}>
        {!isShownAbove && <FirstLight source={source} />}
        {isLocal && !source.received_at && <Note tone="amber">{t.local}</Note>}
        <Steps {...props} />
      </Stack>
    </Card>
  );
}

/** The same steps of a source that is there already: once something has come, they are folded. */
export function SetUpAgain(props: Props) {
  const t = useTexts(texts);
  const { received_at: at } = props.source;
  if (!at) return <SetUp {...props} isAgain />;
  return (
    <Card title={t.finish}>
      <Stack gap={4}>
        {lightOf(props.source) === "receiving" && <FirstLight source={props.source} />}
        <details className={styles.folded}>
          <summary>{t.showSteps}</summary>
          <Steps {...props} />
        </details>
      </Stack>
    </Card>
  );
}
