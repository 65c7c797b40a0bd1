// Runs the guides' commands through Prism, which holds each request and answer against the
// document.
import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { answering } from "./service.mjs";

const GUIDES = "src/features/docs/guides";
const SHOWN_ORIGIN = "http://localhost:8787";
const SHOWN_TOKEN = "lea_demo-token-of-atelier-horizon-0123456789abc";
/** Guides whose commands start programs of their own, or need the operator's service. */
const WITHOUT = ["command-line.md", "operating.md", "scale.md", "architecture.md", "figures.md"];
const VIOLATION = /errors#VIOLATIONS/;

const run = promisify(execFile);

/** The document with what stands in `x-other-content` among what is answered and sent. */
export const withOtherContent = (text) =>
  JSON.stringify(JSON.parse(text), (_, value) =>
    value?.["x-other-content"]
      ? { ...value, content: { ...value.content, ...value["x-other-content"] } }
      : value,
  );

const commandsOf = (file) =>
  [...readFileSync(join(GUIDES, file), "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, commands]) => commands)
    .filter((commands) => !commands.startsWith("npm "));

const helpers = commandsOf("getting-started.md").find((commands) => commands.includes("api()"));

/** The violations that Prism has seen of a guide's commands. */
async function violationsOf(file, origin, token) {
  const script = [helpers, ...commandsOf(file)]
    .join("\n")
    .replaceAll(SHOWN_ORIGIN, origin)
    .replaceAll(SHOWN_TOKEN, token);
  const { stdout, stderr } = await run("bash", ["-c", script], { maxBuffer: 2 ** 26 }).catch(
    (failed) => failed,
  );
  return `${stdout}\n${stderr}`
    .split(/^HTTP /m)
    .filter((answer) => VIOLATION.test(answer))
    .map((answer) => `${file}: ${answer.slice(0, 600)}`);
}

/**
 * Runs the guides through Prism. Returns which have run, and the answers that are not as the
 * document says. Some requests of the guides are wrong on purpose, so requests are not held.
 */
export async function runGuides({ folder, origin, port, token, document }) {
  const path = join(folder, "prism.json");
  writeFileSync(path, withOtherContent(document));
  const prism = spawn(
    join(folder, "node_modules/.bin/prism"),
    ["proxy", path, origin, "--port", String(port), "--errors", "--validate-request", "false"],
    { stdio: "ignore" },
  );
  const through = `http://127.0.0.1:${port}`;
  try {
    await answering(through);
    const files = readdirSync(GUIDES).filter(
      (file) => file.endsWith(".md") && !WITHOUT.includes(file) && commandsOf(file).length > 0,
    );
    const violations = [];
    for (const file of files) violations.push(...(await violationsOf(file, through, token)));
    return { files, violations };
  } finally {
    prism.kill();
  }
}
