import type { TemplateRefusal } from "#domain/failure-reasons";
import {
  fateOf,
  type TemplateCategory,
  type TemplateComponent,
  type TemplateStatus,
} from "#domain/templates";
import { iso } from "#lib/time";
import type { Content } from "../outbound/members/all";
import { offersIn } from "../outbound/members/offer";
import { isButton } from "../outbound/members/template-component";
import { type RowParams, templateWarnings, type WarningParams, warningsOf } from "../warnings";
import { ownParametersOf } from "./parameters";
import { cardsOf, componentOf, textIn } from "./parts";
import type { TemplatePlaceholder } from "./schema";
import { unsupportedIn } from "./unsupported";

/** A template of a channel. */
export type KnownTemplate = {
  name: string;
  language: string;
  category: TemplateCategory | null;
  status: TemplateStatus;
  components: TemplateComponent[] | null;
};

/** A message's template. */
export type AskedTemplate = NonNullable<Content["template"]>;

type Rows = typeof templateWarnings;

/**
 * The reason for which WhatsApp would refuse a template, or soon may, or for which the service
 * does not send it. `refusal` is that of the message; null where WhatsApp is asked nevertheless.
 * `field` is in the message.
 */
export type TemplateFault = {
  code: keyof Rows;
  params: WarningParams;
  message: string;
  field: string;
  refusal: TemplateRefusal | null;
};

const warn = warningsOf(templateWarnings);

const faultOf = <Code extends keyof Rows>(
  code: Code,
  params: RowParams<Rows[Code]>,
  field: string,
  refusal: TemplateRefusal | null = null,
): TemplateFault => ({ ...warn(code, params, field), field, refusal });

/**
 * The fault of a message's template at a time, by the templates of this name in its channel;
 * undefined where none of these are known.
 */
export function templateFault(
  known: KnownTemplate[] | undefined,
  asked: AskedTemplate,
  now: number,
): TemplateFault | undefined {
  return offerFault(asked, now) ?? (known && knownFault(known, asked));
}

function offerFault({ name, components }: AskedTemplate, now: number) {
  const over = offersIn(components).find(({ end }) => end !== null && end <= now);
  if (!over) return undefined;
  const params = { template: name, until: iso(over.end ?? now) };
  return faultOf("offer_expired", params, over.field, "offer_expired");
}

function knownFault(known: KnownTemplate[], asked: AskedTemplate): TemplateFault | undefined {
  const named = known.filter(({ name }) => name === asked.name);
  const found = named.find(({ language }) => language === asked.language);
  if (!found) return unknownTemplate(named, asked);
  const { name, status, components } = found;
  const [fate, unsupported] = [fateOf(status), unsupportedIn(components)];
  const at = "template.name";
  if (unsupported.length > 0) {
    const params = { template: name, names: unsupported };
    return faultOf("template_unsupported", params, at, "template_unsupported");
  }
  if (fate !== "sent") {
    const refusal = fate === "refused" ? "template_refused" : null;
    return faultOf("template_not_approved", { template: name, status }, at, refusal);
  }
  return (
    (components ? parameterFault(components, asked) : undefined) ??
    (status === "flagged" ? faultOf("template_flagged", { template: name }, at) : undefined)
  );
}

function unknownTemplate(named: KnownTemplate[], { name, language }: AskedTemplate): TemplateFault {
  const choices = named.map((one) => one.language);
  const field = choices.length > 0 ? "template.language" : "template.name";
  return faultOf("unknown_template", { template: name, language, choices }, field);
}

type Asked = AskedTemplate["components"];

/** The components of a template or of a card: those that it asks for, and those of the message. */
type Part = { wanted: TemplatePlaceholder[]; given: Asked; field: string; card?: number };

const wrong = (params: RowParams<Rows["template_parameters"]>, field: string) =>
  faultOf("template_parameters", params, field, "template_refused");

const textOf = ({ parameter_name: name }: Record<string, unknown>) => textIn(name) ?? "";

const parameterFault = (components: TemplateComponent[], { components: given }: AskedTemplate) =>
  partFault({ wanted: ownParametersOf(components), given, field: "template.components" }) ??
  carouselFault(components, given);

