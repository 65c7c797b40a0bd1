export const panelNames = ["simulate", "statistics", "versions", "runs"] as const;

/** The panels that can be open beside the canvas of the editor. */
export type PanelName = (typeof panelNames)[number];

export const isPanelName = (name: unknown): name is PanelName =>
  panelNames.some((panel) => panel === name);

/**
 * In the address: the `panel` that is open beside the canvas, and the `run` that it shows; or the
 * trigger whose `head` is chosen.
 */
export type EditorSearch = {
  panel?: PanelName | undefined;
  run?: number | undefined;
  head?: string | undefined;
};
