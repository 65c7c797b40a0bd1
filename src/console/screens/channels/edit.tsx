import { useQueryClient } from "@tanstack/react-query";
import { type Channel, getChannel, replaceChannel } from "#client";
import { setAnswer } from "#console/data/entities";
import { SelectField, SwitchField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { type Fields, useForm } from "#console/data/form/use-form";
import { HoursFields } from "#console/data/hours/hours-fields";
import { hoursIn, type WrittenHours, writtenHours } from "#console/data/hours/written";
import { platformOf, platformRow } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { channelKey } from "./channel-query";
import { ChannelFields, settingsIn, type Values } from "./form";
import { texts } from "./texts";

/** Settings and credentials of a channel. A new credential starts a channel that Meta stopped. */
export function EditChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const { id, provider } = channel;
  const first: Values & WrittenHours = {
    name: channel.name,
    external_id: channel.external_id ?? "",
    business_account_id: channel.business_account_id ?? "",
    gateway_url: channel.gateway_url ?? "",
    ...(channel.login && { login: channel.login }),
    marketing_route: channel.marketing_route,
    import_history: channel.import_history,
    ...writtenHours(channel.business_hours),
  };
  const form = useForm(first, async (client, typed) => {
    const settings = settingsIn(provider, typed);
    const path = { channel: id };
    // Somebody else may have paused or started it meanwhile.
    const { data: now } = await getChannel({ client, path });
    const starts = settings.credentials != null && now.stop_reason !== "by_request";
    const is_active = starts || now.status === "active";
    return replaceChannel({
      client,
      path,
      body: { is_active, accepts: now.accepts, business_hours: hoursIn(typed), ...settings },
    });
  });
  return (
    <FormDialog
      form={form}
      kind="drawer"
      title={t.editTitle(channel.name)}
      action={t.save}
      onClose={onClose}
      onDone={({ data }) => {
        setAnswer(queries, channelKey(id), data);
        void queries.invalidateQueries({ queryKey: ["channels"] });
        toast(c.saved);
      }}
    >
      <ChannelFields provider={provider} form={form} stored={channel.credentials}>
        {platformOf(provider) && platformRow(channel.platform).hasTemplates && (
          <NumberFields form={form} />
        )}
      </ChannelFields>
      <Soft>{t.ownHours}</Soft>
      <HoursFields form={form} />
    </FormDialog>
  );
}

/** The settings of a number at Meta. */
function NumberFields({ form }: { form: Fields<Values> }) {
  const t = useTexts(texts);
  return (
    <>
      <SelectField
        form={form}
        name="marketing_route"
        label={t.marketingRoute}
        hint={t.marketingRouteHint}
        options={t.marketingRoutes}
      />
      <SwitchField
        form={form}
        name="import_history"
        label={t.importHistory}
        hint={t.importHistoryHint}
      />
    </>
  );
}
