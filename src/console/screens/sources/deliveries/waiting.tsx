import { Link } from "@tanstack/react-router";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { texts } from "../texts";
import { useStuck } from "./queries";

/** The deliveries of a source that wait for somebody; nothing if there are none. */
export function WaitingBadge({ source }: { source: number }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { data } = useStuck(source);
  if (!data || data.count === 0) return null;
  const count = format.number(data.count) + (data.isMore ? "+" : "");
  return (
    <Link to="/channels/sources/$source/deliveries" params={{ source: String(source) }}>
      <Badge tone="amber">{t.waiting(count, data.count)}</Badge>
    </Link>
  );
}
