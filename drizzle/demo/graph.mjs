/** Places are given closer together than cards are drawn. */
export const node = (id, type, x, y, data = {}) => ({
  id,
  type,
  position: { x: Math.round(x * 1.45), y: Math.round(y * 1.35) },
  data,
});

export const edge = (source, target, handle) => ({
  id: `${source}-${handle ?? "next"}-${target}`,
  source,
  target,
  ...(handle && { source_handle: handle }),
});
