import { LayoutTemplate } from "lucide-react";
import type { Message } from "#client";
import { type SentTemplate, sentTemplate } from "#console/data/messages/template";
import { useTexts } from "#console/texts/catalogue";
import { wordFor } from "#console/texts/word-for";
import { classes } from "#console/ui/classes";
import { Picture } from "#console/ui/picture";
import { Row } from "#console/ui/stack";
import { texts as composerTexts } from "../composer/texts";
import { Buttons, Cards } from "./cards";
import styles from "./message.module.css";
import { templateOf } from "./payload";
import { useTemplates } from "./templates";
import { texts } from "./texts";

const isAnyOwn = () => true;

/** The parts of a template. Its addresses may be the lead's own links, so none is one here. */
function Filled({ template }: { template: SentTemplate }) {
  const { elsewhereAbout } = useTexts(texts);
  const { ownLabels } = useTexts(composerTexts).templates;
  const { header, file, body, footer, buttons, cards } = template;
  const named = buttons.map((button) => ({
    ...button,
    title: button.title || (wordFor(ownLabels, button.kind) ?? ""),
  }));
  return (
    <>
      {file && <Picture file={file} wordsFor={elsewhereAbout} />}
      {header && (
        <p className={classes(styles.text, styles.strong)} dir="auto">
          {header}
        </p>
      )}
      {body && (
        <p className={styles.text} dir="auto">
          {body}
        </p>
      )}
      {footer && (
        <p className={classes(styles.text, styles.quiet)} dir="auto">
          {footer}
        </p>
      )}
      <Buttons buttons={named} isOwnLink={isAnyOwn} />
      <Cards cards={cards} isOwnLink={isAnyOwn} />
    </>
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
  const shown = template && sentTemplate(template, message);
  return (
    <>
      <Row as="p" gap={1} className={styles.template}>
        <LayoutTemplate size="0.9rem" />
        {t.template(sent.name)}
        {sent.language && <span>{sent.language}</span>}
      </Row>
      {shown ? (
        <Filled template={shown} />
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
