import type { Source } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, Dot, type Tone } from "#console/ui/badge";
import { Note } from "#console/ui/states";
import { texts } from "./texts";

const DAY_MS = 86_400_000;

export type Light = "paused" | "rejecting" | "receiving" | "silent";

const msOf = (at: string | null) => (at === null ? 0 : Date.parse(at));

/** The light of a source, by what came last. */
export function lightOf({
  is_active: isActive,
  received_at,
  rejected_at,
}: Pick<Source, "is_active" | "received_at" | "rejected_at">): Light {
  if (!isActive) return "paused";
  const [received, rejected] = [msOf(received_at), msOf(rejected_at)];
  if (rejected > received && rejected > Date.now() - DAY_MS) return "rejecting";
  return received > 0 ? "receiving" : "silent";
}

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
