import type { Source } from "#client";
import { part } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Facts } from "#console/ui/layout";
import { SettingsDialog, useSettings } from "./settings-form";
import { texts } from "./texts";
import { VerificationFields, verificationIn, writtenVerification } from "./verification-fields";

/** The way in which senders prove who they are. */
export function SecurityFacts({ source }: { source: Source }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { verification, has_secret, old_keys_end_at, old_secrets_end_at } = source;
  const { scheme } = verification;
  const header =
    scheme === "header" ? verification.name : scheme === "hmac" ? verification.header : null;
  return (
    <Facts
      facts={[
        [t.verification.scheme, t.verification.schemes[scheme]],
        [t.verification.header, header && <code>{header}</code>],
        [t.hasSecret, scheme !== "none" && (has_secret ? t.stored : t.missing)],
        [t.oldKeys, old_keys_end_at && format.dateTime(old_keys_end_at)],
        [t.oldSecrets, old_secrets_end_at && format.dateTime(old_secrets_end_at)],
      ]}
    />
  );
}

/** Changes the way in which senders prove who they are. */
export function SecuritySettings({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useTexts(texts);
  const form = useSettings(
    source,
    () => ({ verification: writtenVerification(source.verification) }),
    ({ verification }) => ({ verification: verificationIn(verification) }),
  );
  return (
    <SettingsDialog
      source={source}
      form={form}
      title={t.security}
      about={t.securityAbout}
      onClose={onClose}
    >
      <VerificationFields form={part(form, "verification")} />
    </SettingsDialog>
  );
}
