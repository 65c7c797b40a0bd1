/** What the canvas and its controls say, also to those who do not see it. */
export const canvasTexts = {
  en: {
    layOut: "Tidy up",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    fit: "Show all",
    minimap: "Overview of the graph",
    canvasLabel: "Graph of the scenario",
    edge: (from: string, to: string) => `From “${from}” to “${to}”`,
    canvas: {
      "node.a11yDescription.default": "Press Enter to select a step, Delete to remove it.",
      "node.a11yDescription.keyboardDisabled":
        "Press Enter to select a step. The arrow keys move it. Delete removes it.",
      "edge.a11yDescription.default": "Press Enter to select an edge, Delete to remove it.",
      "controls.ariaLabel": "Canvas",
      "minimap.ariaLabel": "Overview of the graph",
      "handle.ariaLabel": "Handle",
    },
  },
  fr: {
    layOut: "Ranger",
    zoomIn: "Agrandir",
    zoomOut: "Réduire",
    fit: "Tout afficher",
    minimap: "Vue d’ensemble du graphe",
    canvasLabel: "Graphe du scénario",
    edge: (from: string, to: string) => `De « ${from} » à « ${to} »`,
    canvas: {
      "node.a11yDescription.default": "Entrée sélectionne une étape, Suppr la retire.",
      "node.a11yDescription.keyboardDisabled":
        "Entrée sélectionne une étape. Les flèches la déplacent. Suppr la retire.",
      "edge.a11yDescription.default": "Entrée sélectionne une liaison, Suppr la retire.",
      "controls.ariaLabel": "Plan de travail",
      "minimap.ariaLabel": "Vue d’ensemble du graphe",
      "handle.ariaLabel": "Point de liaison",
    },
  },
};
