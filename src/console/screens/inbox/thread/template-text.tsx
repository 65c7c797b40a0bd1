import { LayoutTemplate } from "lucide-react";
import type { Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Row } from "#console/ui/stack";
import { Cards } from "./cards";
import styles from "./message.module.css";
import { templateOf } from "./payload";
import { cardsOfTemplate, filled, useTemplates } from "./templates";
import { texts } from "./texts";

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
  const body = template && filled(template, "BODY", message);
  const cards = template ? cardsOfTemplate(template, message) : [];
  return (
    <>
      <Row as="p" gap={1} className={styles.template}>
        <LayoutTemplate size="0.9rem" />
        {t.template(sent.name)}
        {sent.language && <span>{sent.language}</span>}
      </Row>
      {body ? (
        <p className={styles.text} dir="auto">
          {body}
        </p>
      ) : (
        sent.values.length > 0 && (
          <p className={styles.text} dir="auto">
            {sent.values.join(" · ")}
          </p>
        )
      )}
      <Cards cards={cards} isOwnLink={() => true} />
    </>
  );
}
