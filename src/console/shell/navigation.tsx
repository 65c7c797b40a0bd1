import {
  Activity,
  ChartNoAxesCombined,
  Code,
  House,
  Inbox,
  Link2,
  type LucideIcon,
  RadioTower,
  Settings,
  ShieldCheck,
  Users,
  Workflow,
} from "lucide-react";
import { may, type Session } from "../session/session";
import type texts from "./texts.en";

type Ability = Parameters<typeof may>[1];
type Name = {
  [Key in keyof typeof texts]: (typeof texts)[Key] extends string ? Key : never;
}[keyof typeof texts];

export type Place = { to: string; name: Name; Icon: LucideIcon; abilities: Ability[] };

const OF_A_WORKSPACE: Place[] = [
  { to: "/", name: "home", Icon: House, abilities: [] },
  { to: "/inbox", name: "inbox", Icon: Inbox, abilities: ["conversations:read"] },
  { to: "/scenarios", name: "scenarios", Icon: Workflow, abilities: ["scenarios:read"] },
  { to: "/leads", name: "leads", Icon: Users, abilities: ["leads:read"] },
  { to: "/links", name: "links", Icon: Link2, abilities: ["short-links:read"] },
  { to: "/channels", name: "channels", Icon: RadioTower, abilities: ["channels:read"] },
  {
    to: "/developers",
    name: "developers",
    Icon: Code,
    abilities: ["tokens:read", "webhooks:read", "events:read", "audit:read", "usage:read"],
  },
  { to: "/privacy", name: "privacy", Icon: ShieldCheck, abilities: ["leads:read"] },
  {
    to: "/settings",
    name: "settings",
    Icon: Settings,
    abilities: ["settings:read", "tags:read", "conversations:read", "leads:read"],
  },
];

const OF_THE_OPERATOR: Place[] = [
  { to: "/workspaces", name: "workspaces", Icon: ChartNoAxesCombined, abilities: [] },
  { to: "/health", name: "health", Icon: Activity, abilities: [] },
];

/** The screens that a session may open: one of a screen's abilities is enough. */
export const placesOf = (session: Session) =>
  session.kind === "operator"
    ? OF_THE_OPERATOR
    : OF_A_WORKSPACE.filter(
        ({ abilities }) =>
          abilities.length === 0 || abilities.some((ability) => may(session, ability)),
      );

const isAt = (path: string, to: string) =>
  to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);

/** Parts of screens that need an ability more. */
const WITHIN: Pick<Place, "to" | "abilities">[] = [
  { to: "/leads/import", abilities: ["imports:read"] },
  { to: "/leads/bookings", abilities: ["bookings:read"] },
  { to: "/channels/sources", abilities: ["sources:read"] },
  { to: "/privacy/retention", abilities: ["settings:read"] },
];

/** The place at a path that the session may not open. Undefined also where there is no screen. */
export const closedPlace = (session: Session, path: string) => {
  const open: readonly Place[] = placesOf(session);
  const screen = [...OF_A_WORKSPACE, ...OF_THE_OPERATOR].find(({ to }) => isAt(path, to));
  if (screen && !open.includes(screen)) return screen;
  return WITHIN.find(
    ({ to, abilities }) => isAt(path, to) && !abilities.some((ability) => may(session, ability)),
  );
};
