import { useState } from "react";
import type { Source } from "#client";
import { type Light, lightOf } from "#console/data/source-lights";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, Dot, type Tone } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { RotateSecret } from "./rotate";
import { texts } from "./texts";

const TONES: Record<Light, Tone> = {
  paused: "amber",
  disconnected: "red",
  rejecting: "red",
  receiving: "green",
  silent: "plain",
};

export function LightBadge({ source }: { source: Source }) {
  const { lights } = useTexts(texts);
  const light = lightOf(source);
  return (
    <Badge
      tone={TONES[light]}
      icon={light === "receiving" ? <Dot color="var(--green)" /> : undefined}
    >
      {lights[light]}
    </Badge>
  );
}

/** Gives a source another secret from where it is said that the one there is wrong. */
function NewSecret({ source }: { source: Source }) {
  const t = useTexts(texts);
  const mayWrite = useMay("sources:write");
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {t.rotateSecret}
      </Button>
      {isOpen && <RotateSecret source={source} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Rejecting({ source, at }: { source: Source; at: string }) {
  const t = useTexts(texts);
  const format = useFormat();
  const count = format.number(source.rejected_count);
  return (
    <Note tone="red">
      <Stack gap={2}>
        <p>
          <strong>{t.lights.rejecting}.</strong>{" "}
          {t.rejected(count, source.rejected_count, format.relative(at))} {t.rejectedFix}
        </p>
        <NewSecret source={source} />
      </Stack>
    </Note>
  );
}

/** Says what is wrong with a source, and what to do. */
export function LightNote({ source }: { source: Source }) {
  const t = useTexts(texts);
  const { rejected_at: at } = source;
  const light = lightOf(source);
  if (light === "paused") return <Note tone="amber">{t.pausedAbout}</Note>;
  if (light === "disconnected")
    return (
      <Note tone="red">
        <strong>{t.lights.disconnected}.</strong> {t.disconnectedFix}
      </Note>
    );
  return light === "rejecting" && at && <Rejecting source={source} at={at} />;
}
