import { Paperclip, SendHorizontal, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import styles from "./phone.module.css";
import { texts } from "./texts";

/** The lead's text box. Enter sends. */
export function Composer({
  name,
  quoted,
  onStopQuoting,
  onSend,
  onFile,
  isUploading,
  menu,
}: {
  name: string;
  /** The text of the message that is answered. */
  quoted: string | null;
  onStopQuoting: () => void;
  onSend: (text: string) => void;
  onFile: (file: File) => void;
  isUploading: boolean;
  /** Of all else that can be sent. */
  menu: ReactNode;
}) {
  const t = useTexts(texts);
  const [text, setText] = useState("");
  const file = useRef<HTMLInputElement>(null);

  function send() {
    if (!text.trim()) return;
    onSend(text.trim());
    setText("");
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onStopQuoting();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {quoted !== null && (
        <Row gap={2} className={styles.quoting}>
          <Clip as="p" className={styles.quoted} dir="auto">
            {t.quoting(quoted)}
          </Clip>
          <IconButton size="small" label={t.stopQuoting} icon={<X />} onClick={onStopQuoting} />
        </Row>
      )}
      <input
        ref={file}
        type="file"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onFile(chosen);
          target.value = "";
        }}
      />
      {menu}
      <IconButton
        label={t.attach}
        icon={<Paperclip />}
        isBusy={isUploading}
        onClick={() => file.current?.click()}
      />
      <textarea
        className={styles.input}
        rows={1}
        aria-label={t.message}
        placeholder={t.placeholder(name)}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        type="submit"
        kind="primary"
        className={styles.send}
        label={t.send}
        icon={<SendHorizontal />}
        disabled={!text.trim()}
      />
    </form>
  );
}
