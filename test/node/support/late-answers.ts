import type { Page } from "playwright-core";

/** Holds back the answers to requests for a URL until the function that it returns is called. */
export async function lateAnswers(page: Page, url: string | RegExp, method = "GET") {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  return resolve;
}
