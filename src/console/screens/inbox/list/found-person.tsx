import { Link } from "@tanstack/react-router";
import type { Conversation } from "#client";
import { matchIn } from "#console/data/lead-match";
import { Avatar } from "#console/ui/badge";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { useLeadName } from "../lead/lead";
import lines from "./row.module.css";
import styles from "./search.module.css";

/** A conversation with somebody whom a search has found, and why. */
export function FoundPerson({
  conversation,
  text,
  isOpen,
}: {
  conversation: Conversation;
  text: string;
  isOpen: boolean;
}) {
  const name = useLeadName(conversation);
  return (
    <Link
      to="/inbox/$conversation"
      params={{ conversation: String(conversation.id) }}
      search={true}
      preload={false}
      className={classes(styles.result, isOpen && lines.open)}
      data-conversation={conversation.id}
    >
      <Avatar name={name} size="2rem" />
      <span className={styles.resultText}>
        <span className={lines.name} dir="auto">
          {name}
        </span>
        <Row as="span" gap={1} className={lines.snippet}>
          {conversation.lead && matchIn(conversation.lead, text)}
        </Row>
      </span>
    </Link>
  );
}
