import { Ban, CircleCheck, Megaphone, MegaphoneOff } from "lucide-react";
import { ConsentScope, type Lead, optInLead, optOutLead } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { ConfirmDialog } from "#console/ui/dialog";
import { MenuItem } from "#console/ui/menu";
import { toast, useProblemToast } from "#console/ui/toasts";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

const SCOPES = Object.values(ConsentScope);

const isOut = ({ is_optout, is_marketing_optout }: Lead, scope: ConsentScope) =>
  ({ all: is_optout, marketing: is_marketing_optout })[scope];

const ICONS = {
  all: { out: <Ban />, in: <CircleCheck /> },
  marketing: { out: <MegaphoneOff />, in: <Megaphone /> },
};

/** An item of a menu for each scope: it opts the lead in, or asks before it opts the lead out. */
export function ConsentItems({
  lead,
  onOptOut,
}: {
  lead: Lead;
  onOptOut: (scope: ConsentScope) => void;
}) {
  const { consent, stoppedAtMeta } = useTexts(leadTexts);
  const client = useClient();
  const toastProblem = useProblemToast();
  const reloaded = useLeadChange(lead.id);
  async function optIn(scope: ConsentScope) {
    const { warnings } = await optInLead({ client, path: { lead: lead.id }, body: { scope } });
    if (warnings?.some(({ code }) => code === "stopped_at_meta")) toast(stoppedAtMeta);
    await reloaded();
  }
  return SCOPES.map((scope) =>
    isOut(lead, scope) ? (
      <MenuItem
        key={scope}
        icon={ICONS[scope].in}
        onSelect={() => void optIn(scope).catch(toastProblem)}
      >
        {consent[scope].optIn}
      </MenuItem>
    ) : (
      <MenuItem key={scope} icon={ICONS[scope].out} onSelect={() => onOptOut(scope)}>
        {consent[scope].optOut}
      </MenuItem>
    ),
  );
}

/** Asks before the lead is opted out of a scope; closed if that is null. */
export function OptOutDialogs({
  lead,
  name,
  asked,
  onClose,
}: {
  lead: Lead;
  name: string;
  asked: ConsentScope | null;
  onClose: () => void;
}) {
  const { consent } = useTexts(leadTexts);
  const client = useClient();
  const reloaded = useLeadChange(lead.id);
  const path = { lead: lead.id };
  return SCOPES.map((scope) => (
    <ConfirmDialog
      key={scope}
      isOpen={asked === scope}
      onClose={onClose}
      title={consent[scope].title(name)}
      about={consent[scope].about}
      action={consent[scope].optOut}
      onConfirm={() => optOutLead({ client, path, body: { scope } }).then(reloaded)}
    />
  ));
}
