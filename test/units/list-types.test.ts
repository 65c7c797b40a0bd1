import { expect, it } from "vitest";
import { preferredType } from "#http/lists/accept";

const prefer = (header: string) =>
  preferredType(
    header.split(",").map((part) => {
      const [type = "", ...parameters] = part.split(";").map((one) => one.trim());
      const q = parameters.find((one) => one.startsWith("q="))?.slice(2);
      return { type, q: Number(q ?? 1), params: {} };
    }),
  );

const [JSON_TYPE, CSV, LINES] = ["application/json", "text/csv", "application/x-ndjson"];

it.each([
  ["*/*", JSON_TYPE],
  ["text/*", JSON_TYPE],
  ["text/html, application/xhtml+xml, */*;q=0.8", JSON_TYPE],
  ["application/json, text/plain, */*", JSON_TYPE],
  ["image/png", JSON_TYPE],
  ["text/csv", CSV],
  ["Text/CSV", CSV],
  ["text/csv;q=0", JSON_TYPE],
  ["text/csv;q=0.1", CSV],
  ["text/csv, */*", CSV],
  ["*/*, text/csv", CSV],
  ["text/csv;q=0.5, */*", JSON_TYPE],
  ["text/csv, */*;q=0.1", CSV],
  ["text/csv;q=0.9, application/json", JSON_TYPE],
  ["text/csv, application/json", CSV],
  ["application/json, text/csv", JSON_TYPE],
  ["application/json;q=0, text/csv;q=0.1", CSV],
  ["application/x-ndjson", LINES],
  ["text/csv;q=0.5, application/x-ndjson", LINES],
  ["application/x-ndjson, text/csv", LINES],
  ["application/*;q=0.2, text/csv;q=0.5", CSV],
])("takes %s for %s", (header, type) => {
  expect(prefer(header)).toBe(type);
});
