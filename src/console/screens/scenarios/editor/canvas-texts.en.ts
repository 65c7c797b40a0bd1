export default {
  layOut: "Tidy up",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all",
  minimap: "Overview of the graph",
  canvasLabel: "Graph of the scenario",
  edge: (from: string, to: string) => `From “${from}” to “${to}”`,
  insert: "Insert a step",
  addBy: (handle: string) => `${handle}: add the next step`,
  canvas: {
    "node.a11yDescription.default": "Press Enter to select a step, Delete to remove it.",
    "node.a11yDescription.keyboardDisabled":
      "Press Enter to select a step, Tab to come to its outputs. The arrow keys move it. Delete " +
      "removes it.",
    "edge.a11yDescription.default":
      "Press Enter to select an edge, + to insert a step, Delete to remove it.",
    "controls.ariaLabel": "Canvas",
    "minimap.ariaLabel": "Overview of the graph",
    "handle.ariaLabel": "Handle",
  },
};
