// The Miniflare of Wrangler, with the workerd that `npm start` has. That of the tests in workerd,
// which is older, lies where `import "miniflare"` would look.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { resolve } = createRequire(require.resolve("wrangler/package.json"));

export const { convertV4MiniflareOptions, Miniflare } = require(resolve("miniflare"));
