import { Link, useNavigate } from "@tanstack/react-router";
import {
  Ellipsis,
  GitMerge,
  MessagesSquare,
  Pencil,
  Send,
  ShieldCheck,
  Trash2,
  Workflow,
} from "lucide-react";
import { Suspense, useState } from "react";
import { type ConsentScope, deleteLead, type Lead } from "#client";
import { leadName } from "#console/data/lead-name";
import { useMayEnrol } from "#console/data/may-do";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Button, buttonClass, IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { lazily } from "#console/ui/lazily";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import { Row, Stack } from "#console/ui/stack";
import { Clip, Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { OptedOutBadges, WarmthBadge } from "../badges";
import { ConsentItems, OptOutDialogs } from "./consent";
import styles from "./lead.module.css";
import { StageMenu } from "./stage-menu";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

const EnrolDialog = lazily(() => import("../bulk/enrol-dialog"));
const LeadForm = lazily(() => import("../lead-form"));
const MergeDialog = lazily(() => import("./merge-dialog"));
const MessageDialog = lazily(() => import("./message-dialog"));

type Asked = "edit" | "message" | "enrol" | "merge" | "delete";

/** The lead's name, and the actions on it. */
export function Header({ lead }: { lead: Lead }) {
  const t = useTexts(leadTexts);
  const g = useTexts(general);
  const format = useFormat();
  const client = useClient();
  const navigate = useNavigate();
  const mayWrite = useMay("leads:write");
  const mayRead = useMay("conversations:read");
  const mayTalk = useMay("conversations:write");
  const mayEnrol = useMayEnrol();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [optingOut, setOptingOut] = useState<ConsentScope | null>(null);
  const reloaded = useLeadChange(lead.id);
  const close = () => setAsked(null);
  const name = leadName(lead, g.unknownName);
  const latest = lead.conversations.toSorted((left, right) =>
    (right.last_inbound_at ?? "").localeCompare(left.last_inbound_at ?? ""),
  )[0];
  const inbox: string = `/inbox/${latest?.id}`;

  return (
    <Row as="header" wraps className={styles.head}>
      <Avatar name={name.replace(/^[@+]/, "")} size="3.25rem" />
      <Stack gap={1} className={styles.who}>
        <Clip as="h1" lines={3} className={styles.name}>
          <bdi>{name}</bdi>
        </Clip>
        <Row wraps className={styles.inline}>
          <StageMenu lead={lead} />
          <WarmthBadge warmth={lead.warmth} />
          <OptedOutBadges lead={lead} />
          <Soft as="span">{t.since(format.date(lead.created_at))}</Soft>
        </Row>
      </Stack>
      <Row gap={2} wraps align="stretch" className={styles.actions}>
        {latest && mayRead && (
          <Link to={inbox} className={buttonClass()}>
            <MessagesSquare aria-hidden="true" />
            {t.openConversation}
          </Link>
        )}
        {mayTalk && (
          <Button icon={<Send />} onClick={() => setAsked("message")}>
            {t.message}
          </Button>
        )}
        {mayEnrol && (
          <Button icon={<Workflow />} onClick={() => setAsked("enrol")}>
            {t.enrol}
          </Button>
        )}
        <Menu trigger={<IconButton kind="plain" label={g.more} icon={<Ellipsis />} />}>
          {mayWrite && (
            <>
              <MenuItem icon={<Pencil />} onSelect={() => setAsked("edit")}>
                {g.edit}
              </MenuItem>
              <MenuItem icon={<GitMerge />} onSelect={() => setAsked("merge")}>
                {t.merge}
              </MenuItem>
              <ConsentItems lead={lead} onOptOut={setOptingOut} />
            </>
          )}
          <MenuItem
            icon={<ShieldCheck />}
            onSelect={() => void navigate({ to: "/privacy", search: { lead: lead.id } })}
          >
            {t.privacy}
          </MenuItem>
          {mayWrite && (
            <>
              <MenuLine />
              <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAsked("delete")}>
                {g.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      </Row>
      <Suspense>
        {asked === "edit" && <LeadForm lead={lead} onClose={close} onSaved={close} />}
        {asked === "message" && <MessageDialog lead={lead} onClose={close} />}
        {asked === "enrol" && (
          <EnrolDialog
            target={{ ids: [lead.id] }}
            onClose={() => {
              close();
              void reloaded();
            }}
          />
        )}
        {asked === "merge" && <MergeDialog lead={lead} onClose={close} />}
      </Suspense>
      <OptOutDialogs lead={lead} name={name} asked={optingOut} onClose={() => setOptingOut(null)} />
      <ConfirmDialog
        isOpen={asked === "delete"}
        onClose={close}
        title={t.deleteTitle(name)}
        about={t.deleteAbout}
        action={g.delete}
        onConfirm={async () => {
          await deleteLead({ client, path: { lead: lead.id } });
          toast(t.deleted(name));
          await navigate({ to: "/leads" });
        }}
      />
    </Row>
  );
}
