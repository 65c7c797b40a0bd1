import { type SQL, sql } from "drizzle-orm";
import type { ErasedResource } from "#domain/erasures";
import { countedFor } from "../statements/erasure-receipts";
import { deleteUploadsOf } from "../statements/media";
import { behind, type Removing } from "./behind";

// The deletions that an erasure counts on its receipt, and those that it alone makes.

const MESSAGES = { table: sql`messages`, key: sql`conversation_id` };

export const counted = (scope: Removing, resource: ErasedResource, deletion: SQL) =>
  countedFor(scope, scope.receiptId, resource, deletion);

export const countedInOrder = (scope: Removing, resources: ErasedResource[], deletions: SQL[]) =>
  deletions.flatMap((deletion, index) => {
    const resource = resources[index];
    return resource ? counted(scope, resource, deletion) : [deletion];
  });

/** Claims go with the messages that prove them. Those of an erasure go first, to be counted. */
export const claimsOfMessages = (scope: Removing, limit: number) =>
  scope.receiptId === 0
    ? []
    : counted(
        scope,
        "profile_claims",
        sql`
          delete from profile_claims where message_id in (
            ${behind(scope, "conversation", { ...MESSAGES, id: sql`id` }, limit)})`,
      );

/** The uploads that were sent to nobody but those who go. They go before the messages. */
export const uploadsOfMessages = (scope: Removing, limit: number) =>
  scope.receiptId === 0
    ? []
    : counted(
        scope,
        "media",
        deleteUploadsOf(
          scope,
          behind(scope, "conversation", { ...MESSAGES, id: sql`id` }, limit),
          sql`exists (
            select 1 from removals
            where kind = 'conversation' and parent_id = other.conversation_id)`,
        ),
      );
