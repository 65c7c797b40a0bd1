import { listConsents } from "#client";
import { ConsentBadge } from "#console/data/consent-badge";
import { useList } from "#console/data/lists";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import styles from "./lead.module.css";
import { texts } from "./texts";

/** The times when the lead unsubscribed and subscribed, and the words for it. */
export function Consents({ lead }: { lead: number }) {
  const t = useTexts(texts);
  const { consentMethods } = useTexts(nameTexts);
  const format = useFormat();
  const { items, error, isPending } = useList(["inbox", "consents", lead], (client, page, signal) =>
    listConsents({ client, signal, path: { lead }, query: page }),
  );
  if (error) return <ProblemNote error={error} />;
  if (isPending) return <LoadingRows rows={2} />;
  if (items.length === 0) return <Soft>{t.noConsents}</Soft>;
  return (
    <Stack as="ul" gap={3}>
      {items.map((consent) => (
        <Row as="li" wraps key={consent.id} className={styles.consent}>
          <ConsentBadge consent={consent} />
          <span>{consentMethods[consent.method]}</span>
          <time dateTime={consent.at}>{format.date(consent.at)}</time>
        </Row>
      ))}
    </Stack>
  );
}
