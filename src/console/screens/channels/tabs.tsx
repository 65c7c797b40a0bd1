import { Link } from "@tanstack/react-router";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { TabLinks, tabClass } from "#console/ui/layout";
import { texts } from "./texts";

/** The two lists of where messages, and where leads and bookings, come from. */
export function ChannelTabs() {
  const t = useTexts(texts);
  if (!useMay("sources:read")) return null;
  return (
    <TabLinks label={t.ways}>
      <Link to="/channels" activeOptions={{ exact: true }} className={tabClass}>
        {t.title}
      </Link>
      <Link to="/channels/sources" className={tabClass}>
        {t.sources}
      </Link>
    </TabLinks>
  );
}
