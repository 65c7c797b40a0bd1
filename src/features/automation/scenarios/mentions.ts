import { slugsIn } from "../../links/rewrite";
import { textsIn } from "../../messaging/outbound/compose";
import { PLACEHOLDER } from "../../messaging/outbound/variables";
import type { Clause } from "./clauses";
import type { Graph, GraphNode } from "./compile";
import { sentBy } from "./contents";

/** Tags, scenarios and short links by their ids, and links by their slugs, in lower case. */
export type Kind = "tag" | "scenario" | "link" | "slug";

/** What there is of it, and where the service runs: `allowLoopback` on this machine. */
export type Known = Record<Kind, ReadonlySet<number | string>> & {
  shortUrlBase: string;
  allowLoopback: boolean;
};

/** What a node refers to, and where in its `data`. */
export type Mention = { nodeId: string; path: string; kind: Kind; ref: number | string };
type Found = Omit<Mention, "nodeId">;

/** Everything that the nodes of a graph refer to. */
export const mentionsIn = ({ nodes }: Graph, shortUrlBase: string): Mention[] =>
  [...nodes.values()].flatMap((node) =>
    [...settingsOf(node), ...linksOf(node, shortUrlBase)].map((found) => ({
      ...found,
      nodeId: node.id,
    })),
  );

const listed = (kind: "tag" | "link", path: string, ids: number[] | null | undefined): Found[] =>
  (ids ?? []).map((ref, index) => ({ kind, ref, path: `${path}.${index}` }));

function settingsOf(node: GraphNode): Found[] {
  if (!node.isSound) return [];
  switch (node.type) {
    case "add_tag":
    case "remove_tag":
      return listed("tag", "tag_ids", node.data.tag_ids);
    case "start_scenario":
      return [{ kind: "scenario", ref: node.data.scenario_id, path: "scenario_id" }];
    case "wait_for_event": {
      const { tag_ids, short_link_ids } = node.data.filter ?? {};
      return [
        ...listed("tag", "filter.tag_ids", tag_ids),
        ...listed("link", "filter.short_link_ids", short_link_ids),
      ];
    }
    case "condition":
      return node.data.branches.flatMap(({ all, any }, index) => [
        ...tagsAsked(all, `branches.${index}.all`),
        ...tagsAsked(any, `branches.${index}.any`),
      ]);
    default:
      return [];
  }
}

/** The tags that clauses ask for: by a number, or by its digits. What is neither is no tag's id. */
const tagsAsked = (clauses: Clause[] | null | undefined, path: string): Found[] =>
  (clauses ?? []).flatMap(({ field, value }, index) => {
    if (field !== "tags" || value == null) return [];
    const at = `${path}.${index}.value`;
    return Array.isArray(value)
      ? value.map((one, place) => tagAsked(one, `${at}.${place}`))
      : [tagAsked(value, at)];
  });

const tagAsked = (value: string | number | boolean, path: string): Found => ({
  kind: "tag",
  ref: /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : String(value),
  path,
});

/** A slug that a placeholder touches may become another. */
const linksOf = (node: GraphNode, shortUrlBase: string): Found[] =>
  sentBy(node).flatMap(({ composed, pathOf }) =>
    textsIn(composed).flatMap(({ text, field }) =>
      slugsIn(text.replaceAll(PLACEHOLDER, "/"), shortUrlBase).map((ref) => ({
        kind: "slug",
        ref,
        path: pathOf(field),
      })),
    ),
  );
