import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, History, Pencil, Power, RotateCcwKey, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import {
  deleteWebhookEndpoint,
  type EventPattern,
  replaceWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from "#client";
import { useAction } from "#console/data/forms";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import { toast, useProblemToast } from "#console/ui/toasts";
import { useIsShown } from "#console/ui/use-is-shown";
import { SecretDialog } from "../secret-dialog";
import { EndpointForm } from "./endpoint-form";
import { ReplayForm } from "./replay-form";
import { texts } from "./texts";

type Asked = "edit" | "rotate" | "replay" | "delete";

/** All that can be done to an endpoint. A scenario's own is changed with the scenario. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const toastProblem = useProblemToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const mayWrite = useMay("webhooks:write");
  const mayEdit = useMay("events:read") && mayWrite && endpoint.scenario_id === null;
  const close = () => setAsked(null);
  const path = { endpoint: endpoint.id };
  const isOn = endpoint.status === "active" || endpoint.status === "failing";
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["webhook-endpoints"] }),
      queries.invalidateQueries({ queryKey: ["webhook-deliveries"] }),
    ]);
  const test = useAction((client) => testWebhookEndpoint({ client, path }), {
    onDone: () => {
      toast(t.testSent);
      return refresh();
    },
    onFailed: toastProblem,
  });
  const { url, event_types } = endpoint;
  const setActive = useAction(
    (client, is_active: boolean) =>
      replaceWebhookEndpoint({
        client,
        path,
        body: { url, event_types: event_types as EventPattern[], is_active },
      }),
    { onDone: refresh, onFailed: toastProblem },
  );
  if (!mayWrite) return null;
  return (
    <>
      <Button
        size="small"
        icon={<Zap />}
        isBusy={test.isBusy}
        onClick={() => void test.run(undefined)}
      >
        {t.test}
      </Button>
      {mayEdit && (
        <Button size="small" icon={<Pencil />} onClick={() => setAsked("edit")}>
          {c.edit}
        </Button>
      )}
      <Menu trigger={<IconButton size="small" label={c.more} icon={<Ellipsis />} />}>
        {mayEdit && (
          <MenuItem icon={<Power />} onSelect={() => void setActive.run(!isOn)}>
            {isOn ? t.disable : t.enable}
          </MenuItem>
        )}
        <MenuItem icon={<History />} onSelect={() => setAsked("replay")}>
          {t.replay}
        </MenuItem>
        {endpoint.scenario_id === null && (
          <>
            <MenuItem icon={<RotateCcwKey />} onSelect={() => setAsked("rotate")}>
              {t.rotate}
            </MenuItem>
            <MenuLine />
            <MenuItem icon={<Trash2 />} isDanger onSelect={() => setAsked("delete")}>
              {c.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === "edit" && (
        <EndpointForm
          endpoint={endpoint}
          onClose={close}
          save={(client, body) => replaceWebhookEndpoint({ client, path, body })}
          onSaved={refresh}
        />
      )}
      {asked === "replay" && <ReplayForm endpoint={endpoint.id} onClose={close} onDone={refresh} />}
      <ConfirmDialog
        isOpen={asked === "rotate"}
        onClose={close}
        title={t.rotateTitle}
        about={t.rotateAbout}
        action={t.rotate}
        onConfirm={async () => setSecret((await rotateWebhookSecret({ client, path })).data.secret)}
      />
      <ConfirmDialog
        isOpen={asked === "delete"}
        onClose={close}
        title={t.deleteTitle}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={async () => {
          await deleteWebhookEndpoint({ client, path });
          if (isShown()) void navigate({ to: "/developers/webhooks" });
          await refresh();
        }}
      />
      <SecretDialog title={t.newSecret} secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
