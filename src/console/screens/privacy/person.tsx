import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { UserSearch } from "lucide-react";
import { useState } from "react";
import { ApiError, getLead, type LeadListItem, listErasures, listLeads } from "#client";
import { CONSENT_EVENTS } from "#console/data/consent-events";
import { TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { leadName } from "#console/data/lead-name";
import { useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { FoundPerson } from "./found-person";
import styles from "./privacy.module.css";
import { texts } from "./texts";

/** A lead by its id; the receipt of its erasure where there is none any more. */
function PersonOf({ id }: { id: number }) {
  const t = useTexts(texts);
  const client = useClient();
  const query = useQuery({
    queryKey: ["leads", "one", id, "privacy"],
    queryFn: async ({ signal }) => {
      try {
        const { data } = await getLead({ client, path: { lead: id }, signal });
        return { lead: data };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        const { data } = await listErasures({ client, query: { lead_id: id }, signal });
        return { erasure: data[0]?.id };
      }
    },
  });
  useLiveQueries(
    [...CONSENT_EVENTS, "lead.updated", "lead.deleted"],
    [["leads", "one", id, "privacy"]],
  );
  if (query.isPending) return <LoadingRows />;
  if (query.error) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />;
  const { lead, erasure } = query.data;
  if (lead) return <FoundPerson lead={lead} />;
  if (erasure === undefined) return <Note>{t.gone}</Note>;
  return (
    <Note>
      {t.erasedBefore}{" "}
      <Link to="/privacy/erasures/$erasure" params={{ erasure: String(erasure) }}>
        {t.seeReceipt}
      </Link>
    </Note>
  );
}

/** The people who may be meant. */
function Several({ found, onShow }: { found: LeadListItem[]; onShow: (id: number) => void }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  return (
    <Card title={t.several}>
      <Stack as="ul" gap={3} className={styles.people}>
        {found.map((one) => (
          <li key={one.id}>
            <Avatar name={leadName(one, g.unknownName)} />
            <button type="button" onClick={() => onShow(one.id)}>
              <bdi>{leadName(one, g.unknownName)}</bdi>
              <span>{[one.phone, one.email, one.ext_id].filter(Boolean).join(" · ")}</span>
            </button>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

/** The search for a person, and what is kept of who is found. */
export default function Person() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { lead } = useSearch({ from: "/privacy/" });
  const [found, setFound] = useState<LeadListItem[]>();
  const show = (id: number | undefined) =>
    void navigate({ to: "/privacy", search: id ? { lead: id } : {} });
  const form = useForm({ identity: "" }, (client, { identity }) =>
    listLeads({ client, query: { identity: identity.trim() } }),
  );
  return (
    <>
      <Card>
        <Form
          form={form}
          className={styles.find}
          isReady={form.values.identity.trim() !== ""}
          next={({ data }) => {
            setFound(data);
            show(data.length === 1 ? data[0]?.id : undefined);
          }}
        >
          <TextField
            form={form}
            name="identity"
            label={t.who}
            hint={t.whoHint}
            type="search"
            spellCheck={false}
            placeholder="+33 6 39 98 07 11"
          />
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {t.find}
          </Button>
        </Form>
      </Card>
      {lead !== undefined && <PersonOf key={lead} id={lead} />}
      {lead === undefined && found === undefined && (
        <EmptyState icon={<UserSearch />} title={t.begin}>
          {t.beginAbout}
        </EmptyState>
      )}
      {lead === undefined && found?.length === 0 && (
        <EmptyState icon={<UserSearch />} title={t.nobody}>
          {t.nobodyAbout}
        </EmptyState>
      )}
      {lead === undefined && found && found.length > 1 && <Several found={found} onShow={show} />}
    </>
  );
}
