import {
  CalendarCheck,
  CalendarClock,
  CalendarHeart,
  ClipboardList,
  ClipboardPen,
  CreditCard,
  type LucideIcon,
  Network,
  ShoppingBag,
  Webhook,
} from "lucide-react";
import type { SourcePreset, SourcePresetName } from "#client";
import type { Tone } from "#console/ui/badge";

export type Group = "bookings" | "forms" | "shops" | "others";

type Row = readonly [Group, LucideIcon, Tone];

type Name = SourcePresetName;

/** The presets, in the order in which they are offered. */
const PRESETS: Record<Name, Row> = {
  calendly: ["bookings", CalendarCheck, "blue"],
  iclosed: ["bookings", CalendarHeart, "green"],
  cal_com: ["bookings", CalendarClock, "plain"],
  form: ["forms", ClipboardList, "accent"],
  typeform: ["forms", ClipboardPen, "plain"],
  tally: ["forms", ClipboardPen, "blue"],
  shopify_customer: ["shops", ShoppingBag, "green"],
  shopify_order: ["shops", ShoppingBag, "amber"],
  stripe_checkout: ["shops", CreditCard, "purple"],
  hubspot_workflow: ["others", Network, "amber"],
  webhook: ["others", Webhook, "purple"],
};

export const GROUPS: readonly Group[] = ["bookings", "forms", "shops", "others"];

export const rowOf = (name: Name): Row => PRESETS[name];

const ORDER = Object.keys(PRESETS);
export const placeOf = ({ name }: SourcePreset) => ORDER.indexOf(name);

/** The end of a link by which `{{lead_ref}}` reaches a service, which sends it back. */
const REFERENCES: Partial<Record<Name, string>> = {
  calendly: "?utm_content={{lead_ref}}",
  iclosed: "?utm_content={{lead_ref}}",
  cal_com: "?metadata[lead_ref]={{lead_ref}}",
  typeform: "#utm_content={{lead_ref}}",
  tally: "?utm_content={{lead_ref}}",
  stripe_checkout: "?client_reference_id={{lead_ref}}",
};
export const referenceOf = (name: Name) => REFERENCES[name];

/** The chapters of the guides that say more. */
const GUIDES: Partial<Record<Name, string>> = {
  calendly: "/docs/sources#calendly",
  iclosed: "/docs/sources#iclosed",
  form: "/docs/forms#put-it-into-a-page",
};
export const guideOf = (name: Name) => GUIDES[name] ?? "/docs/sources#other-services";
