import { LayoutTemplate } from "lucide-react";
import { Suspense, type SyntheticEvent, useRef, useState } from "react";
import type { Conversation, MessageInput } from "#client";
import { platformRow } from "#console/data/platforms";
import { useMay, useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Segmented } from "#console/ui/layout";
import { lazily } from "#console/ui/lazily";
import { Row } from "#console/ui/stack";
import { useNow } from "../clock";
import { useAttachment } from "./attachment";
import { AttachmentChip } from "./attachment-chip";
import styles from "./composer.module.css";
import { setDraft, useDraft } from "./drafts";
import { type Outgoing, send } from "./outbox";
import { MessagePreview, usePreview } from "./preview";
import { QuoteChip } from "./quote-chip";
import { refusalOf } from "./refusal";
import { RefusalNote } from "./refusal-note";
import { TextBox } from "./text-box";
import { texts } from "./texts";
import { Tools } from "./tools";

const VoiceNote = lazily(() => import("./voice-note"));
const TemplatePicker = lazily(() => import("./template-picker"));

/** The box to write answers and notes. */
export function Composer({ conversation, name }: { conversation: Conversation; name: string }) {
  const t = useTexts(texts);
  const session = useSession();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setPicking] = useState(false);
  const [isRecording, setRecording] = useState(false);
  const hasTemplates = useMay("channels:read") && platformRow(conversation.platform).hasTemplates;
  const { id, platform, channel_id } = conversation;
  const { text, mode, quote } = useDraft(id);
  const { attachment, attach, detach } = useAttachment();
  const now = useNow();
  const isNote = mode === "note";
  const known = refusalOf(conversation, now);
  const preview = usePreview(conversation, isNote || known ? "" : text);
  const refusal = known ?? preview.data?.refusal ?? null;
  const isBlocked = !isNote && known !== null;
  // A text that was begun before the window closed stays in view.
  const [hadWindow, setHadWindow] = useState(false);
  if (known === null && !hadWindow) setHadWindow(true);
  const isBoxShown = !isBlocked || hadWindow || text.trim() !== "";
  const medium = attachment?.medium;
  const isReady = isNote
    ? text.trim() !== ""
    : refusal === null &&
      preview.errors.length === 0 &&
      (attachment ? medium !== null : text.trim() !== "");

  const setText = (changed: string) => setDraft(session, id, { text: changed });

  function out(kind: Outgoing["kind"], message: MessageInput, shown: string) {
    const body = { ...message, ...(quote && kind === "message" && { reply_to: quote.id }) };
    send(session, { conversation: id, kind, body, text: shown });
    if (kind === "message") setDraft(session, id, { quote: null });
  }

  function submit() {
    if (!isReady) return;
    const written = text.trim();
    if (isNote) out("note", { text: written }, written);
    else if (medium) {
      const type = medium.kind === "sticker" ? "image" : medium.kind;
      const body = {
        ...{ type, media: { id: medium.id } },
        ...(attachment?.isVoice && { voice: true }),
        ...(written && { text: written }),
      };
      out("message", body, written || (attachment?.name ?? ""));
      detach();
    } else out("message", { text: written }, preview.shownFor(text) ?? written);
    setText("");
    box.current?.focus();
  }

  /** Files can also be pasted, and dropped here. */
  function take(event: SyntheticEvent, { files }: DataTransfer) {
    const [file] = files;
    if (!file || isNote || isBlocked) return;
    event.preventDefault();
    void attach(file);
  }

  return (
    <form
      className={classes(styles.composer, isNote && styles.isNote)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onPaste={(event) => take(event, event.clipboardData)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer)}
    >
      <Row align="stretch">
        <Segmented
          label={t.mode}
          value={mode}
          options={[
            ["reply", t.reply],
            ["note", t.note],
          ]}
          onChange={(chosen) => {
            setDraft(session, id, { mode: chosen });
            box.current?.focus();
          }}
        />
      </Row>
      {!isNote && refusal && (
        <RefusalNote refusal={refusal} platform={platform} name={name}>
          {refusal === "window_closed" && hasTemplates && (
            <Button size="small" icon={<LayoutTemplate />} onClick={() => setPicking(true)}>
              {t.template}
            </Button>
          )}
        </RefusalNote>
      )}
      {isBoxShown && (
        <>
          <TextBox
            ref={box}
            conversation={conversation}
            label={isNote ? t.noteLabel : t.message(name)}
            hint={isNote ? t.noteHint : t.messageHint}
            text={text}
            isNote={isNote}
            onText={setText}
            onSubmit={submit}
          />
          {!isNote && quote && (
            <QuoteChip text={quote.text} onRemove={() => setDraft(session, id, { quote: null })} />
          )}
          {!isNote && <MessagePreview preview={preview} text={text} />}
          {!isNote && attachment && <AttachmentChip attachment={attachment} onRemove={detach} />}
          {isRecording && !isNote ? (
            <Suspense>
              <VoiceNote
                onFile={(file) => void attach(file, true)}
                onClose={() => setRecording(false)}
              />
            </Suspense>
          ) : (
            <Tools
              conversation={conversation}
              isNote={isNote}
              isReady={isReady}
              mayAsk={known === null}
              text={text}
              box={box}
              onText={setText}
              onFile={(file) => void attach(file)}
              onRecord={() => setRecording(true)}
              onTemplate={hasTemplates ? () => setPicking(true) : undefined}
            />
          )}
        </>
      )}
      {isPicking && (
        <Suspense>
          <TemplatePicker
            conversation={conversation}
            channelId={channel_id}
            onClose={() => setPicking(false)}
            onSend={(body, shown) => {
              setPicking(false);
              out("message", body, shown);
            }}
          />
        </Suspense>
      )}
    </form>
  );
}
