import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Channel, getChannel, replaceChannel } from "#client";
import { setAnswer } from "#console/data/entities";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { channelKey } from "./channel-query";
import { ChannelFields, fieldsOf, settingsIn, type Values } from "./form";
import { texts } from "./texts";

/** Settings and credentials of a channel. A new credential starts a channel that Meta has stopped. */
export function EditChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const { id, provider } = channel;
  const [values, setValues] = useState<Values>({
    name: channel.name,
    external_id: channel.external_id ?? "",
    business_account_id: channel.business_account_id ?? "",
    gateway_url: channel.gateway_url ?? "",
  });
  const save = useAction(
    async (client, typed: Values) => {
      const settings = settingsIn(provider, typed);
      const path = { channel: id };
      // Somebody else may have paused or started it meanwhile.
      const { data: now } = await getChannel({ client, path });
      const starts = settings.credentials != null && now.stop_reason !== "by_request";
      const is_active = starts || now.status === "active";
      return replaceChannel({ client, path, body: { is_active, ...settings } });
    },
    {
      onDone({ data }) {
        setAnswer(queries, channelKey(id), data);
        void queries.invalidateQueries({ queryKey: ["channels"] });
        toast(c.saved);
      },
      next: onClose,
    },
  );
  const isShown = isShownAtFields(save.error, fieldsOf(provider));
  return (
    <Dialog
      isOpen
      kind="drawer"
      onClose={onClose}
      title={t.editTitle(channel.name)}
      onSubmit={() => void save.run(values)}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={save.isBusy}>
            {t.save}
          </Button>
        </>
      }
    >
      <ChannelFields
        provider={provider}
        values={values}
        onChange={setValues}
        errors={save.errors}
        stored={channel.credentials}
      />
      {save.error && !isShown && <ProblemNote error={save.error} />}
    </Dialog>
  );
}
