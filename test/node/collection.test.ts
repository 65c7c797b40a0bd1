import { describe, expect, it } from "vitest";
import { collectionOf } from "../../src/features/docs/build/collection.mjs";
import { LEFT_OUT } from "../../src/features/docs/build/collection-order.mjs";
import { operationsOf } from "../../src/features/docs/site/reference/operations.mjs";
import { readDocument } from "./support/document";

type Part = { key: string; disabled?: boolean };
type Item = {
  name: string;
  event?: { script: { exec: string[] } }[];
  request: {
    method: string;
    header: Part[];
    url: { raw: string; query: Part[] };
    body?: { raw: string };
  };
};
type Collection = { variable: { key: string }[]; item: { name: string; item: Item[] }[] };
type Described = { operation: { operationId: string; summary: string; security?: unknown } };

const document = readDocument();
const collection: Collection = collectionOf(document);
const items = collection.item.flatMap(({ item }) => item);

// test/integrators/run.mjs runs it by newman.
describe("the collection", () => {
  it("has every operation of a token, but those that are named with a reason", () => {
    const operations = (operationsOf(document) as Described[])
      .map(({ operation }) => operation)
      .filter(({ security }) => security === undefined);
    const names = new Set(items.map(({ name }) => name));
    const missing = operations.filter(({ summary }) => !names.has(summary));
    expect(missing.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(LEFT_OUT).toSorted(),
    );
  });

  it("sends no filter and no header that a request does not need", () => {
    const enabled = items.flatMap(({ request: { header, url } }) =>
      [...header, ...url.query].filter(({ disabled }) => !disabled).map(({ key }) => key),
    );
    expect(new Set(enabled)).toEqual(new Set(["Content-Type"]));
  });

  it("uses no variable before it has a value", () => {
    const variables = collection.variable.map(({ key }) => key);
    const known = new Set(["baseUrl", "token"]);
    const unset = items.flatMap(({ name, request, event = [] }) => {
      const inUrl = [...request.url.raw.matchAll(/\{\{(\w+)\}\}/g)].map(([, used]) => used!);
      // A body also has the placeholders of messages.
      const inBody = variables.filter((key) => request.body?.raw.includes(`{{${key}}}`));
      const missing = [...inUrl, ...inBody].filter((used) => !known.has(used));
      for (const { script } of event)
        for (const [, set] of script.exec.join("").matchAll(/set\("(\w+)"/g)) known.add(set!);
      return missing.map((used) => `${name}: ${used}`);
    });
    expect(unset).toEqual([]);
    expect(known).toEqual(new Set(variables));
  });
});
