import { appearanceOf } from "../editor/node-kinds";

/** The icon of a type of node. */
export function NodeIcon({ type }: { type: string }) {
  const { Icon } = appearanceOf(type);
  return <Icon aria-hidden="true" />;
}
