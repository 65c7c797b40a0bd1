import type { Scope } from "#env";
import type { Keep } from "#lib/cache";
import { newKey } from "#lib/crypto";
import { changeSource } from "./save";
import type { KeyRotation, SecretRotation } from "./schema";
import { madeSecret, type SourceSecrets, withNew } from "./secrets";
import type { SourceSettings } from "./settings";
import { inboundUrl, type Row } from "./store";

/** Gives a source another URL. */
export async function rotateKey(
  scope: Scope,
  id: number,
  { keep_hours: hours }: KeyRotation,
  keep: Keep,
) {
  const key = newKey();
  const plan = (_: Row, known: SourceSecrets) => ({
    secrets: { ...known, keys: withNew(known.keys, key, Date.now(), hours) },
  });
  await changeSource(scope, id, { plan, keep });
  return { inbound_url: inboundUrl(scope, key) };
}

/** Gives a source another secret, which is shown if it is of our making. */
export async function rotateSecret(
  scope: Scope,
  id: number,
  { secret: given, keep_hours: hours }: SecretRotation,
  keep: Keep,
) {
  const plan = ({ settings }: Row, known: SourceSecrets) => {
    const { verification } = settings as SourceSettings;
    const made = given == null ? madeSecret(verification) : null;
    const secrets = withNew(known.secrets, given ?? made ?? "", Date.now(), hours);
    return { secrets: { ...known, secrets }, made };
  };
  const { made } = await changeSource(scope, id, { plan, keep });
  return { secret: made };
}
