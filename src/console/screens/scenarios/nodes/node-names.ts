import type { ScenarioNode } from "../../../../client/index";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { settingsOf, textOf } from "./settings";
import { nodeTexts } from "./texts";

const named = <Texts extends object>(texts: Texts, name: string): string | undefined =>
  Object.entries(texts).find(([key]) => key === name)?.[1];

/** What nodes and handles are called to people, in the reader's language. */
export function useNodeNames(nodes: readonly ScenarioNode[]) {
  const t = useTexts(nodeTexts);
  const format = useFormat();
  const byId = new Map(nodes.map((node) => [node.id, node]));

  const typeOf = (type: string) => named(t.types, type) ?? type;

  /** What tells a node from others of its type. */
  function about(node: ScenarioNode): string | null {
    const { seconds, event } = settingsOf(node);
    if (typeof seconds === "number") return format.duration(seconds);
    if (typeof event === "string") return named(t.events, event) ?? event;
    return textOf(node, "text") ?? textOf(node, "name") ?? textOf(node, "reason");
  }

  return {
    typeOf,
    about,
    /** The type and what it is about, such as "Message: Hello". */
    name(id: string, type?: string) {
      const node = byId.get(id);
      if (!node) return type ? typeOf(type) : t.gone;
      const detail = about(node);
      return detail ? `${typeOf(node.type)}: ${detail}` : typeOf(node.type);
    },
    typeName: (id: string) => typeOf(byId.get(id)?.type ?? ""),
    handle: (handle: string) => named(t.handles, handle) ?? handle,
    has: (id: string) => byId.has(id),
    node: (id: string) => byId.get(id),
  };
}

export type NodeNames = ReturnType<typeof useNodeNames>;
