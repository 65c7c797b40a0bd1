import {
  ApiError,
  type Client,
  each,
  getChannel,
  getScenario,
  getSegment,
  getShortLink,
  getSource,
  getTag,
  listAssignees,
  listChannels,
  listScenarios,
  listSegments,
  listShortLinks,
  listSources,
  listTags,
  type ShortLink,
} from "#client";
import { plain } from "./output";
import type { Named, NamedKind } from "./scenario-names";

/** Something of the workspace, by the names that it may be called by, best first. */
export type Item = { id: number; names: string[]; url?: string };

type Source = {
  /** Of an id. */
  get: (client: Client, id: number) => Promise<Item | undefined>;
  /** Those that may be called so, and others. */
  find: (client: Client, name: string) => AsyncIterable<Item>;
  /** Compares two names. */
  isSame: (one: string, other: string) => boolean;
  /** The word for it in sentences. */
  word: string;
};

/** A source of what one operation gets by its id, and another lists by names. */
const sourceOf = <Row>(
  itemOf: (row: Row) => Item,
  get: (client: Client, id: number) => Promise<{ data: Row }>,
  find: (client: Client, name: string) => AsyncIterable<Row>,
) => ({
  get: async (client: Client, id: number) => itemOf((await get(client, id)).data),
  find: (client: Client, name: string) => mapped(find(client, name), itemOf),
});

async function* mapped<From>(items: AsyncIterable<From>, map: (item: From) => Item) {
  for await (const item of items) yield map(item);
}

const isEqual = (one: string, other: string) => one === other;
const ignoringCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const itemOfTag = ({ id, label }: { id: number; label: string }) => ({ id, names: [label] });
const itemOfName = ({ id, name }: { id: number; name: string }) => ({ id, names: [name] });
const itemOfLink = ({ id, label, slug, template_variable_url: url }: ShortLink) => ({
  ...{ id, url },
  names: [label ?? slug, slug],
});

const sources: Record<NamedKind, Source> = {
  tag: {
    ...sourceOf(
      itemOfTag,
      (client, tag) => getTag({ client, path: { tag } }),
      (client, label) => each(listTags, { client, query: { label } }),
    ),
    isSame: ignoringCase,
    word: "tag",
  },
  scenario: {
    ...sourceOf(
      itemOfName,
      (client, scenario) => getScenario({ client, path: { scenario } }),
      (client, name) => each(listScenarios, { client, query: { name } }),
    ),
    isSame: isEqual,
    word: "scenario",
  },
  link: {
    ...sourceOf(
      itemOfLink,
      (client, shortLink) => getShortLink({ client, path: { shortLink } }),
      (client, label) => each(listShortLinks, { client, query: { label } }),
    ),
    isSame: ignoringCase,
    word: "short link",
  },
  segment: {
    ...sourceOf(
      itemOfName,
      (client, segment) => getSegment({ client, path: { segment } }),
      (client) => each(listSegments, { client }),
    ),
    isSame: isEqual,
    word: "segment",
  },
  channel: {
    ...sourceOf(
      itemOfName,
      (client, channel) => getChannel({ client, path: { channel } }),
      (client) => each(listChannels, { client }),
    ),
    isSame: isEqual,
    word: "channel",
  },
  source: {
    ...sourceOf(
      itemOfName,
      (client, source) => getSource({ client, path: { source } }),
      (client) => each(listSources, { client }),
    ),
    isSame: isEqual,
    word: "source",
  },
  assignee: {
    async get(client, id) {
      for await (const one of each(listAssignees, { client }))
        if (one.id === id) return itemOfName(one);
      return undefined;
    },
    find: (client) => mapped(each(listAssignees, { client }), itemOfName),
    isSame: isEqual,
    word: "colleague",
  },
};

const isHidden = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

/** Says in words what is called so. */
export const wordsOf = ({ kind, name }: Named) => `${sources[kind].word} “${plain(name)}”`;

/** The names of a workspace, each of which is asked for once. */
export function namesOf(client: Client) {
  const known = new Map<string, Promise<unknown>>();
  const once = <Value>(key: string, ask: () => Promise<Value>): Promise<Value> => {
    const asked = (known.get(key) as Promise<Value> | undefined) ?? ask();
    known.set(key, asked);
    return asked;
  };

  /** All that is called so: by its first name or, if none is, by another. */
  const calledSo = ({ kind, name }: Named) =>
    once(`${kind}: ${name}`, async () => {
      const { find, isSame } = sources[kind];
      const found: Item[] = [];
      for await (const item of find(client, name))
        if (item.names.some((one) => isSame(one, name))) found.push(item);
      const first = found.filter(({ names: [own = ""] }) => isSame(own, name));
      return first.length > 0 ? first : found;
    });

  /** A name that nothing else has, and which can stand in a text. */
  async function callOf(kind: NamedKind, item: Item): Promise<Named | undefined> {
    for (const name of item.names) {
      if (kind === "link" && /[{}]/.test(name)) continue;
      const named = { kind, name };
      const all = await calledSo(named);
      if (all.length === 1 && all[0]?.id === item.id) return named;
    }
    return undefined;
  }

  /** The name of an id, or of a slug of a link; undefined where it has none that it alone has. */
  const nameOf = (kind: NamedKind, ref: number | string) =>
    once(`${kind} ${ref}`, async () => {
      const { get } = sources[kind];
      try {
        const item =
          typeof ref === "number"
            ? await get(client, ref)
            : (await calledSo({ kind, name: ref })).find(({ names }) =>
                names.some((name) => ignoringCase(name, ref)),
              );
        const named = item && (await callOf(kind, item));
        return named && { ...named, url: item.url };
      } catch (error) {
        if (isHidden(error)) return undefined;
        throw error;
      }
    });

  return {
    calledSo,
    nameOf,
    /** Has it be asked for again, since it is there now. */
    forget: ({ kind, name }: Named) => known.delete(`${kind}: ${name}`),
  };
}

export type Names = ReturnType<typeof namesOf>;
