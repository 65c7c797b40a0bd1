/**
 * Our id of a message as Instagram gives it back in its echo. It is no secret, and other programs
 * may send any: it names a message, and proves nothing.
 */
export const metadataOf = (messageId: number) => `msg_${messageId}`;

/** The id in metadata of ours; undefined for another program's. */
export function messageIdIn(metadata: unknown): number | undefined {
  const [, digits] =
    typeof metadata === "string" ? (/^msg_([1-9]\d{0,14})$/.exec(metadata) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
}
