import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

/** Where the browser of the npm package is unpacked, once for each `npm ci`. */
const CACHE = resolve("node_modules/.cache");
const FOLDER = join(CACHE, "chromium");

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${FOLDER}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${FOLDER}/fonts-cache</cachedir>
</fontconfig>
`;

/** Unpacks the browser with the libraries and fonts that a bare Linux lacks. */
async function unpack() {
  if (existsSync(FOLDER)) return;
  await mkdir(CACHE, { recursive: true });
  const partial = await mkdtemp(`${FOLDER}-`);
  const { TMPDIR } = process.env;
  // The package unpacks into the temporary folder, and its libraries only where it takes itself to
  // be on AWS Lambda.
  process.env.TMPDIR = partial;
  process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs24.x";
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    packed.setGraphicsMode = false;
    await packed.executablePath();
    await writeFile(join(partial, "fonts.conf"), FONTS);
    await rename(partial, FOLDER);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process may have been quicker.
    if (!existsSync(FOLDER)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    delete process.env.AWS_EXECUTION_ENV;
  }
}

/** True if there is a browser: the package has one for Linux on x64, CHROMIUM may name another. */
export const hasChromium =
  Boolean(process.env.CHROMIUM) || (process.platform === "linux" && process.arch === "x64");

/** The microphone gives beeps, and nobody is asked for it. */
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
const ARGS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", ...MICROPHONE];
/** One tile for most screens: many small ones take longer to draw. */
const TILES = ["--default-tile-width=1536", "--default-tile-height=1024"];

async function launch() {
  const { CHROMIUM } = process.env;
  const args = [...ARGS, ...TILES];
  if (CHROMIUM) return chromium.launch({ executablePath: CHROMIUM, args });
  await unpack();
  return chromium.launch({
    executablePath: join(FOLDER, "chromium"),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(FOLDER, "al2023/lib"),
      FONTCONFIG_FILE: join(FOLDER, "fonts.conf"),
    },
  });
}

/** @type {ReturnType<typeof launch> | undefined} */
let browser;

/**
 * A real browser, which all test files of a process share. It ends with the process. Nothing but
 * `npm ci` is needed.
 */
export const launchChromium = () => (browser ??= launch());
