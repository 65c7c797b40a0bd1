import { skipToken, useQuery } from "@tanstack/react-query";
import type { Channel, CheckedChannelFault } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { texts } from "./texts";

const NONE: readonly CheckedChannelFault[] = [];

/** The faults of a channel's last check are those of its settings at that time. */
export const faultsKey = ({ id, updated_at }: Channel) => ["channel-faults", id, updated_at];

/** The faults that the last check has found, for as long as the session lasts. */
export function useCheckFaults(channel: Channel) {
  const { data = NONE } = useQuery<readonly CheckedChannelFault[]>({
    queryKey: faultsKey(channel),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** The faults of a channel: each with what there is to do, and what Meta has said. */
export function CheckFaults({ faults }: { faults: readonly CheckedChannelFault[] }) {
  const t = useTexts(texts);
  return (
    <Stack as="ul" gap={3}>
      {faults.map(({ about, detail }) => (
        <li key={`${about} ${detail}`}>
          <p>
            <strong>{t.faults[about]}.</strong> {t.faultFixes[about]}
          </p>
          <p>{t.platformSays(detail)}</p>
        </li>
      ))}
    </Stack>
  );
}
