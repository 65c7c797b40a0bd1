import { isHeldBy } from "#domain/pauses";
import type { Platform } from "#domain/platforms";
import { iso } from "#lib/time";
import type { Known } from "../engine/nodes/definition";
import { definitionOf } from "../engine/nodes/registry";
import type { Graph } from "./compile";
import { warn } from "./warnings";

/** The most channels that are named. */
const MAX_NAMED = 10;

/** The channels that are paused and would keep messages of the graph. */
export function pauseWarnings({ nodes }: Graph, platform: Platform, { pauses }: Known) {
  if (pauses.length === 0) return [];
  // Nobody knows who has written by then: each may open a conversation.
  const sent = [...nodes.values()].flatMap((node) => {
    const sending = node.isValid && definitionOf(node).sends?.(node.data);
    if (!sending) return [];
    const { isTemplate, whenClosed } = sending;
    return [{ isTemplate: isTemplate || typeof whenClosed === "object", isStart: true }];
  });
  return pauses
    .filter((pause) => pause.platform === platform && sent.some((one) => isHeldBy(pause, one)))
    .slice(0, MAX_NAMED)
    .map(({ name, reason, until }) => warn("channel_paused", { name, reason, until: iso(until) }));
}
