import type { Bindings } from "#env";
import { askAgainAt, verdictsOn } from "../forms/verdicts";
import { openedSecrets } from "../secrets";
import type { SourceNow } from "./claim";
import type { Waiting } from "./waiting";

/** The secret by which Turnstile is asked about what comes by a form; null without one. */
export const turnstileSecret = async (
  { APP_KEY, APP_KEY_BEFORE }: Bindings,
  { id, sealed }: Pick<SourceNow, "id" | "sealed">,
) =>
  sealed === null
    ? null
    : ((await openedSecrets([APP_KEY, APP_KEY_BEFORE], id, sealed)).turnstile ?? null);

/**
 * Asks Turnstile about the items of a form that have no verdict yet, and keeps what it says.
 * Returns the items that have one: about the others it is asked again.
 */
export async function withVerdicts(
  env: Bindings,
  { sql }: DurableObjectStorage,
  { id }: Pick<SourceNow, "id">,
  secret: string,
  items: readonly Waiting[],
): Promise<Waiting[]> {
  const open = items.filter(({ verdict }) => verdict === null);
  const verdicts = await verdictsOn(env, id, secret, open);
  const now = Date.now();
  return items.flatMap((item) => {
    const verdict = item.verdict ?? verdicts.get(item.seq) ?? "unknown";
    const isKnown = verdict !== "unknown";
    if (item.verdict === null)
      sql.exec(
        "update items set verdict = ?, due_at = ? where seq = ?",
        ...[isKnown ? verdict : null, isKnown ? 0 : askAgainAt(item, now), item.seq],
      );
    return isKnown ? [{ ...item, verdict }] : [];
  });
}
