import { useQuery } from "@tanstack/react-query";
import {
  type Client,
  getSourceDelivery,
  listSourceDeliveries,
  type SourceDeliveryStatus,
} from "#client";
import { useList } from "#console/data/lists";
import { useClient, useMay } from "#console/session/session";

export const deliveriesKey = (source: number) => ["source-deliveries", source];

/** No event tells of deliveries. */
const POLL_MS = 5_000;

/** The statuses that wait for somebody: they are replayed once what was wrong is mended. */
export const STUCK = ["invalid", "conflict", "failed"] as const satisfies SourceDeliveryStatus[];
export type Stuck = (typeof STUCK)[number];

export const isStuck = (status: SourceDeliveryStatus): status is Stuck =>
  STUCK.some((one) => one === status);

export const useDeliveries = (source: number, status?: SourceDeliveryStatus) =>
  useList(
    [...deliveriesKey(source), "list", status ?? null],
    (client, page, signal) =>
      listSourceDeliveries({
        client,
        path: { source },
        query: { ...page, per_page: 25, ...(status && { status }) },
        signal,
      }),
    { refetchInterval: POLL_MS },
  );

export function useDelivery(source: number, delivery: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(source), delivery],
    queryFn: async ({ signal }) =>
      (await getSourceDelivery({ client, path: { source, delivery }, signal })).data,
    refetchInterval: POLL_MS,
  });
}

const MOST = 25;
const STALE_MS = 30_000;

async function countStuck(client: Client, source: number, signal: AbortSignal) {
  const pages = await Promise.all(
    STUCK.map((status) =>
      listSourceDeliveries({ client, path: { source }, query: { status, per_page: MOST }, signal }),
    ),
  );
  return {
    count: pages.reduce((sum, { data }) => sum + data.length, 0),
    isMore: pages.some(({ meta }) => meta.next_cursor !== null),
  };
}

/** The deliveries that wait for somebody, for those who may read them. */
export function useStuck(source: number) {
  const client = useClient();
  const mayRead = useMay("leads:read");
  return useQuery({
    queryKey: [...deliveriesKey(source), "stuck"],
    queryFn: ({ signal }) => countStuck(client, source, signal),
    enabled: mayRead,
    staleTime: STALE_MS,
  });
}
