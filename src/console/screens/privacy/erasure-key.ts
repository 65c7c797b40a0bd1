/** The query of an erasure. */
export const erasureKey = (id: number) => ["erasures", "one", id];
