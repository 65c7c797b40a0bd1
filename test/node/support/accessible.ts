import { readFileSync } from "node:fs";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";

/** The smallest file that defines `axe` on a page. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
/** The rules whose results depend on the theme. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * The faults that axe finds on a page: each rule, with where. Of the colours alone, if one wants
 * that.
 */
export async function violationsOn(page: Page, { ofColours = false } = {}): Promise<string[][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, {
        resultTypes: ["violations"],
        ...(rules && { runOnly: rules }),
      });
      return violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => `${target}`)]);
    },
    ofColours ? OF_COLOURS : null,
  );
}
