import type { Booking } from "#client";

export default {
  bookingStates: {
    booked: "Booked",
    moved: "Moved",
    cancelled: "Cancelled",
    no_show: "No-show",
    held: "Held",
  } satisfies Record<Booking["state"], string>,
};