const partFault = (part: Part): TemplateFault | undefined =>
  textFault("header", part) ?? textFault("body", part) ?? offerEndFault(part) ?? buttonFault(part);

/**
 * The fault of the cards. WhatsApp wants each card that the template has; templates of before may
 * show more than they have, which are then like the first.
 */
function carouselFault(components: TemplateComponent[], asked: Asked): TemplateFault | undefined {
  const cards = cardsOf(components);
  const index = asked.findIndex(({ type }) => type.toLowerCase() === "carousel");
  const given = asked[index]?.cards ?? [];
  if (componentOf(components, "CAROUSEL") && cards.length === 0) return undefined;
  const field = index < 0 ? "template.components" : `template.components.${index}.cards`;
  const places = new Set(given.map(({ card_index: card }) => card));
  const params = { why: "cards", expected: cards.length, given: places.size } as const;
  const isAll = cards.every((_, card) => places.has(card));
  if (!isAll || (cards.length === 0 && given.length > 0)) return wrong(params, field);
  for (const [place, { card_index: card, components: own }] of given.entries()) {
    const wanted = ownParametersOf(cards[card] ?? cards[0] ?? []);
    const at = `${field}.${place}.components`;
    const fault = partFault({ wanted, given: own, field: at, card });
    if (fault) return fault;
  }
  return places.size > cards.length ? faultOf("template_parameters", params, field) : undefined;
}

/** The fault of the header's or the body's parameters. */
function textFault(place: "header" | "body", part: Part): TemplateFault | undefined {
  const { card } = part;
  const wanted = part.wanted.filter((one) => one.place === place);
  const index = part.given.findIndex(({ type }) => type.toLowerCase() === place);
  const given = part.given[index]?.parameters ?? [];
  const field = index < 0 ? part.field : `${part.field}.${index}.parameters`;
  if (given.length !== wanted.length)
    return wrong(
      {
        ...{ why: "count", place, card },
        expected: wanted.length,
        given: given.length,
        names: wanted.map(({ name, kind }) => (kind === "text" ? name : kind)),
      },
      field,
    );
  const isNamed = wanted.some(({ name }) => !/^\d+$/.test(name));
  const missing = wanted.find(
    ({ name, kind }, place) =>
      (isNamed && !given.some((one) => textOf(one) === name)) ||
      (kind !== "text" && given[place]?.type !== kind),
  );
  if (!missing) return undefined;
  const { name, kind } = missing;
  return wrong({ why: "lacks", place, card, name, kind }, field);
}

/** The fault of an offer whose end the message does not give. */
function offerEndFault({ wanted, given, field }: Part): TemplateFault | undefined {
  const place = "limited_time_offer";
  const end = wanted.find((one) => one.place === place);
  const isGiven = given.some(
    ({ type, parameters }) => type.toLowerCase() === place && parameters?.[0]?.type === place,
  );
  if (!end || isGiven) return undefined;
  return wrong({ why: "lacks", place, name: end.name, kind: end.kind }, field);
}

/** The fault of the parameters of buttons. Those of quick replies are up to the message. */
function buttonFault({ wanted, given, field, card }: Part): TemplateFault | undefined {
  const ofButtons = wanted.filter(({ place }) => place === "button");
  const buttons = given
    .map((component, position) => ({ ...component, position }))
    .filter(({ type }) => type.toLowerCase() === "button");
  const isOf = (index: number | null) => (button: { index?: string }) =>
    Number(button.index ?? 0) === index;
  const lacking = ofButtons.find(({ index }) => !buttons.find(isOf(index))?.parameters?.length);
  if (lacking) {
    const { index, kind } = lacking;
    return wrong({ why: "button_lacks", place: "button", card, index: index ?? 0, kind }, field);
  }
  const extra = buttons.find(
    (button) => isButton(button, "url") && !ofButtons.some(({ index }) => isOf(index)(button)),
  );
  return (
    extra &&
    wrong(
      { ...{ why: "button_takes_none", place: "button", card }, index: Number(extra.index ?? 0) },
      `${field}.${extra.position}`,
    )
  );
}
