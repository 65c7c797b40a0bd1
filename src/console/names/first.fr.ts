import type { Like } from "../texts/catalogue";
import type en from "./first.en";
import { platformNames } from "./platform-names";

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
  platforms: platformNames,
} satisfies Like<typeof en>;
