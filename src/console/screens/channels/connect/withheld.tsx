import type { Channel } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Note } from "#console/ui/states";
import { texts } from "./texts";

/** Says so where Meta has told of messages without handing them on. */
export function WithheldNote({ channel: { withheld } }: { channel: Channel }) {
  const t = useTexts(texts);
  const format = useFormat();
  if (withheld === null) return null;
  return (
    <Note tone="amber">
      <p>
        <strong>{t.withheld(withheld.count)}</strong>{" "}
        {t.withheldAbout(format.dateTime(withheld.last_at))}
      </p>
    </Note>
  );
}
