const bytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** A text that nobody guesses, for Meta's handshake. */
export const newVerifyToken = () => bytes(16).toHex();

/** The key of a gateway, as Standard Webhooks writes it. */
export const newSigningSecret = () => `whsec_${bytes(32).toBase64()}`;
