import { platformLimits } from "virtual:platforms";
import {
  Bookmark,
  Braces,
  LayoutTemplate,
  MessageSquareQuote,
  Mic,
  Paperclip,
  Phone,
  SendHorizontal,
} from "lucide-react";
import { type RefObject, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Conversation } from "#client";
import { platformRow } from "#console/data/platforms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button, IconButton } from "#console/ui/button";
import { lazily } from "#console/ui/lazily";
import { Row } from "#console/ui/stack";
import { AddMenu } from "./add/menu";
import styles from "./composer.module.css";
import { SaveReply } from "./save-reply";
import { texts } from "./texts";

const AskNumber = lazily(() => import("./ask-number"));

/** True in browsers that can record what platforms take as a voice note. */
const mayRecord = "AudioEncoder" in globalThis && "mediaDevices" in navigator;

/** The tools that put something into a message, and the button that sends it. */
export function Tools({
  conversation,
  isNote,
  isReady,
  mayAsk,
  text,
  box,
  onText,
  onFile,
  onRecord,
  onTemplate,
}: {
  conversation: Conversation;
  isNote: boolean;
  isReady: boolean;
  /** Something other than a template would be sent. */
  mayAsk: boolean;
  text: string;
  box: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onFile: (file: File) => void;
  onRecord: () => void;
  onTemplate: (() => void) | undefined;
}) {
  const t = useTexts(texts);
  const file = useRef<HTMLInputElement>(null);
  const [isSaving, setSaving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { lead, platform } = conversation;
  const hasNoNumber = platformRow(platform).hasNumbers && lead !== null && lead.phone === null;
  const mayFill = useMay("leads:read");

  /** Types for the person, so that the suggestions open. */
  function type(typed: string, at: number) {
    const area = box.current;
    if (!area) return;
    area.focus();
    area.setSelectionRange(at, at);
    flushSync(() => onText(text.slice(0, at) + typed + text.slice(at)));
    area.setSelectionRange(at + typed.length, at + typed.length);
  }

  return (
    <Row gap="hair">
      {!isNote && (
        <>
          <IconButton
            label={t.insertReply}
            size="small"
            icon={<MessageSquareQuote />}
            disabled={text !== ""}
            onClick={() => type("/", 0)}
          />
          {mayFill && (
            <IconButton
              label={t.insertPlaceholder}
              size="small"
              icon={<Braces />}
              onClick={() => type("{{", box.current?.selectionStart ?? text.length)}
            />
          )}
          {onTemplate && (
            <IconButton
              label={t.template}
              size="small"
              icon={<LayoutTemplate />}
              onClick={onTemplate}
            />
          )}
          {mayAsk && hasNoNumber && (
            <IconButton
              label={t.number.ask}
              size="small"
              icon={<Phone />}
              onClick={() => setAsking(true)}
            />
          )}
          {mayAsk && <AddMenu conversation={conversation} text={text} />}
          <IconButton
            label={t.attach}
            size="small"
            icon={<Paperclip />}
            onClick={() => file.current?.click()}
          />
          <input
            ref={file}
            type="file"
            hidden
            aria-label={t.attach}
            accept={platformRow(platform).accepts}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) onFile(chosen);
              target.value = "";
            }}
          />
          {mayAsk && mayRecord && platformLimits[platform].hasVoiceNotes && (
            <IconButton
              label={t.voice.record}
              size="small"
              icon={<Mic />}
              disabled={text.trim() !== ""}
              onClick={onRecord}
            />
          )}
          {text.trim() !== "" && (
            <IconButton
              label={t.saveReply}
              size="small"
              icon={<Bookmark />}
              onClick={() => setSaving(true)}
            />
          )}
        </>
      )}
      <Button
        kind="primary"
        size="small"
        type="submit"
        className={styles.send}
        icon={<SendHorizontal />}
        disabled={!isReady}
      >
        {isNote ? t.addNote : t.send}
      </Button>
      {isAsking && (
        <Suspense>
          <AskNumber conversation={conversation} text={text} onClose={() => setAsking(false)} />
        </Suspense>
      )}
      {isSaving && <SaveReply text={text} onClose={() => setSaving(false)} />}
    </Row>
  );
}
