import type { Source } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Sign } from "#console/ui/badge";
import { rowOf } from "./connect/kinds";

type Made = Pick<Source, "kind" | "preset">;

/** The sign of the service that a source was made for, whose name stands beside it. */
export function KindSign({ source: { kind, preset } }: { source: Made }) {
  const [, Icon, tone] = rowOf(preset ?? kind);
  return <Sign Icon={Icon} tone={tone} size="2.5rem" iconSize="1.25rem" />;
}

/** The service that a source was made for, else its kind. */
export function useKindName({ kind, preset }: Made) {
  const { sourceKinds, sourcePresets } = useTexts(nameTexts);
  return preset === null || preset === kind ? sourceKinds[kind] : sourcePresets[preset];
}
