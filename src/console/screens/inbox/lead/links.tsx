import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { LinkCard, useLinkSends } from "../thread/link-card";
import { Section } from "./section";
import { texts } from "./texts";

const SHOWN = 20;

/** The short links that the lead was sent, and which were clicked. */
export function Links({ lead }: { lead: number }) {
  const t = useTexts(texts);
  const may = useMay("short-links:read");
  const links = useLinkSends(lead);
  const { data, error, isPending } = links.sends;
  if (!may) return null;
  return (
    <Section name="links" title={t.links} count={data?.length}>
      {isPending && <LoadingRows rows={2} />}
      {error && <ProblemNote error={error} />}
      {data?.length === 0 && <Soft>{t.noLinks}</Soft>}
      {data?.slice(0, SHOWN).map((send) => (
        <LinkCard key={send.id} send={send} links={links} />
      ))}
    </Section>
  );
}
