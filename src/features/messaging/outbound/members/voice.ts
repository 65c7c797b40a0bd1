import { platforms, platformTraits } from "#domain/platforms";
import { boolean } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { defineMember } from "./member";

const withVoice = platforms.filter((platform) => platformTraits[platform].hasVoiceNotes);

export const voice = defineMember({
  input: boolean()
    .nullish()
    .describe(
      "For the type `audio`, on WhatsApp: it is shown as a voice note. The file must be OGG with " +
        "Opus. Up to 512 kB it plays at once, larger ones are downloaded first.",
    ),
  read: (isVoice) => isVoice,
  rewrite: (isVoice) => isVoice,
  faults: (isVoice, platform): Faults =>
    isVoice && !platformTraits[platform].hasVoiceNotes
      ? { voice: validationMessages.onlyWith("platform", withVoice.join(", ")) }
      : {},
});
