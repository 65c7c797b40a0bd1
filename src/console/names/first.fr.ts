import type { Like } from "../texts/catalogue";
import type en from "./first.en";

export default {
  stages: {
    new: "Nouveau",
    contacted: "Contacté",
    engaged: "Engagé",
    qualified: "Qualifié",
    call_booked: "Appel planifié",
    won: "Gagné",
    lost: "Perdu",
  },
  platforms: { whatsapp: "WhatsApp", instagram: "Instagram" },
} satisfies Like<typeof en>;
