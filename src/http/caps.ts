/** The 409 of a creation that the operator's cap on `things` may refuse. */
export const capResponse = (things: string, byDefault: string) => ({
  409: {
    description:
      `The workspace has reached its limit of ${things} (${byDefault} unless the operator ` +
      "allows more), or a request with this Idempotency-Key is still running.",
  },
});
