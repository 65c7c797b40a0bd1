import {
  type SourceKind,
  type SourcePresetName,
  sourceKindNames,
  sourceKinds,
} from "#domain/sources";
import { kinds } from "../kinds/registry";
import { defaultSettings, type SourceSettings } from "../settings";
import { calCom } from "./cal-com";
import { tally, typeform } from "./forms";
import { hubspot } from "./hubspot";
import { type Preset, preset } from "./preset";
import { shopifyCustomer, shopifyOrder, stripeCheckout } from "./shops";

const STEPS: Record<SourceKind, string[]> = {
  webhook: ["Have the other service send JSON, or a form, to the inbound URL by POST."],
  calendly: [
    "In Calendly, open Integrations, then API and webhooks, and create a personal access token.",
    "Paste the token here: the subscription is made with it.",
    "For {{lead_ref}}, add ?utm_content={{lead_ref}} to the booking link.",
  ],
  iclosed: [
    "In iClosed, open Settings, then Developer, and choose a webhook.",
    "Paste the inbound URL, and choose a trigger. Add one webhook for each trigger.",
    "Triggers: contact created, call booked, call rescheduled, call cancelled, outcome added.",
    "For {{lead_ref}}, add ?utm_content={{lead_ref}} to the link of the scheduler.",
  ],
  form: ["Copy the snippet into the page, and name the page's origin here."],
};

/** The presets of kinds: each source of the kind begins so. */
const ofKinds = sourceKindNames.map((kind) =>
  preset({
    ...{ name: kind, label: sourceKinds[kind].label, steps: STEPS[kind] },
    ...{ verification: kinds[kind].verification, mapping: kinds[kind].mapping },
  }),
);

/** All presets: of the kinds, and of services that send webhooks. */
export const presets: Preset[] = [
  ...ofKinds,
  ...[typeform, tally, shopifyCustomer, shopifyOrder, stripeCheckout, calCom, hubspot],
];

/** The settings that a source of a kind begins with: its own, or those of a preset. */
export function firstSettings(
  kind: SourceKind,
  name: SourcePresetName | null | undefined,
): SourceSettings {
  const [own, preset] = [defaultSettings(kind), presets.find((one) => one.name === name)];
  if (!preset) return own;
  const { verification, mapping, items, dedupe } = preset;
  return { ...own, ...{ preset: preset.name, verification, mapping, items, dedupe } };
}
