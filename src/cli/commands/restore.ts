import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Command } from "commander";
import { type Client, createTag, each, listLeads, listTags, type Tag } from "#client";
import { CliError, exitCodes, fileFaultOf } from "../errors";
import { counted, endProgress, note, print, printJson } from "../output";
import { openSession } from "../session";
import { importFile } from "../upload";
import { digestOf } from "./backup";

type Manifest = { files: { name: string; kind: string | null; sha256: string }[] };

const NOT_RESTORED =
  "Not restored: ids and times, conversations, analyses, runs, scenarios, links, segments, " +
  "channels, endpoints and settings. They need credentials, or other ids. Leads who have " +
  "unsubscribed stay so. Of suppressions without a lead, a backup has no address: keep your list.";

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
    if (Array.isArray(manifest?.files)) return manifest;
    throw new Error("its manifest names no files");
  } catch (error) {
    const why = fileFaultOf(error) ?? (error as Error).message;
    throw new CliError(`${folder} is no backup: ${why}`, exitCodes.usage);
  }
}

/** The paths of a kind's files, once they are known to be whole, oldest rows first. */
async function filesOf(folder: string, { files }: Manifest, kind: string): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, sha256 } of files.filter((file) => file.kind === kind)) {
    const path = join(folder, basename(name));
    if ((await digestOf(path)) !== sha256)
      throw new CliError(`${path} is not as it was saved: make another backup.`);
    paths.unshift(path);
  }
  return paths;
}

/** Creates the tags first: an import would create them without their stages. */
async function restoreTags(client: Client, paths: string[]): Promise<number> {
  const known = new Set<string>();
  for await (const { label } of each(listTags, { client })) known.add(label);
  let count = 0;
  for (const path of paths)
    for (const line of (await readFile(path, "utf8")).split("\n").filter(Boolean).toReversed()) {
      const { label, description, pipeline_stage }: Tag = JSON.parse(line);
      if (known.has(label)) continue;
      await createTag({ client, body: { label, description, pipeline_stage } });
      count++;
    }
  return count;
}

async function restore(folder: string, options: { force?: boolean }, command: Command) {
  const { client, json } = await openSession(command);
  const manifest = await readManifest(folder);
  const leadFiles = await filesOf(folder, manifest, "leads");
  const tagFiles = await filesOf(folder, manifest, "tags");
  const { data: present } = await listLeads({ client, query: { per_page: 10 } });
  if (present.length > 0 && !options.force)
    throw new CliError("The workspace has leads already. --force updates and adds to them.");
  const tags = await restoreTags(client, tagFiles);
  const imports = [];
  for (const path of leadFiles)
    imports.push(
      await importFile(client, path, { mode: "upsert", create_tags: true }).finally(endProgress),
    );
  if (json) return void printJson({ tags, imports });
  print(`${counted(tags, "tag")} created.`);
  for (const { name, counts } of imports)
    print(
      `${name}: ${Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}`,
    );
  note(NOT_RESTORED);
}

export function addRestoreCommand(program: Command) {
  program
    .command("restore")
    .description("bring the tags and leads of a backup into an empty workspace")
    .argument("<folder>")
    .option("--force", "even if the workspace has leads")
    .action(restore);
}
