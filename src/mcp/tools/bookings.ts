import type { Tool } from "./tool";

export const bookingTools: Tool[] = [
  {
    name: "list_bookings",
    title: "Find bookings",
    description: "Leads' appointments that match all filters.",
    operations: ["listBookings"],
    input: [
      ...["lead_id", "source_id", "state", "host", "starts_from", "starts_to", "order"],
      ...["per_page", "cursor"],
    ],
  },
];
