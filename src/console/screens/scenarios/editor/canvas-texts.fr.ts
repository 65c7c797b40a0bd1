import type { Like } from "#console/texts/catalogue";
import type en from "./canvas-texts.en";

export default {
  layOut: "Ranger",
  zoomIn: "Agrandir",
  zoomOut: "Réduire",
  fit: "Tout afficher",
  minimap: "Vue d’ensemble du graphe",
  canvasLabel: "Graphe du scénario",
  edge: (from: string, to: string) => `De « ${from} » à « ${to} »`,
  insert: "Insérer une étape",
  addBy: (handle: string) => `${handle} : ajouter l’étape suivante`,
  canvas: {
    "node.a11yDescription.default": "Entrée sélectionne une étape, Suppr la retire.",
    "node.a11yDescription.keyboardDisabled":
      "Entrée sélectionne une étape, Tab mène à ses sorties. Les flèches la déplacent. Suppr la " +
      "retire.",
    "edge.a11yDescription.default":
      "Entrée sélectionne une liaison, + y insère une étape, Suppr la retire.",
    "controls.ariaLabel": "Plan de travail",
    "minimap.ariaLabel": "Vue d’ensemble du graphe",
    "handle.ariaLabel": "Point de liaison",
  },
} satisfies Like<typeof en>;
