import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Smartphone } from "lucide-react";
import { useState } from "react";
import { type Channel, listConversations } from "#client";
import { useClient, useMay } from "#console/session/session";
import { Forbidden } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { Segmented } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { ChannelFrame } from "../frame";
import { texts as channelTexts } from "../texts";
import styles from "./chat.module.css";
import { Inside } from "./inside";
import { People } from "./people";
import type { Person } from "./person";
import { Phone } from "./phone";
import { texts } from "./texts";

/** The conversation of a lead on a channel, if there is one. */
function useConversationId(channel: Channel, lead: number | undefined) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["chat-conversation", channel.id, lead ?? 0],
    enabled: lead !== undefined,
    queryFn: async () => {
      const query = { channel_id: channel.id, lead_id: lead ?? 0, per_page: 10 };
      const { data } = await listConversations({ client, query });
      return data[0] ?? null;
    },
  });
  return data?.id ?? null;
}

function Stage({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const c = useTexts(channelTexts);
  const navigate = useNavigate();
  const { lead } = useSearch({ from: "/channels/$channel/chat" });
  const [newcomer, setNewcomer] = useState<Person | null>(null);
  // Somebody new keeps the phone when the first message makes a lead of them.
  const [phone, setPhone] = useState(0);
  const [part, setPart] = useState<"chat" | "inside">("chat");
  const conversation = useConversationId(channel, lead);
  const person: Person | null = lead === undefined ? newcomer : { kind: "lead", id: lead };
  const show = (id: number | undefined) =>
    navigate({
      to: "/channels/$channel/chat",
      params: { channel: String(channel.id) },
      search: id === undefined ? {} : { lead: id },
      replace: true,
    });

  function choose(chosen: Person | null) {
    setPart("chat");
    setPhone(phone + 1);
    setNewcomer(chosen?.kind === "new" ? chosen : null);
    void show(chosen?.kind === "lead" ? chosen.id : undefined);
  }

  return (
    <div className={styles.stage} data-playing={person !== null} data-part={part}>
      <div className={styles.people}>
        <People channel={channel} person={person} onChoose={choose} />
      </div>
      {person && (
        <div className={styles.parts}>
          <Segmented
            label={c.parts}
            value={part}
            options={[
              ["chat", t.phone],
              ["inside", t.inside],
            ]}
            onChange={setPart}
          />
        </div>
      )}
      <div className={styles.phone}>
        {person ? (
          <Phone
            key={phone}
            channel={channel}
            person={person}
            onKnown={(id) => {
              setNewcomer(null);
              void show(id);
            }}
            onLeave={() => choose(null)}
          />
        ) : (
          <EmptyState icon={<Smartphone />} title={t.choose}>
            {t.chooseAbout}
          </EmptyState>
        )}
      </div>
      <div className={styles.inside}>
        <Inside channel={channel} lead={lead ?? null} conversation={conversation} />
      </div>
    </div>
  );
}

/** Plays a lead in a sandbox: the phone, and what happens inside. */
export default function Chat() {
  const t = useTexts(texts);
  const [mayRead, mayWrite] = [useMay("conversations:read"), useMay("conversations:write")];
  return (
    <ChannelFrame isFull>
      {(channel) =>
        channel.provider === "sandbox" ? (
          mayRead && mayWrite ? (
            <Stage channel={channel} />
          ) : (
            <Forbidden
              level="h2"
              abilities={[mayRead ? "conversations:write" : "conversations:read"]}
            />
          )
        ) : (
          <EmptyState icon={<Smartphone />} title={t.notSandbox}>
            {t.notSandboxAbout}
          </EmptyState>
        )
      }
    </ChannelFrame>
  );
}
