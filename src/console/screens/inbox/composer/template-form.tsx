import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Conversation,
  type MessageInput,
  previewMessage,
  type RenderedTemplate,
  type Template,
  type TemplatePlaceholder,
} from "#client";
import { useFieldErrors } from "#console/data/forms";
import { useMayPreview } from "#console/data/may-do";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { useSettled } from "#console/ui/use-settled";
import { partOf } from "../thread/templates";
import { messageWarningTexts } from "./message-warnings";
import { keyOf, templateMessage, type Values } from "./template-message";
import styles from "./templates.module.css";
import { texts } from "./texts";

function Rendered({ rendered }: { rendered: RenderedTemplate }) {
  const { header, body, footer, buttons } = rendered;
  return (
    <div className={styles.rendered} dir="auto">
      {header && <b>{header}</b>}
      {body && <p>{body}</p>}
      {footer && <small>{footer}</small>}
      {buttons.length > 0 && (
        <ul>
          {buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Fills in a template's parameters, and shows what the lead gets of it. */
export function TemplateForm({
  template,
  conversation: { id, lead_id, channel_id, lead },
  onBack,
  onClose,
  onSend,
}: {
  template: Template;
  conversation: Conversation;
  onBack: () => void;
  onClose: () => void;
  onSend: (body: MessageInput, shown: string) => void;
}) {
  const all = useTexts(texts);
  const { failures } = useTexts(nameTexts);
  const t = all.templates;
  const warnings = useTexts(messageWarningTexts);
  const client = useClient();
  const [values, setValues] = useState<Values>({});
  const body: MessageInput = {
    type: "template",
    template: templateMessage(template, values),
  };
  const settled = templateMessage(template, useSettled(values));
  const preview = useQuery({
    queryKey: ["inbox", "preview", id, settled],
    queryFn: async ({ signal }) =>
      (
        await previewMessage({
          client,
          signal,
          body: {
            lead_id,
            ...(channel_id !== null && { channel_id }),
            type: "template",
            template: settled,
          },
        })
      ).data,
    enabled: useMayPreview(),
    placeholderData: (old) => old,
  });
  const { parameters } = template;
  const isFilled = parameters.every((parameter) => values[keyOf(parameter)]?.trim());
  const hasPlace = parameters.some(({ kind }) => kind === "location");
  const labelOf = ({ place, name, index, kind }: TemplatePlaceholder) =>
    place === "button"
      ? t.button((index ?? 0) + 1)
      : kind !== "text"
        ? `${t.header}: ${t.url}`
        : place === "header"
          ? t.headerPart(name)
          : t.body(name);
  const faults = useFieldErrors(preview.error);
  const errors = isFilled ? Object.values(faults).flat() : [];
  const refusal = isFilled ? preview.data?.refusal : null;
  const rendered = preview.data?.rendered;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={template.name}
      about={parameters.length > 0 ? t.hint : undefined}
      width="34rem"
      onSubmit={() => onSend(body, rendered?.body ?? template.name)}
      foot={
        <>
          <Button onClick={onBack}>{t.back}</Button>
          <Button
            kind="primary"
            type="submit"
            disabled={!isFilled || hasPlace || Boolean(refusal) || errors.length > 0}
          >
            {all.send}
          </Button>
        </>
      }
    >
      {parameters.map((parameter, index) => (
        <Field
          key={keyOf(parameter)}
          label={labelOf(parameter)}
          hint={parameter.example ? t.example(parameter.example) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={values[keyOf(parameter)] ?? ""}
              autoFocus={index === 0}
              onChange={({ target }) =>
                setValues((old) => ({ ...old, [keyOf(parameter)]: target.value }))
              }
            />
          )}
        </Field>
      ))}
      <section className={styles.templatePreview} aria-label={t.preview}>
        <h3>{t.preview}</h3>
        {rendered ? (
          <Rendered rendered={rendered} />
        ) : (
          <p className={styles.rendered}>{partOf(template, "BODY")}</p>
        )}
      </section>
      {hasPlace && <Note tone="amber">{t.location}</Note>}
      {refusal && (
        <Note tone="red">
          {refusal === "opted_out" ? all.unsubscribed(lead?.first_name ?? "") : failures[refusal]}
        </Note>
      )}
      {isFilled &&
        preview.data?.warnings.map(({ code, params, path }) => (
          <Note key={`${code} ${path}`} tone="amber">
            {warnings[code](params)}
          </Note>
        ))}
      {errors.length > 0 && <Note tone="red">{errors.join(" ")}</Note>}
    </Dialog>
  );
}
