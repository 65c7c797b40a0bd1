import { useQuery } from "@tanstack/react-query";
import { UserRoundPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Channel, listConversations, listLeads } from "#client";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { LeadInput } from "#console/data/lead-input";
import { matchIn } from "#console/data/lead-match";
import { leadName } from "#console/data/lead-name";
import { platformRow } from "#console/data/platforms";
import { useLiveQueries } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Checkbox } from "#console/ui/field";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Clip, Soft } from "#console/ui/text";
import { useSettled } from "#console/ui/use-settled";
import styles from "./people.module.css";
import type { Person } from "./person";
import { texts } from "./texts";

const SHOWN = 20;

type Entry = { id: number; name: string; about: string };

/** The leads who wrote last on the channel or, with a text, those whom it finds. */
function useEntries(channel: Channel, text: string) {
  const c = useTexts(general);
  const client = useClient();
  const mayFind = useMay("leads:read");
  useLiveQueries(["message.received"], [["chat-people", channel.id]]);
  return useQuery({
    queryKey: ["chat-people", channel.id, text],
    queryFn: async (): Promise<Entry[]> => {
      if (text && mayFind) {
        const { data } = await listLeads({ client, query: { search: text, per_page: SHOWN } });
        return data.map((lead) => ({
          id: lead.id,
          name: leadName(lead, c.unknownName),
          about: matchIn(lead, text) ?? "",
        }));
      }
      const { data } = await listConversations({
        client,
        query: { channel_id: channel.id, order: "activity", per_page: SHOWN },
      });
      return data.map(({ lead_id: id, lead, last_message: last }) => ({
        id,
        name: lead ? leadName(lead, c.unknownName) : c.unknownName,
        about: last?.text ?? "",
      }));
    },
  });
}

function NewPerson({ channel, onChoose }: { channel: Channel; onChoose: (who: Person) => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const { hasNumbers, newAddress, newHiddenId } = platformRow(channel.platform);
  const [who, setWho] = useState(() => ({ from: newAddress(), name: "" }));
  const [isHidden, setHidden] = useState(false);
  const form = fieldsOf(who, (part) => setWho({ ...who, ...part }));
  const begin = (event: FormEvent) => {
    event.preventDefault();
    const from = who.from.trim();
    if (from) onChoose({ kind: "new", from, name: who.name.trim() });
  };
  const hide = (next: boolean) => {
    setHidden(next);
    setWho({ ...who, from: (next ? newHiddenId : newAddress)?.() ?? who.from });
  };
  return (
    <form className={styles.form} onSubmit={begin}>
      <Soft size="medium">{t.newAbout}</Soft>
      <TextField form={form} name="name" label={c.name} />
      <TextField form={form} name="from" label={hasNumbers && !isHidden ? t.number : t.account} />
      {newHiddenId && (
        <Checkbox checked={isHidden} onChange={({ target }) => hide(target.checked)}>
          {t.hidesNumber}
        </Checkbox>
      )}
      <Button type="submit" kind="primary">
        {t.begin}
      </Button>
    </form>
  );
}

/** Chooses whom to play: a lead who wrote lately, one that is searched, or somebody new. */
export function People({
  channel,
  person,
  onChoose,
}: {
  channel: Channel;
  person: Person | null;
  onChoose: (person: Person) => void;
}) {
  const t = useTexts(texts);
  const mayFind = useMay("leads:read");
  const [text, setText] = useState("");
  const [isNew, setNew] = useState(false);
  const wanted = useSettled(text.trim());
  const entries = useEntries(channel, wanted);
  return (
    <section className={styles.people} aria-label={t.people}>
      <Row gap={2} wraps justify="between">
        <h2>{t.people}</h2>
        <Button
          size="small"
          icon={<UserRoundPlus />}
          aria-expanded={isNew}
          onClick={() => setNew(!isNew)}
        >
          {t.newPerson}
        </Button>
      </Row>
      {isNew && (
        <NewPerson
          channel={channel}
          onChoose={(who) => {
            setNew(false);
            onChoose(who);
          }}
        />
      )}
      {mayFind && <LeadInput value={text} onChange={({ target }) => setText(target.value)} />}
      {entries.isPending && <LoadingRows rows={4} />}
      {entries.error && <ProblemNote error={entries.error} />}
      {entries.data?.length === 0 && <Soft size="medium">{wanted ? t.nobodyFound : t.nobody}</Soft>}
      <Stack as="ul" gap="hair" className={styles.list} aria-label={wanted ? t.found : t.recent}>
        {entries.data?.map(({ id, name, about }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.entry}
              aria-current={person?.kind === "lead" && person.id === id ? "true" : undefined}
              onClick={() => onChoose({ kind: "lead", id })}
            >
              <Avatar name={name} />
              <span className={styles.who}>
                <Clip as="bdi">{name}</Clip>
                <Clip dir="auto" className={styles.about}>
                  {about}
                </Clip>
              </span>
            </button>
          </li>
        ))}
      </Stack>
    </section>
  );
}
