import { warningRow } from "#features/messaging/warnings";

/** The warnings about bookings. */
export const bookingRows = {
  unknown_source: warningRow(
    "the workspace has no such source",
    ["ref"],
    ({ ref }) => `The workspace has no source with the id ${ref}: choose one that it has.`,
  ),
  booking_not_certain: warningRow(
    "on some path the run has no booking, which a placeholder without a default or a delay needs",
    [],
    (_, path) =>
      `On some path the run has no booking, which ${path} needs: begin with a trigger of ` +
      "bookings, wait for a booking first, ask for has_booking, or give the placeholder a default.",
  ),
};
