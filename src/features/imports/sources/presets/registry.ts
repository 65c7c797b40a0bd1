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
import { linkStep, type Preset, preset } from "./preset";
import { shopifyCustomer, shopifyOrder, stripeCheckout } from "./shops";

const STEPS: Record<SourceKind, string[]> = {
  webhook: [
    "In the other service, add a webhook that posts JSON, or a form, to the inbound URL.",
    "Send a test. Then choose in the mapping what its values become.",
  ],
  calendly: [
    "In Calendly, open Integrations, then API and webhooks, and create a personal access token " +
      "with the scopes users:read, scheduled_events:read and webhooks:write.",
    "Paste it here: the connection is made with it.",
    linkStep("your booking page", "?utm_content={{lead_ref}}"),
  ],
  iclosed: [
    "In iClosed, open Settings, then Developer, and add a webhook.",
    "Paste the inbound URL, and choose a trigger. Add one webhook for each trigger.",
    "Triggers: contact created, call booked, call rescheduled, call cancelled, outcome added.",
    linkStep("your booking page", "?utm_content={{lead_ref}}"),
  ],
  form: [
    "Name the pages with the form here, and copy the code into them.",
    "Send the form once yourself: the lead is there within seconds.",
  ],
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
