import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical, type LucideIcon, Webhook } from "lucide-react";
import { useState } from "react";
import type { Channel } from "#client";
import { PLATFORMS } from "#console/data/platforms";
import { platformTexts } from "#console/names/platform-texts";
import { useTexts } from "#console/texts/catalogue";
import { BackLink } from "#console/ui/back-link";
import type { Tone } from "#console/ui/badge";
import { Sign } from "#console/ui/badge";
import { buttonClass } from "#console/ui/button";
import { Grid } from "#console/ui/grid";
import { Screen } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { StepContent, Steps } from "#console/ui/steps";
import { Soft } from "#console/ui/text";
import { useCalls } from "../channel-query";
import { CheckNote } from "../check";
import type { Values } from "../form";
import { texts as channelTexts } from "../texts";
import styles from "./connect.module.css";
import { Details } from "./details";
import { GatewaySetup } from "./gateway-setup";
import { MetaSetup } from "./meta-setup";
import { texts } from "./texts";

type Provider = Channel["provider"];
type Made = { channel: Channel; values: Values };

const KINDS: readonly (readonly [Provider, LucideIcon, Tone])[] = [
  ...Object.values(PLATFORMS).map(({ api, sign, tone }) => [api, sign, tone] as const),
  ["webhook", Webhook, "blue"],
  ["sandbox", FlaskConical, "amber"],
];

function Choose({ onChoose }: { onChoose: (provider: Provider) => void }) {
  const { providers, about } = useTexts(platformTexts);
  return (
    <Grid gap={4} min="15rem" fills>
      {KINDS.map(([provider, Icon, tone]) => (
        <button
          key={provider}
          type="button"
          className={styles.kind}
          onClick={() => onChoose(provider)}
        >
          <Sign Icon={Icon} tone={tone} size="2.75rem" iconSize="1.375rem" />
          <strong>{providers[provider]}</strong>
          <Soft as="span">{about[provider]}</Soft>
        </button>
      ))}
    </Grid>
  );
}

/** True if the channel, as it is by now, can use its account. */
function Check({ channel: known }: Pick<Made, "channel">) {
  return <CheckNote channel={useCalls(known)} />;
}

function Finish({ channel, values }: Made) {
  const t = useTexts(texts);
  const params = { channel: String(channel.id) };
  if (channel.provider === "sandbox")
    return (
      <EmptyState
        icon={<FlaskConical />}
        title={t.ready(channel.name)}
        actions={
          <Link to="/channels/$channel/chat" params={params} className={buttonClass("primary")}>
            {t.open}
          </Link>
        }
      >
        {t.readyAbout}
      </EmptyState>
    );
  return (
    <>
      <Check channel={channel} />
      {channel.provider === "webhook" ? (
        <GatewaySetup channel={channel} secret={values.signing_secret} />
      ) : (
        <MetaSetup channel={channel} verifyToken={values.verify_token} />
      )}
      <div>
        <Link to="/channels/$channel" params={params} className={buttonClass("primary")}>
          {t.done}
        </Link>
      </div>
    </>
  );
}

/** Connects a channel in three steps: what it is, its account, and what is left to do elsewhere. */
export default function Connect() {
  const t = useTexts(texts);
  const { back } = useTexts(channelTexts);
  const queries = useQueryClient();
  const [provider, setProvider] = useState<Provider | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const step = made ? 2 : provider ? 1 : 0;
  const names = [t.choose, t.details, t.finish];

  function onMade(result: Made) {
    setMade(result);
    void queries.invalidateQueries({ queryKey: ["channels"] });
  }

  return (
    <Screen title={t.title} back={<BackLink to="/channels">{back}</BackLink>}>
      <Steps label={t.steps} names={names} at={step} done={t.stepDone} />
      <StepContent at={step} name={names[step]}>
        {made ? (
          <Finish {...made} />
        ) : provider ? (
          <Details provider={provider} onBack={() => setProvider(null)} onMade={onMade} />
        ) : (
          <Choose onChoose={setProvider} />
        )}
      </StepContent>
    </Screen>
  );
}
