import type { Client, EventPattern, WebhookEndpoint, WebhookEndpointInput } from "#client";
import { FormField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Segmented } from "#console/ui/layout";
import { EventTypesField } from "./event-types-field";
import { texts } from "./texts";

type Props<Answer> = {
  /** The endpoint to change. Undefined for a new one. */
  endpoint?: WebhookEndpoint;
  onClose: () => void;
  save: (client: Client, body: WebhookEndpointInput) => Promise<Answer>;
  onSaved: (answer: Answer) => unknown;
};

/** Creates or changes an endpoint. Shown as long as it is mounted. */
export function EndpointForm<Answer>({ endpoint, onClose, save, onSaved }: Props<Answer>) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const types = endpoint?.event_types ?? ["*"];
  const first = {
    url: endpoint?.url ?? "",
    types: types as EventPattern[],
    isAll: types.includes("*"),
  };
  const form = useForm(first, (client, { url, types, isAll }) =>
    save(client, {
      url,
      event_types: isAll ? ["*"] : types.filter((type) => type !== "*"),
      is_active: endpoint ? endpoint.is_active : true,
    }),
  );
  return (
    <FormDialog
      form={form}
      title={endpoint ? t.edit : t.create}
      about={t.createAbout}
      width="36rem"
      action={endpoint ? c.save : t.create}
      onClose={onClose}
      onDone={onSaved}
    >
      <TextField
        form={form}
        name="url"
        label={t.url}
        hint={t.urlHint}
        type="url"
        spellCheck={false}
        placeholder="https://"
      />
      <FormField form={form} name="isAll" at="event_types" label={t.types}>
        {({ id }, isAll, change) => (
          <div id={id}>
            <Segmented
              label={t.types}
              value={isAll ? "all" : "some"}
              options={[
                ["all", t.allTypes],
                ["some", t.someTypes],
              ]}
              onChange={(choice) => change(choice === "all")}
            />
          </div>
        )}
      </FormField>
      {!form.values.isAll && (
        <EventTypesField
          value={form.values.types}
          onChange={(chosen) => form.set({ types: chosen })}
        />
      )}
    </FormDialog>
  );
}
