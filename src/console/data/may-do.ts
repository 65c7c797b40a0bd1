import { useMay } from "../session/session";

// Actions that take several abilities.

/** Enrols leads in a scenario, which is chosen by its name. */
export const useMayEnrol = () =>
  [useMay("scenarios:read"), useMay("scenarios:write"), useMay("leads:write")].every(Boolean);

/** Shows what a lead would get of a message. */
export const useMayPreview = () =>
  [useMay("conversations:write"), useMay("leads:read")].every(Boolean);

/** Plays a lead in the chat of a sandbox, with answers. */
export const useMayPlay = () =>
  [useMay("conversations:read"), useMay("conversations:write")].every(Boolean);
