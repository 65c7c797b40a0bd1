import { databasesOf } from "#db/placement/databases";
import { repairDirectory } from "#db/placement/outbox";
import { applyLinkChange } from "#features/links/slugs/apply";
import { testEnv } from "./env";
import { databaseOf } from "./scope";

/** Has the directory follow changes that a test has made by itself, as the cron does. */
export const followChanges = () =>
  repairDirectory(databasesOf(testEnv), databaseOf(), { short_link: applyLinkChange }, 1_000);
