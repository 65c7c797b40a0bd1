import { Link } from "@tanstack/react-router";
import { LayoutTemplate } from "lucide-react";
import { useState } from "react";
import type { Conversation, MessageInput, Template } from "#client";
import { partOf } from "#console/data/messages/template";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { SearchInput } from "#console/ui/field";
import { Row, Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { useTemplates } from "../thread/templates";
import { TemplateForm } from "./template-form";
import styles from "./templates.module.css";
import { texts } from "./texts";

const USABLE = ["approved", "local", "unknown"];

function Choice({ template, onChoose }: { template: Template; onChoose: () => void }) {
  const { templateStatuses } = useTexts(nameTexts);
  const { name, language, status } = template;
  return (
    <button type="button" className={styles.template} onClick={onChoose}>
      <Row as="span" gap={2} className={styles.templateHead}>
        <b>{name}</b>
        <Badge>{language}</Badge>
        {!USABLE.includes(status) && <Badge tone="amber">{templateStatuses[status]}</Badge>}
      </Row>
      <Clip lines={2} className={styles.templateBody} dir="auto">
        {partOf(template, "BODY")}
      </Clip>
    </button>
  );
}

/** Chooses a template, fills it in, and sends it. */
export default function TemplatePicker({
  conversation,
  channelId,
  onClose,
  onSend,
}: {
  conversation: Conversation;
  channelId: number | null;
  onClose: () => void;
  onSend: (body: MessageInput, shown: string) => void;
}) {
  const t = useTexts(texts).templates;
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Template | null>(null);
  const { data, isPending, error, refetch } = useTemplates(channelId);
  const channels: string = "/channels";

  if (chosen)
    return (
      <TemplateForm
        template={chosen}
        conversation={conversation}
        onBack={() => setChosen(null)}
        onClose={onClose}
        onSend={onSend}
      />
    );

  const wanted = text.trim().toLowerCase();
  const shown = (data ?? []).filter((template) =>
    `${template.name} ${partOf(template, "BODY") ?? ""}`.toLowerCase().includes(wanted),
  );
  const isNone = !isPending && !error && data?.length === 0;
  return (
    <Dialog isOpen onClose={onClose} title={t.title} about={t.about} width="34rem">
      {isNone ? (
        <EmptyState
          icon={<LayoutTemplate />}
          title={t.none}
          actions={
            <Link to={channels} className={buttonClass("plain", "small")}>
              {t.toChannels}
            </Link>
          }
        >
          {t.noneAbout}
        </EmptyState>
      ) : (
        <>
          <SearchInput
            label={t.search}
            value={text}
            autoFocus
            onChange={({ target }) => setText(target.value)}
          />
          {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
          {isPending && channelId !== null && <LoadingRows rows={4} />}
          <Stack gap={2}>
            {shown.map((template) => (
              <Choice key={template.id} template={template} onChoose={() => setChosen(template)} />
            ))}
          </Stack>
          {data && shown.length === 0 && <Soft>{t.noMatch}</Soft>}
        </>
      )}
    </Dialog>
  );
}
