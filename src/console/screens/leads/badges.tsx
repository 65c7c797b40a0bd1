import { Ban, Flame, MegaphoneOff, Snowflake, Thermometer } from "lucide-react";
import type { Lead, PipelineStage, Tag, Warmth } from "#client";
import { Badge, type Tone } from "#console/ui/badge";
import { useValues } from "./use-values";

const STAGE_TONES: Record<PipelineStage, Tone> = {
  new: "blue",
  contacted: "plain",
  engaged: "accent",
  qualified: "purple",
  call_booked: "amber",
  won: "green",
  lost: "red",
};

export function StageBadge({ stage }: { stage: PipelineStage | null }) {
  const { textOf } = useValues();
  return stage && <Badge tone={STAGE_TONES[stage]}>{textOf("pipeline_stage", stage)}</Badge>;
}

const WARMTHS = {
  cold: { tone: "blue", Icon: Snowflake },
  warm: { tone: "amber", Icon: Thermometer },
  hot: { tone: "red", Icon: Flame },
} as const;

export function WarmthBadge({ warmth }: { warmth: Warmth | null }) {
  const { textOf } = useValues();
  if (!warmth) return null;
  const { tone, Icon } = WARMTHS[warmth];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {textOf("warmth", warmth)}
    </Badge>
  );
}

/** The scopes that a lead has opted out of, each as a badge. */
export function OptedOutBadges({
  lead: { is_optout, is_marketing_optout },
}: {
  lead: Pick<Lead, "is_optout" | "is_marketing_optout">;
}) {
  const { fields } = useValues();
  return (
    <>
      {is_optout && (
        <Badge tone="red" icon={<Ban aria-hidden="true" />}>
          {fields.is_optout}
        </Badge>
      )}
      {is_marketing_optout && (
        <Badge tone="amber" icon={<MegaphoneOff aria-hidden="true" />}>
          {fields.is_marketing_optout}
        </Badge>
      )}
    </>
  );
}

/** As many tags as there is room for in a row, and how many more there are. */
export const TagBadges = ({ tags, most = 2 }: { tags: readonly Tag[]; most?: number }) => (
  <>
    {tags.slice(0, most).map(({ id, label }) => (
      <Badge key={id}>
        <bdi>{label}</bdi>
      </Badge>
    ))}
    {tags.length > most && <Badge>+{tags.length - most}</Badge>}
  </>
);
