import { useQuery } from "@tanstack/react-query";
import {
  type Conversation,
  type MessageInput,
  previewMessage,
  type RenderedTemplate,
  type Template,
  type TemplatePlaceholder,
} from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useFieldErrors } from "#console/data/forms";
import { isUnwantedBy } from "#console/data/marketing";
import { useMayPreview } from "#console/data/may-do";
import { buttonsOf, partOf } from "#console/data/messages/template";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { wordFor } from "#console/texts/word-for";
import { Button } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { useSettled } from "#console/ui/use-settled";
import { useMessageWarningWords } from "./message-warnings";
import { keyOf, templateMessage, type Values } from "./template-message";
import styles from "./templates.module.css";
import { texts } from "./texts";

function Rendered({ rendered, template }: { rendered: RenderedTemplate; template: Template }) {
  const types = buttonsOf(template).map(({ type }) => String(type));
  const { templates: t } = useTexts(texts);
  const format = useFormat();
  const { header, body, footer, offer, buttons, cards } = rendered;
  return (
    <Stack gap={1} className={styles.rendered} dir="auto">
      {header && <b>{header}</b>}
      {body && <p>{body}</p>}
      {footer && <Soft as="small">{footer}</Soft>}
      {offer && (
        <p>
          <b>{offer.text}</b> {offer.expires_at && t.until(format.dateTime(offer.expires_at))}
        </p>
      )}
      {buttons.length > 0 && (
        <ul>
          {buttons.map((button, index) => (
            <li key={index}>{button || wordFor(t.ownLabels, types[index] ?? "")}</li>
          ))}
        </ul>
      )}
      {cards.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls.
        <ol className={styles.cards} aria-label={t.cards} tabIndex={0}>
          {cards.map((card, index) => (
            <li key={index}>
              {card.body && <p>{card.body}</p>}
              <ul>
                {card.buttons.map((button) => (
                  <li key={button}>{button}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

const isGiven = ({ parameters }: Template, values: Values) =>
  parameters.every((parameter) => values[keyOf(parameter)]?.trim());

/** The lead's view, and the errors in it once all parameters are filled in. */
function usePreview(template: Template, { id, lead_id, channel_id }: Conversation, values: Values) {
  const client = useClient();
  const settled = templateMessage(template, useSettled(values));
  const { data, error } = useQuery({
    queryKey: ["inbox", "preview", id, settled],
    queryFn: async ({ signal }) => {
      const channel = channel_id === null ? {} : { channel_id };
      const body = { lead_id, ...channel, type: "template" as const, template: settled };
      return (await previewMessage({ client, signal, body })).data;
    },
    enabled: useMayPreview(),
    placeholderData: (old) => old,
  });
  const faults = Object.values(useFieldErrors(error)).flat();
  const found = isGiven(template, values)
    ? { refusal: data?.refusal, warnings: data?.warnings ?? [], faults }
    : { refusal: null, warnings: [], faults: [] };
  return { rendered: data?.rendered, ...found };
}

/** The notes below a preview. */
function Notes({
  preview: { refusal, warnings, faults },
  hasPlace,
  lead,
}: {
  preview: Pick<ReturnType<typeof usePreview>, "refusal" | "warnings" | "faults">;
  hasPlace: boolean;
  lead: Conversation["lead"];
}) {
  const { templates: t, unsubscribed } = useTexts(texts);
  const { failures } = useTexts(nameTexts);
  const say = useMessageWarningWords();
  return (
    <>
      {hasPlace && <Note tone="amber">{t.location}</Note>}
      {refusal && (
        <Note tone="red">
          {refusal === "opted_out" ? unsubscribed(lead?.first_name ?? "") : failures[refusal]}
        </Note>
      )}
      {warnings.map((warning) => (
        <Note key={`${warning.code} ${warning.path}`} tone="amber">
          {say(warning)}
        </Note>
      ))}
      {faults.length > 0 && <Note tone="red">{faults.join(" ")}</Note>}
    </>
  );
}

function useLabels() {
  const { templates: t } = useTexts(texts);
  const own = ({ place, name, index, kind }: TemplatePlaceholder) => {
    if (place === "button") return kind === "coupon_code" ? t.coupon : t.button((index ?? 0) + 1);
    if (kind === "limited_time_offer") return t.offerEnd;
    if (kind !== "text") return t.headerFile;
    return place === "header" ? t.headerPart(name) : t.body(name);
  };
  return (placeholder: TemplatePlaceholder) =>
    placeholder.card === null ? own(placeholder) : t.onCard(placeholder.card + 1, own(placeholder));
}

/** Fills in a template's parameters, and shows what the lead gets of it. */
export function TemplateForm({
  template,
  conversation,
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
  const { send, templates: t } = useTexts(texts);
  const labelOf = useLabels();
  const form = useForm({} as Values, async (_, values) => {
    const body = { type: "template" as const, template: templateMessage(template, values) };
    onSend(body, preview.rendered?.body ?? template.name);
  });
  const preview = usePreview(template, conversation, form.values);
  const { parameters } = template;
  const hasPlace = parameters.some(({ kind }) => kind === "location");
  const refusal =
    preview.refusal ??
    (isUnwantedBy(conversation.lead, template) ? ("marketing_opted_out" as const) : null);
  const { unsupported } = template;
  const isWrong =
    hasPlace || unsupported.length > 0 || refusal !== null || preview.faults.length > 0;
  return (
    <FormDialog
      form={form}
      title={template.name}
      about={parameters.length > 0 ? t.hint : undefined}
      width="34rem"
      action={send}
      isReady={isGiven(template, form.values) && !isWrong}
      cancel={<Button onClick={onBack}>{t.back}</Button>}
      onClose={onClose}
    >
      {parameters.map((parameter) => (
        <TextField
          key={keyOf(parameter)}
          form={form}
          name={keyOf(parameter)}
          label={labelOf(parameter)}
          hint={parameter.example ? t.example(parameter.example) : undefined}
          {...(parameter.kind === "limited_time_offer" && { type: "datetime-local" })}
        />
      ))}
      <Stack as="section" gap={2} className={styles.templatePreview} aria-label={t.preview}>
        <h3>{t.preview}</h3>
        {preview.rendered ? (
          <Rendered rendered={preview.rendered} template={template} />
        ) : (
          <Stack as="p" gap={1} className={styles.rendered}>
            {partOf(template, "BODY")}
          </Stack>
        )}
      </Stack>
      {unsupported.length > 0 && <Note tone="red">{t.unsupported(unsupported.join(", "))}</Note>}
      <Notes preview={{ ...preview, refusal }} hasPlace={hasPlace} lead={conversation.lead} />
    </FormDialog>
  );
}
