import { ClipboardList } from "lucide-react";
import type { Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
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
  return (
    <Stack gap={1}>
      <Row as="small" gap={1} className={styles.quiet}>
        <ClipboardList size="0.9rem" aria-hidden="true" />
        {message.answers.unverified ? t.unverifiedAnswers : t.answered}
      </Row>
      <Stack as="ul" gap={1}>
        {answersOf(message).map(({ name, value }) => (
          <li key={name} dir="auto">
            <small>{name}</small> <bdi>{value}</bdi>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
