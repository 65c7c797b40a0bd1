import { useState } from "react";
import type { Client, EventPattern, WebhookEndpoint, WebhookEndpointInput } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Field, Input } from "#console/ui/field";
import { Segmented } from "#console/ui/layout";
import { EventTypesField } from "./event-types-field";
import { texts } from "./texts";

type Props<Answer> = {
  /** What is changed. Undefined for a new one. */
  endpoint?: WebhookEndpoint;
  onClose: () => void;
  save: (client: Client, body: WebhookEndpointInput) => Promise<Answer>;
  onSaved: (answer: Answer) => unknown;
};

/** Creates or changes an endpoint. Shown as long as it is mounted. */
export function EndpointForm<Answer>({ endpoint, onClose, save, onSaved }: Props<Answer>) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [types, setTypes] = useState((endpoint?.event_types ?? ["*"]) as EventPattern[]);
  const [isAll, setAll] = useState(types.includes("*"));
  const { run, errors, ...state } = useAction(save, {
    onDone: onSaved,
    next: onClose,
  });
  const ofTypes = Object.keys(errors).filter((field) => field.startsWith("event_types"));
  const submit = () =>
    void run({
      url,
      event_types: isAll ? ["*"] : types.filter((type) => type !== "*"),
      is_active: endpoint ? endpoint.is_active : true,
    });
  return (
    <FormDialog
      title={endpoint ? t.edit : t.create}
      about={t.createAbout}
      width="36rem"
      action={endpoint ? c.save : t.create}
      fields={["url", ...ofTypes]}
      state={state}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t.url} hint={t.urlHint} errors={errors.url}>
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <Field label={t.types} errors={ofTypes.flatMap((field) => errors[field] ?? [])}>
        {({ id }) => (
          <div id={id}>
            <Segmented
              label={t.types}
              value={isAll ? "all" : "some"}
              options={[
                ["all", t.allTypes],
                ["some", t.someTypes],
              ]}
              onChange={(choice) => setAll(choice === "all")}
            />
          </div>
        )}
      </Field>
      {!isAll && <EventTypesField value={types} onChange={setTypes} />}
    </FormDialog>
  );
}
