import { removeErasures } from "./erasures";
import { forgetFinished, forgetRemoved } from "./finished";
import { forget, oldestOther } from "./rows";
import { prefixOf, type Working } from "./working";

/** The objects that a step deletes: R2 deletes 1,000 at most. */
const OBJECTS = 500;

/**
 * Deletes some objects of a backup and, after the last, what only it needed, and its row. Returns
 * whether there are more.
 */
export async function removeSome(working: Working): Promise<boolean> {
  const { env, backup } = working;
  await forgetFinished(env.FILES, backup);
  const { objects } = await env.FILES.list({ prefix: `${prefixOf(backup)}/`, limit: OBJECTS });
  if (objects.length > 0) {
    await env.FILES.delete(objects.map(({ key }) => key));
    return true;
  }
  const oldest = await oldestOther(working);
  if (await removeErasures(env.FILES, backup.workspaceId, oldest, OBJECTS)) return true;
  if (oldest === null) await forgetRemoved(env.FILES, backup.workspaceId);
  await forget(working);
  return false;
}
