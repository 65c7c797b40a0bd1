import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Link2, type LucideIcon, UserRound, Workflow } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { type Client, listLeads, listScenarios, listShortLinks } from "#client";
import { Clip } from "#console/ui/text";
import { matchIn } from "../data/lead-match";
import { leadName } from "../data/lead-name";
import { may, useSession } from "../session/session";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { Dialog } from "../ui/dialog";
import { Input } from "../ui/field";
import { useSettled } from "../ui/use-settled";
import { placesOf } from "./navigation";
import styles from "./palette.module.css";
import { texts } from "./texts";

const NONE = { data: [] };
const PER_PAGE = 10;
const SHOWN = 6;

type Result = { to: string; text: string; match?: string; about: string; Icon: LucideIcon };

const includes = (text: string, part: string) =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase());

/** Goes to a screen, a scenario or a link by its name, or to a lead by whatever is known of it. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const session = useSession();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const typed = text.trim();
  const wanted = useSettled(typed);

  const find = async (client: Client, signal: AbortSignal): Promise<Result[]> => {
    const people = { client, signal, query: { search: wanted, per_page: PER_PAGE } };
    const byName = { client, signal, query: { name: wanted, per_page: PER_PAGE } };
    const byLabel = { client, signal, query: { label: wanted, per_page: PER_PAGE } };
    const [leads, scenarios, links] = await Promise.all([
      may(session, "leads:read") ? listLeads(people) : NONE,
      may(session, "scenarios:read") ? listScenarios(byName) : NONE,
      may(session, "short-links:read") ? listShortLinks(byLabel) : NONE,
    ]);
    return [
      ...leads.data.slice(0, SHOWN).map((lead) => ({
        to: `/leads/${lead.id}`,
        text: leadName(lead, c.unknownName),
        match: matchIn(lead, wanted) ?? "",
        about: t.leads,
        Icon: UserRound,
      })),
      ...scenarios.data.slice(0, SHOWN).map(({ id, name }) => ({
        to: `/scenarios/${id}`,
        text: name,
        about: t.scenarios,
        Icon: Workflow,
      })),
      ...links.data.slice(0, SHOWN).map(({ id, label, slug }) => ({
        to: `/links/${id}`,
        text: label ?? slug,
        about: t.links,
        Icon: Link2,
      })),
    ];
  };
  const found = useQuery({
    queryKey: ["palette", wanted],
    queryFn: ({ signal }) => find(session.client, signal),
    enabled: wanted.length > 1 && session.kind === "workspace",
  });

  const results: Result[] = [
    ...placesOf(session)
      .filter(({ name }) => includes(t[name], typed))
      .map(({ to, name, Icon }) => ({ to, text: t[name], about: t.goTo, Icon })),
    ...(typed === wanted ? (found.data ?? []) : []),
  ];
  const selected = Math.min(chosen, results.length - 1);

  function go({ to }: Result) {
    onClose();
    void navigate({ to });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((selected + step + results.length) % results.length);
    }
    const result = results[selected];
    if (event.key === "Enter" && result) {
      event.preventDefault();
      go(result);
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={t.find} width="36rem">
      <div className={styles.palette}>
        <Input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-results`}
          aria-activedescendant={results[selected] ? `${id}-${selected}` : undefined}
          aria-label={t.find}
          placeholder={t.findHint}
          autoComplete="off"
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id={`${id}-results`}
          className={styles.results}
          role="listbox"
          aria-label={t.find}
          tabIndex={-1}
        >
          {results.map((result, index) => (
            <button
              key={result.to}
              id={`${id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
              className={styles.result}
              onMouseMove={() => setChosen(index)}
              onClick={() => go(result)}
            >
              <result.Icon size="1rem" color="var(--soft)" />
              <Clip>
                <bdi>{result.text}</bdi>
                {result.match && result.match !== result.text && (
                  <bdi className={styles.match}>{result.match}</bdi>
                )}
              </Clip>
              <span className={styles.resultAbout}>{result.about}</span>
            </button>
          ))}
        </div>
        {results.length === 0 && typed === wanted && !found.isFetching && (
          <p className={styles.nothing} role="status">
            {t.nothingFound}
          </p>
        )}
      </div>
    </Dialog>
  );
}
