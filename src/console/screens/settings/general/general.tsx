import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getSettings, MessageStatusEvents, type Settings } from "#client";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useClient, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { buttonClass } from "#console/ui/button";
import { Field, Select } from "#console/ui/field";
import { Card, Facts } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { TimeZoneSelect } from "#console/ui/time-zone-select";
import { texts } from "../texts";
import styles from "./general.module.css";
import { Group } from "./group";
import { KeywordsSetting } from "./keywords-setting";
import { NumberSetting, SwitchSetting, TextSetting } from "./setting-fields";

const WHEN = Object.values(MessageStatusEvents);
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
        <p className={styles.about}>{t.retentionAbout}</p>
        <Facts
          facts={RETENTIONS.map(
            (what) => [t.kept[what], kept(settings[`retention_${what}_days`])] as const,
          )}
        />
      </div>
    </Card>
  );
}

export default function General() {
  const t = useTexts(texts);
  const client = useClient();
  const { workspace } = useMe();
  const { duration, region } = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => getSettings({ client, signal }),
  });
  if (error && !data) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const settings = data.data;
  const fields = t.fields;
  return (
    <div className={styles.groups}>
      <Group
        title={t.place}
        about={t.placeAbout(workspace.default_country && region(workspace.default_country))}
        settings={settings}
        fields={["time_zone"]}
      >
        {({ values, set, errorsOf, isReadOnly }) => (
          <Field {...fields.time_zone} errors={errorsOf("time_zone")}>
            {(control) => (
              <TimeZoneSelect
                {...control}
                none={t.noZone}
                value={values.time_zone}
                disabled={isReadOnly}
                onChange={(time_zone) => set({ time_zone })}
              />
            )}
          </Field>
        )}
      </Group>
      <Group
        title={t.recipients}
        about={t.recipientsAbout}
        settings={settings}
        fields={["public_name", "contact", "fallback_url"]}
      >
        {(form) => (
          <>
            <TextSetting
              form={form}
              name="public_name"
              placeholder={workspace.name}
              {...fields.public_name}
            />
            <TextSetting form={form} name="contact" {...fields.contact} />
            <TextSetting
              form={form}
              name="fallback_url"
              type="url"
              placeholder="https://"
              {...fields.fallback_url}
            />
          </>
        )}
      </Group>
      <Group
        title={t.consent}
        about={t.consentAbout}
        settings={settings}
        fields={["opt_out_keywords", "opt_in_keywords", "opt_out_confirmation"]}
      >
        {(form) => (
          <>
            <KeywordsSetting form={form} name="opt_out_keywords" {...fields.opt_out_keywords} />
            <KeywordsSetting form={form} name="opt_in_keywords" {...fields.opt_in_keywords} />
            <TextSetting
              form={form}
              name="opt_out_confirmation"
              isLong
              {...fields.opt_out_confirmation}
            />
          </>
        )}
      </Group>
      <Group
        title={t.inbox}
        about={t.inboxAbout}
        settings={settings}
        fields={["reply_pauses_runs"]}
      >
        {(form) => (
          <SwitchSetting form={form} name="reply_pauses_runs" {...fields.reply_pauses_runs} />
        )}
      </Group>
      <Group
        title={t.analysis}
        about={t.analysisAbout}
        settings={settings}
        fields={["analysis_enabled", "analysis_quiet_seconds", "analysis_daily_limit"]}
      >
        {(form) => {
          const { analysis_quiet_seconds: quiet } = form.values;
          return (
            <>
              <SwitchSetting form={form} name="analysis_enabled" {...fields.analysis_enabled} />
              <NumberSetting
                form={form}
                name="analysis_quiet_seconds"
                label={fields.analysis_quiet_seconds.label}
                hint={quiet ? t.quietFor(duration(quiet)) : fields.analysis_quiet_seconds.hint}
              />
              <NumberSetting
                form={form}
                name="analysis_daily_limit"
                {...fields.analysis_daily_limit}
              />
            </>
          );
        }}
      </Group>
      <Group
        title={t.events}
        about={t.eventsAbout}
        settings={settings}
        fields={["message_status_events"]}
      >
        {({ values, set, errorsOf, isReadOnly }) => (
          <Field {...fields.message_status_events} errors={errorsOf("message_status_events")}>
            {(control) => (
              <Select
                {...control}
                value={values.message_status_events}
                disabled={isReadOnly}
                onChange={({ target }) =>
                  set({ message_status_events: WHEN.find((one) => one === target.value) ?? "auto" })
                }
              >
                {WHEN.map((one) => (
                  <option key={one} value={one}>
                    {t.statusEvents[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </Group>
      <Retention settings={settings} />
    </div>
  );
}
