import { Check, Mic, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button, IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { toast } from "#console/ui/toasts";
import styles from "./composer.module.css";
import { type Recording, record } from "./recorder";
import { texts } from "./texts";

const MAX_SECONDS = 300;

/** Records from when it is shown, until it is finished or the longest time is over. */
export default function VoiceNote({
  onFile,
  onClose,
}: {
  onFile: (file: File) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const begun = useRef<Promise<Recording>>(null);
  const [seconds, setSeconds] = useState(0);

  async function finish() {
    const file = await (await begun.current)?.finish();
    if (file) onFile(file);
    onClose();
  }

  useEffect(() => {
    const recording = record();
    begun.current = recording;
    let timer: ReturnType<typeof setInterval> | undefined;
    recording.then(
      () => {
        timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
      },
      () => {
        toast(t.voice.refused);
        onClose();
      },
    );
    return () => {
      clearInterval(timer);
      recording.then(({ cancel }) => cancel()).catch(() => {});
    };
  }, []);

  useEffect(() => {
    if (seconds >= MAX_SECONDS) void finish();
  }, [seconds]);

  return (
    <Row gap={2} className={styles.voice}>
      <Mic size="1rem" aria-hidden="true" />
      <span role="timer" aria-label={t.voice.recording}>
        {format.duration(seconds)}
      </span>
      <IconButton label={t.voice.cancel} size="small" icon={<X />} onClick={onClose} />
      <Button
        kind="primary"
        size="small"
        className={styles.send}
        icon={<Check />}
        onClick={() => void finish()}
      >
        {t.voice.finish}
      </Button>
    </Row>
  );
}
