import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getSettings, type Settings } from "#client";
import {
  AreaField,
  FormField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
} from "#console/data/form/fields";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useClient, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { buttonClass } from "#console/ui/button";
import { Card, Facts } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { TimeZoneSelect } from "#console/ui/time-zone-select";
import { texts } from "../texts";
import styles from "./general.module.css";
import { Group } from "./group";
import { Hours } from "./hours";
import { KeywordsSetting } from "./keywords-setting";

const RETENTIONS = ["texts", "media", "runs", "clicks", "conversations"] as const;

function Retention({ settings }: { settings: Settings }) {
  const t = useTexts(texts);
  const { duration } = useFormat();
  const kept = (days: number | null) => (days === null ? t.forever : duration(days * 86_400));
  return (
    <Card
      title={t.retention}
      actions={
        <Link to={"/privacy" as string} className={buttonClass("plain", "small")}>
          {t.privacy}
        </Link>
      }
    >
      <div className={styles.group}>
        <Soft>{t.retentionAbout}</Soft>
        <Facts
          facts={RETENTIONS.map(
            (what) => [t.kept[what], kept(settings[`retention_${what}_days`])] as const,
          )}
        />
      </div>
    </Card>
  );
}

function Place({ settings }: { settings: Settings }) {
  const t = useTexts(texts);
  const { region } = useFormat();
  const { default_country: country } = useMe().workspace;
  return (
    <Group title={t.place} about={t.placeAbout(country && region(country))} settings={settings}>
      {({ form, disabled }) => (
        <FormField form={form} name="time_zone" {...t.fields.time_zone}>
          {(control, value, change) => (
            <TimeZoneSelect
              {...control}
              none={t.noZone}
              value={value}
              disabled={disabled}
              onChange={change}
            />
          )}
        </FormField>
      )}
    </Group>
  );
}

function Recipients({ settings }: { settings: Settings }) {
  const t = useTexts(texts);
  const { name } = useMe().workspace;
  const { public_name, contact, fallback_url } = t.fields;
  return (
    <Group title={t.recipients} about={t.recipientsAbout} settings={settings}>
      {(setting) => (
        <>
          <TextField {...setting} name="public_name" placeholder={name} {...public_name} />
          <TextField {...setting} name="contact" {...contact} />
          <TextField
            {...setting}
            name="fallback_url"
            type="url"
            placeholder="https://"
            {...fallback_url}
          />
        </>
      )}
    </Group>
  );
}

function Consent({ settings }: { settings: Settings }) {
  const t = useTexts(texts);
  const { opt_out_keywords, opt_in_keywords, opt_out_confirmation } = t.fields;
  return (
    <Group title={t.consent} about={t.consentAbout} settings={settings}>
      {(setting) => (
        <>
          <KeywordsSetting {...setting} name="opt_out_keywords" {...opt_out_keywords} />
          <KeywordsSetting {...setting} name="opt_in_keywords" {...opt_in_keywords} />
          <AreaField {...setting} name="opt_out_confirmation" {...opt_out_confirmation} />
        </>
      )}
    </Group>
  );
}

function Analysis({ settings }: { settings: Settings }) {
  const t = useTexts(texts);
  const { duration } = useFormat();
  const { analysis_enabled, analysis_quiet_seconds, analysis_daily_limit } = t.fields;
  return (
    <Group title={t.analysis} about={t.analysisAbout} settings={settings}>
      {(setting) => {
        const quiet = setting.form.values.analysis_quiet_seconds;
        const hint = quiet ? t.quietFor(duration(quiet)) : analysis_quiet_seconds.hint;
        const { label } = analysis_quiet_seconds;
        return (
          <>
            <SwitchField {...setting} name="analysis_enabled" {...analysis_enabled} />
            <NumberField {...setting} name="analysis_quiet_seconds" label={label} hint={hint} />
            <NumberField {...setting} name="analysis_daily_limit" {...analysis_daily_limit} />
          </>
        );
      }}
    </Group>
  );
}

export default function General() {
  const t = useTexts(texts);
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => getSettings({ client, signal }),
  });
  if (error && !data) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const settings = data.data;
  const { reply_pauses_runs, triggers_wait_hours, merge_same_person, message_status_events } =
    t.fields;
  return (
    <div className={styles.groups}>
      <Place settings={settings} />
      <Hours settings={settings} />
      <Recipients settings={settings} />
      <Consent settings={settings} />
      <Group title={t.inbox} about={t.inboxAbout} settings={settings}>
        {(setting) => (
          <>
            <SwitchField {...setting} name="reply_pauses_runs" {...reply_pauses_runs} />
            <NumberField {...setting} name="triggers_wait_hours" {...triggers_wait_hours} />
          </>
        )}
      </Group>
      <Group title={t.doubles} about={t.doublesAbout} settings={settings}>
        {(setting) => (
          <SelectField
            {...setting}
            name="merge_same_person"
            options={t.samePersonMerging}
            {...merge_same_person}
          />
        )}
      </Group>
      <Analysis settings={settings} />
      <Group title={t.events} about={t.eventsAbout} settings={settings}>
        {(setting) => (
          <SelectField
            {...setting}
            name="message_status_events"
            options={t.statusEvents}
            {...message_status_events}
          />
        )}
      </Group>
      <Retention settings={settings} />
    </div>
  );
}
