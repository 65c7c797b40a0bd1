import { LAST_MS, parseTimestamp } from "#lib/time";
import type { TemplateComponent } from "./template-component";

/** The place of a limited-time offer in a template, its component and its parameter. */
const OFFER = "limited_time_offer";

type Offer = { expires_at?: unknown; expiration_time_ms?: unknown };

const membersIn = (value: unknown): Offer =>
  typeof value === "object" && value !== null ? value : {};

/** The time in milliseconds at which an offer ends; null where it gives none that can be read. */
function endOf({ expires_at: at, expiration_time_ms: ms }: Offer): number | null {
  if (at != null) return typeof at === "string" ? parseTimestamp(at.trim()) : null;
  const given = typeof ms === "string" ? ms.trim() || null : ms;
  const end = typeof given === "object" ? Number.NaN : Number(given);
  return Number.isSafeInteger(end) && end > 0 && end <= LAST_MS ? end : null;
}

type Parameter = NonNullable<TemplateComponent["parameters"]>[number];

const isOffer = ({ type }: Parameter) => type.toLowerCase() === OFFER;

/** The offers of a message, each with its end and the field that gives it. */
export const offersIn = (components: TemplateComponent[]) =>
  components.flatMap(({ parameters = [] }, index) =>
    parameters.flatMap((parameter, place) => {
      if (!isOffer(parameter)) return [];
      const offer = membersIn(parameter[OFFER]);
      const isRaw = offer.expires_at == null && offer.expiration_time_ms != null;
      const name = isRaw ? "expiration_time_ms" : "expires_at";
      const field = `template.components.${index}.parameters.${place}.${OFFER}.${name}`;
      return [{ given: offer[name], end: endOf(offer), field }];
    }),
  );

/** The components with the ends of offers as WhatsApp takes them. */
export const withOfferEnds = (components: TemplateComponent[]): TemplateComponent[] =>
  components.map(({ parameters, ...component }) => ({
    ...component,
    ...(parameters && {
      parameters: parameters.map((parameter) => {
        const end = isOffer(parameter) ? endOf(membersIn(parameter[OFFER])) : null;
        return end === null ? parameter : { ...parameter, [OFFER]: { expiration_time_ms: end } };
      }),
    }),
  }));
