import { compile, type Graph } from "#features/automation/scenarios/compile";
import type { SavedGraph } from "./claim";

/** The most JSON of all cached graphs. */
const MAX_CHARACTERS = 8_000_000;

/** Compiled graphs by `scenario:version`. A version never changes, so an entry is never stale. */
export class GraphCache {
  readonly #graphs = new Map<string, Graph>();
  #characters = 0;

  get(key: string) {
    return this.#graphs.get(key);
  }

  keys() {
    return [...this.#graphs.keys()];
  }

  /** Empties the cache first where it would grow too large. */
  add(graphs: SavedGraph[]) {
    const characters = graphs.reduce((sum, graph) => sum + graph.characters, 0);
    if (this.#characters + characters > MAX_CHARACTERS) {
      this.#graphs.clear();
      this.#characters = 0;
    }
    this.#characters += characters;
    for (const { key, nodes, edges } of graphs) this.#graphs.set(key, compile(nodes, edges));
  }
}
