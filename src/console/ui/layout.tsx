import { useRouterState } from "@tanstack/react-router";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { IconButton } from "./button";
import styles from "./layout.module.css";
import { Row } from "./stack";

/** The place of what a screen shows, for one that has a head of its own. */
export const screenClass = styles.screen ?? "";

/** A screen with a heading; also the title of the tab. */
export function Screen({
  title,
  back,
  about,
  actions,
  children,
}: {
  title: string;
  /** A `BackLink`. */
  back?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className={screenClass}>
      <Row as="header" wraps justify="between" className={styles.head}>
        <div className={styles.heading}>
          {back}
          <h1>{title}</h1>
          {about && <p className={styles.about}>{about}</p>}
        </div>
        {actions && (
          <Row gap={2} wraps className={styles.actions}>
            {actions}
          </Row>
        )}
      </Row>
      {children}
    </div>
  );
}

export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Lead Engagement`;
  }, [title]);
}

export const Card = ({
  title,
  actions,
  isPadded = true,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  isPadded?: boolean;
  children: ReactNode;
}) => (
  <section className={styles.card}>
    {(title || actions) && (
      <Row wraps justify="between" className={styles.cardHead}>
        {title && <h2>{title}</h2>}
        {actions && (
          <Row gap={2} wraps className={styles.actions}>
            {actions}
          </Row>
        )}
      </Row>
    )}
    <div className={isPadded ? styles.padded : styles.rows}>{children}</div>
  </section>
);

/** Names and values, of which those that are null, false or empty are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, value]) => value || value === 0)
      .map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** The progress of something: `share` from 0 to 1. */
export const Progress = ({ share, label }: { share: number; label: string }) => (
  <div
    className={styles.progress}
    role="progressbar"
    aria-label={label}
    aria-valuenow={Math.round(share * 100)}
    aria-valuemin={0}
    aria-valuemax={100}
  >
    <div className={styles.bar} style={{ width: `${Math.min(100, share * 100)}%` }} />
  </div>
);

/** A row of links to the parts of a screen: `Link`s with the class `tabClass`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const tabs = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // On a phone, the tab that is open may be beyond the edge.
  useEffect(() => {
    if (!path) return;
    const current = tabs.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

export const tabClass = styles.tab ?? "";

/** One of few choices. */
export const Segmented = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, ReactNode])[];
  onChange: (value: Value) => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
  <div className={styles.segmented} role="group" aria-label={label}>
    {options.map(([option, text]) => (
      <button
        key={option}
        type="button"
        aria-pressed={option === value}
        onClick={() => onChange(option)}
      >
        {text}
      </button>
    ))}
  </div>
);

const COPIED_MS = 1_500;

/** A text to copy. */
export function CopyText({ text, label }: { text: string; label?: string }) {
  const t = useTexts(general);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Row as="span" gap={2} className={styles.code}>
      <code>{text}</code>
      <IconButton
        label={isCopied ? t.copied : (label ?? t.copy)}
        size="small"
        icon={isCopied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
    </Row>
  );
}
