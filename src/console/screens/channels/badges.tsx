import type { Channel } from "#client";
import { platformRow } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { Badge, Dot, Sign } from "#console/ui/badge";
import { checkStateOf } from "./check";
import { texts } from "./texts";

/** The sign of a platform. Its name stands beside it. */
export const PlatformSign = ({ platform }: Pick<Channel, "platform">) => {
  const { sign, tone } = platformRow(platform);
  return <Sign Icon={sign} tone={tone} size="2.5rem" iconSize="1.25rem" />;
};

export function StateBadge({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const { status, stop_reason: reason } = channel;
  const check = checkStateOf(channel);
  if (channel.pause) return <Badge tone="amber">{t.pauseReasons[channel.pause.reason]}</Badge>;
  if (status === "active" && (check === "failed" || check === "unchecked"))
    return check === "failed" ? (
      <Badge tone="red">{t.failed}</Badge>
    ) : (
      <Badge tone="amber">{t.unchecked}</Badge>
    );
  if (status === "active")
    return (
      <Badge tone="green" icon={<Dot color="var(--green)" />}>
        {t.active}
      </Badge>
    );
  return (
    <Badge tone={reason === "by_request" ? "amber" : "red"}>
      {t.stopReasons[reason ?? "by_request"]}
    </Badge>
  );
}

const TONES = { green: "green", yellow: "amber", red: "red" } as const;

export function QualityBadge({ quality }: { quality: NonNullable<Channel["quality"]> }) {
  const t = useTexts(texts);
  return <Badge tone={TONES[quality]}>{t.qualities[quality]}</Badge>;
}
