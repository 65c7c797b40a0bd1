import metadata from "libphonenumber-js/min/metadata";
import { expect, it } from "vitest";
import { countryCodes } from "#console/ui/countries";

/** The place of the formats of numbers in what the package knows of a country. */
const FORMATS = 4;

/** The package's metadata without formats: numbers are only read and written in E.164. */
function withoutFormats() {
  const { countries, ...others } = structuredClone(metadata) as unknown as {
    countries: Record<string, unknown[]>;
  };
  for (const country of Object.values(countries)) country[FORMATS] = 0;
  return { countries, ...others };
}

// After an update of the package: npx vitest run --project node -u test/node/phone-metadata.test.ts
it("the metadata of phones is the package's, without formats", async () => {
  await expect(`${JSON.stringify(withoutFormats())}\n`).toMatchFileSnapshot(
    "../../src/lib/phone-metadata.json",
  );
});

it("the console offers the countries whose phones are read", () => {
  expect(countryCodes).toEqual(Object.keys(metadata.countries).toSorted());
});
