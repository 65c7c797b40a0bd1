/** The query of a lead. Those of what belongs to it begin with the same. */
export const leadKey = (id: number) => ["lead", id];
