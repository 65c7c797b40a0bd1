import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/batch";
import type { PauseOrigin } from "#domain/pauses";
import type { Writer } from "#env";
import { pauseChannels } from "../channels/pause";
import { pausedTooLong } from "../channels/pause-tries";
import { stopChannels } from "../channels/stop";
import type { RefusedMessage } from "./effects";

type Origin = { origin: PauseOrigin; at: number };

/**
 * Pauses channels, for each reason in the words of the first message that gives it; stops them
 * where the pause is old. `selectIds` selects the ids of the messages with these keys; without any,
 * the statements do nothing.
 */
export function pauseStatements<Key>(
  writer: Writer,
  channelId: number,
  refused: RefusedMessage<Key>[],
  { origin, at }: Origin,
  selectIds: (keys: Key[]) => SQL,
): Statement[] {
  const byReason = Object.groupBy(
    refused.flatMap(({ key, effects, detail }) =>
      effects.pause ? [{ key, reason: effects.pause, detail }] : [],
    ),
    ({ reason }) => reason,
  );
  return Object.values(byReason).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { reason, detail } = first;
    const ids = selectIds(group.map(({ key }) => key));
    return [
      ...stopChannels(writer, pausedTooLong(channelId, ids, at), reason, detail),
      pauseChannels(writer, channelId, { reason, origin, detail, at }, ids),
    ];
  });
}
