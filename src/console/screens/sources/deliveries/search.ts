import type { SourceDeliveryStatus } from "#client";
import { oneOf } from "#console/data/one-of";

/** The deliveries that are shown, as the address says. */
export type DeliveriesSearch = {
  status?: SourceDeliveryStatus;
  /** The delivery that is open. */
  delivery?: number;
};

/** An address as it was typed. The screen reads it by `searchOf`. */
export type DeliveriesAddress = { [Name in keyof DeliveriesSearch]?: unknown };

export function searchOf(
  { status, delivery }: DeliveriesAddress,
  statuses: Record<SourceDeliveryStatus, unknown>,
): DeliveriesSearch {
  const known = oneOf(status, statuses);
  return {
    ...(known && { status: known }),
    ...(Number.isSafeInteger(delivery) && { delivery: Number(delivery) }),
  };
}
