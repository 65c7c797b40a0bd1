#!/usr/bin/env node
// The command line of a checkout, as it stands in src/: `npx lead-engagement`.
import { renameSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildCli } from "./build.mjs";

const file = fileURLToPath(new URL("../../dist/cli/lead-engagement.js", import.meta.url));
// Two may start at once.
const draft = `${file}.${process.pid}.js`;
await buildCli(draft);
renameSync(draft, file);
await import(file);
