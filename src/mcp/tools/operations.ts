import type { Bindings } from "#env";
import { type Args, mistake } from "../api";
import { isObject } from "../fit";
import { describedOf, named, type Operations } from "../surface";
import { IDEMPOTENCY_KEY, type Tool } from "./tool";

const MOST_FOUND = 5;

const LONGEST_QUERY = 200;

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** The degree to which a text fits the words that are looked for: in its name, and in all of it. */
function score(words: string[], name: string, text: string) {
  const [inName, inText] = [name.toLowerCase(), text.toLowerCase()];
  return words.reduce((sum, word) => {
    const stem = word.length > 3 ? word.replace(/(ies|s)$/, "") : word;
    return sum + (inName.includes(stem) ? 3 : 0) + (inText.includes(stem) ? 1 : 0);
  }, 0);
}

/** The best of what a query fits, by their names. */
function best<Entry>(
  entries: Record<string, Entry>,
  query: string,
  textsOf: (name: string, entry: Entry) => [name: string, text: string],
) {
  const words = wordsOf(query);
  const scored = Object.entries(entries).map(([name, entry]) => {
    const isNamed = query.trim() === name;
    return { name, entry, points: isNamed ? 1_000 : score(words, ...textsOf(name, entry)) };
  });
  const found = scored.filter(({ points }) => points > 0);
  return found.toSorted((a, b) => b.points - a.points).slice(0, MOST_FOUND);
}

function argumentsOf({ arguments: args = {} }: Args): Args {
  if (!isObject(args)) throw mistake("arguments", "Required: an object.");
  return args;
}

/** The tools for whatever no other is for. */
export const operationTools = (env: Bindings, operations: Operations): Tool[] => [
  {
    name: "search_operations",
    title: "Search the API",
    description:
      'Finds operations of the API and their arguments; with "node" in the query also types of ' +
      "scenario nodes.",
    operations: [],
    own: { query: { type: "string" } },
    required: ["query"],
    isOwn: true,
    answer: { operations: "array", node_types: "array" },
    run: async ({ query: text }, { may }) => {
      const query = String(text ?? "").slice(0, LONGEST_QUERY);
      const described = await describedOf(env);
      const allowed = Object.entries(described.operations).filter(([name]) =>
        operations[name]?.abilities.every(may),
      );
      const found = best(Object.fromEntries(allowed), query, (name, entry) => [
        `${name} ${entry.area}`,
        `${entry.summary} ${entry.description}`,
      ]);
      const nodes = /\bnodes?\b/i.test(query)
        ? best(described.nodes, query.replace(/\bnodes?\b/gi, ""), (name, { description }) => [
            name.replaceAll("-", " "),
            description,
          ])
        : [];
      return {
        ...(nodes.length > 0 && {
          node_types: nodes.map(({ name, entry }) => ({ type: name, ...entry })),
        }),
        operations: found.map(({ name, entry: { area: _, ...entry } }) => ({
          operation: name,
          kind: operations[name]?.kind,
          ...entry,
        })),
      };
    },
  },
  {
    name: "call_operation",
    title: "Call the API",
    description: "Calls an operation that search_operations has found, with flat arguments.",
    operations: [],
    own: {
      operation: { type: "string" },
      arguments: { type: "object" },
      cursor: { type: "string" },
      idempotency_key: IDEMPOTENCY_KEY,
    },
    required: ["operation"],
    // The names of what is sent.
    ownWords: ["would.body"],
    isSafe: ({ operation, ...sent }) => {
      const { kind, destructiveWith = [] } = named(operations, String(operation)) ?? {};
      const args = argumentsOf(sent);
      const isSet = (name: string) => args[name] != null && args[name] !== false;
      return kind === "read" || (kind === "write" && !destructiveWith.some(isSet));
    },
    preview: async ({ operation: name, ...sent }, { api }) => {
      const operation = named(operations, String(name));
      const args = argumentsOf(sent);
      if (!operation) throw mistake("operation", `There is no operation ${name}.`);
      const sees = Object.entries(operations).find(
        ([, { method, path }]) => method === "GET" && path === operation.path,
      );
      const [reader, seen] = sees ?? [];
      const known = seen ? [...Object.keys(seen.params), ...seen.query] : [];
      const read = Object.entries(args).filter(([each]) => known.includes(each));
      const isPage = seen?.query.includes("per_page");
      const today =
        reader && !isPage ? await api.find(reader, Object.fromEntries(read)) : undefined;
      return { calls: name, ...operation, with: args, ...(today && { as_it_is: today.data }) };
    },
    run: async ({ operation, cursor, ...sent }, { api }) =>
      api.call(String(operation), { ...argumentsOf(sent), ...(cursor ? { cursor } : {}) }),
  },
];
