import { useNavigate } from "@tanstack/react-router";
import {
  ArrowLeft,
  Clock,
  Lock,
  MoonStar,
  PanelRight,
  RotateCcw,
  SquareCheckBig,
  UserRoundPlus,
} from "lucide-react";
import type { Conversation } from "#client";
import { useMay, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Avatar, Badge } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Menu, MenuGroup, MenuItem, MenuLine } from "#console/ui/menu";
import { Row } from "#console/ui/stack";
import { useNow } from "../clock";
import { useChoices } from "../list/filter-button";
import { PlatformMark } from "../list/platform-mark";
import { useWindowLeft } from "../list/row";
import { useConversationActions } from "./actions";
import { SnoozeMenu } from "./snooze-menu";
import { texts } from "./texts";
import styles from "./thread.module.css";

function AssignMenu({ conversation }: { conversation: Conversation }) {
  const t = useTexts(texts);
  const { token } = useMe();
  const { assignees } = useChoices();
  const { assign } = useConversationActions();
  const { assignee } = conversation;
  return (
    <Menu
      trigger={
        <Button
          size="small"
          className={styles.assign}
          title={t.assign}
          icon={assignee ? <Avatar name={assignee.name} size="1.125rem" /> : <UserRoundPlus />}
        >
          <span className={styles.label}>{assignee?.name ?? t.assign}</span>
        </Button>
      }
    >
      <MenuGroup label={t.assignTo}>
        {assignees.map((each) => (
          <MenuItem
            key={each.id}
            icon={<Avatar name={each.name} size="1.25rem" />}
            isChosen={each.id === assignee?.id}
            onSelect={() => void assign(conversation, each)}
          >
            {each.id === token.id ? t.me(each.name) : each.name}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem isChosen={assignee === null} onSelect={() => void assign(conversation, null)}>
          {t.nobody}
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}

function WindowBadge({ conversation }: { conversation: Conversation }) {
  const t = useTexts(texts).window;
  const left = useWindowLeft(conversation.window.closes_at, useNow());
  return (
    <span title={t.about}>
      {left ? (
        <Badge tone={left.isSoon ? "amber" : "green"} icon={<Clock />}>
          {t.open(left.text)}
        </Badge>
      ) : (
        <Badge icon={<Lock />}>{t.closed}</Badge>
      )}
    </span>
  );
}

/** The lead's name, and the actions on the conversation. */
export function ThreadHead({
  conversation,
  name,
  isPanelOpen,
  onPanel,
}: {
  conversation: Conversation;
  name: string;
  isPanelOpen: boolean;
  onPanel: () => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const navigate = useNavigate();
  const mayWrite = useMay("conversations:write");
  const { toggle } = useConversationActions();
  const { state, snoozed_until, platform } = conversation;
  return (
    <Row as="header" gap={2} className={styles.head}>
      <IconButton
        label={t.backToList}
        className={styles.back}
        icon={<ArrowLeft />}
        onClick={() => void navigate({ to: "/inbox", search: true })}
      />
      <button type="button" className={styles.who} onClick={onPanel} title={t.panel}>
        <span className={styles.face}>
          <Avatar name={name} size="2.25rem" />
          <PlatformMark platform={platform} />
        </span>
        <span className={styles.names}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <Row as="span" gap={1} wraps align="stretch" className={styles.badges}>
            {state === "closed" && <Badge icon={<SquareCheckBig />}>{t.isClosed}</Badge>}
            {state === "snoozed" && snoozed_until && (
              <Badge tone="purple" icon={<MoonStar />}>
                {format.short(snoozed_until)}
              </Badge>
            )}
            <WindowBadge conversation={conversation} />
          </Row>
        </span>
      </button>
      <Row gap={1} className={styles.tools}>
        {mayWrite && (
          <>
            <AssignMenu conversation={conversation} />
            <SnoozeMenu conversation={conversation} />
            <Button
              size="small"
              className={styles.assign}
              title={state === "closed" ? t.reopen : t.close}
              icon={state === "closed" ? <RotateCcw /> : <SquareCheckBig />}
              onClick={() => void toggle(conversation)}
            >
              <span className={classes(styles.label, styles.second)}>
                {state === "closed" ? t.reopen : t.close}
              </span>
            </Button>
          </>
        )}
        <IconButton
          label={t.panel}
          size="small"
          icon={<PanelRight />}
          aria-pressed={isPanelOpen}
          onClick={onPanel}
        />
      </Row>
    </Row>
  );
}
