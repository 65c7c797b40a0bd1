import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { wordFor } from "#console/texts/word-for";
import { type DrawnNode, labelOf, settingsOf, textOf } from "./drawn";
import { nodeTexts } from "./texts";

/** The names of nodes and handles for people, in the reader's language. */
export function useNodeNames(nodes: readonly DrawnNode[]) {
  const t = useTexts(nodeTexts);
  const { events, endReasons } = useTexts(nameTexts);
  const format = useFormat();
  const byId = new Map(nodes.map((node) => [node.id, node]));

  const typeOf = (type: string) => wordFor(t.types, type) ?? type;

  /** The words that distinguish a node from others of its type. */
  function about(node: DrawnNode): string | null {
    const { seconds, event } = settingsOf(node);
    if (typeof seconds === "number") return format.duration(seconds);
    if (typeof event === "string") return wordFor(events, event) ?? event;
    return textOf(node, "text") ?? textOf(node, "name") ?? textOf(node, "reason");
  }

  return {
    /** The author's name for it, else its type and its subject: "Send a message: Hello". */
    name(id: string, type?: string) {
      const node = byId.get(id);
      if (!node) return type ? typeOf(type) : t.gone;
      const label = labelOf(node);
      if (label) return label;
      const detail = about(node);
      return detail ? t.named(typeOf(node.type), detail) : typeOf(node.type);
    },
    /** The way by which a run has left a node, or the reason for its end there. */
    handle: (outcome: string) =>
      wordFor(t.handles, outcome) ?? wordFor(endReasons, outcome) ?? outcome,
    node: (id: string) => byId.get(id),
  };
}

export type NodeNames = ReturnType<typeof useNodeNames>;
