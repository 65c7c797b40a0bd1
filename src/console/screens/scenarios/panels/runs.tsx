import type { PanelProps } from "./panel";
export default function P(_: PanelProps) {
  return null;
}
