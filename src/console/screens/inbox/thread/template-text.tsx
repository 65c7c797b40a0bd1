import { LayoutTemplate } from "lucide-react";
import type { Message } from "../../../../client/index";
import { useTexts } from "../../../texts/catalogue";
import styles from "./message.module.css";
import { membersOf, templateOf } from "./payload";
import { partOf, useTemplates } from "./templates";
import { texts } from "./texts";

/** The parameters of a template's body that a message has filled in, by their names. */
function valuesOf({ payload }: Message) {
  const { components } = membersOf(payload.template);
  const body = (Array.isArray(components) ? components.map(membersOf) : []).find(
    ({ type }) => String(type).toLowerCase() === "body",
  );
  const parameters = Array.isArray(body?.parameters) ? body.parameters.map(membersOf) : [];
  return new Map(
    parameters.map(({ parameter_name, text }, index) => [
      String(parameter_name ?? index + 1),
      String(text ?? ""),
    ]),
  );
}

/** A template with its parameters filled in where the channel's templates are known. */
export function TemplateText({
  message,
  channelId,
}: {
  message: Message;
  channelId: number | null;
}) {
  const t = useTexts(texts);
  const sent = templateOf(message);
  const { data: known } = useTemplates(channelId);
  if (!sent) return <p>{t.unsupported}</p>;
  const template = known?.find(
    ({ name, language }) => name === sent.name && language === sent.language,
  );
  const body = template && partOf(template, "BODY");
  const values = valuesOf(message);
  return (
    <>
      <p className={styles.template}>
        <LayoutTemplate aria-hidden="true" />
        {t.template(sent.name)}
        {sent.language && <span>{sent.language}</span>}
      </p>
      {body ? (
        <p className={styles.text} dir="auto">
          {body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name) => values.get(name) ?? whole)}
        </p>
      ) : (
        sent.values.length > 0 && (
          <p className={styles.text} dir="auto">
            {sent.values.join(" · ")}
          </p>
        )
      )}
    </>
  );
}
