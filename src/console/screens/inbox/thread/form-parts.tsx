import { ClipboardList } from "lucide-react";
import type { Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { Facts } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import styles from "./message.module.css";
import { answersOf, formButtonOf } from "./payload";
import { texts } from "./texts";

/** The button below a message that opens its form. */
export function FormButton({ message }: { message: Message }) {
  const button = formButtonOf(message);
  if (button === null) return null;
  return (
    <Row as="p" gap={1} className={styles.shares}>
      <ClipboardList size="0.9rem" aria-hidden="true" />
      {button}
    </Row>
  );
}

/** The lead's answers of a form. */
export function FormAnswers({ message }: { message: Message }) {
  const t = useTexts(texts);
  if (!message.answers) return null;
  const { unverified } = message.answers;
  return (
    <Stack gap={1}>
      <Row
        as="small"
        gap={1}
        className={classes(styles.quiet, unverified && styles.doubtful)}
        title={unverified ? t.unverifiedAbout : undefined}
      >
        <ClipboardList size="0.9rem" aria-hidden="true" />
        {unverified ? t.unverifiedAnswers : t.answered}
      </Row>
      <Facts facts={answersOf(message).map(({ name, value }) => [name, value] as const)} />
    </Stack>
  );
}
