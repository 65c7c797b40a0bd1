import type { Source } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, Dot, type Tone } from "#console/ui/badge";
import { Note } from "#console/ui/states";
import { type Light, lightOf } from "./lights";
import { texts } from "./texts";

const TONES: Record<Light, Tone> = {
  paused: "amber",
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

/** Says what is wrong with a source, and what to do. */
export function LightNote({ source }: { source: Source }) {
  const t = useTexts(texts);
  const format = useFormat();
  const light = lightOf(source);
  if (light === "paused") return <Note tone="amber">{t.pausedAbout}</Note>;
  if (light !== "rejecting" || source.rejected_at === null) return null;
  const count = format.number(source.rejected_count);
  return (
    <Note tone="red">
      <p>
        <strong>{t.lights.rejecting}.</strong>{" "}
        {t.rejected(count, source.rejected_count, format.relative(source.rejected_at))}
      </p>
      <p>{t.rejectedFix}</p>
    </Note>
  );
}
