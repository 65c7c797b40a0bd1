import type { Like } from "../texts/catalogue";
import type en from "./bookings.en";

export default {
  bookingStates: {
    booked: "Pris",
    moved: "Déplacé",
    cancelled: "Annulé",
    no_show: "Absent",
    held: "Honoré",
  },
} satisfies Like<typeof en>;
