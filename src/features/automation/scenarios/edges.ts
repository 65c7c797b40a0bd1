import type { Edge } from "./schema";

/** The handle that an edge leaves by. */
export const handleOf = ({ source_handle }: Edge) =>
  typeof source_handle === "string" && source_handle !== "" ? source_handle : "next";
