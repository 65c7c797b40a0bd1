import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "#client";
import { type TextsOf, useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { useLanguage } from "../texts/language";
import { Button } from "./button";
import { classes } from "./classes";
import { isOfConnection, nameOf } from "./connection";
import { isAmong, useFault } from "./faults";
import { Row, Stack } from "./stack";
import styles from "./states.module.css";
import tones from "./tones.module.css";
import { wordedErrors } from "./worded-errors";

/** An empty list or screen: say what would be there, and how to begin. */
export const EmptyState = ({
  icon,
  title,
  level: Heading = "h2",
  children,
  actions,
}: {
  icon?: ReactNode;
  title: string;
  /** `h1` where it stands in the place of a whole screen. */
  level?: "h1" | "h2";
  children?: ReactNode;
  actions?: ReactNode;
}) => (
  <div className={styles.empty}>
    {icon}
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
    {actions && (
      <Row gap={2} wraps align="stretch" justify="center" className={styles.actions}>
        {actions}
      </Row>
    )}
  </div>
);

const ICONS = { blue: Info, amber: TriangleAlert, red: CircleAlert, green: CircleCheck };

export function Note({
  tone = "blue",
  children,
}: {
  tone?: keyof typeof ICONS;
  children: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <Row gap={2} align="stretch" className={classes(styles.note, tones[tone])}>
      <Icon />
      <div>{children}</div>
    </Row>
  );
}

/** An error of a field, which the field's name explains where it is not shown at the field. */
const sayField = (
  [field, [text = ""]]: [string, string[]],
  { errors }: ApiError,
  { pair }: TextsOf<typeof general>,
) => (errors[field]?.[0] === text ? text : pair(field.replaceAll("_", " "), text));

/** The text of an error for people, in the words of the API where it has any. */
export function useProblemText() {
  const t = useTexts(general);
  const language = useLanguage();
  return (error: unknown, shown?: readonly string[]) => {
    if (!(error instanceof ApiError))
      return isOfConnection(error) ? t.problems.network : t.problems.here(nameOf(error));
    if (error.code === "suspended") return t.problems.suspended;
    if (error.status === 403) return t.problems.forbidden(error.ability);
    if (error.status === 404) return t.problems.gone;
    if (error.status === 429) return t.problems.tooMany;
    if (error.status >= 500) return t.problems.server;
    const faults = Object.entries(wordedErrors(language, error));
    const rest = shown ? faults.filter(([fault]) => !isAmong(shown, fault)) : faults.slice(0, 1);
    return rest.map((fault) => sayField(fault, error, t)).join(" ") || error.message;
  };
}

/**
 * An error, with the id of the request by which it is found in the log. It says every fault that is
 * in none of the fields of `shown`.
 */
export function ProblemNote({
  error,
  shown,
  onRetry,
}: {
  error: unknown;
  shown?: readonly string[];
  onRetry?: () => void;
}) {
  const t = useTexts(general);
  const textOf = useProblemText();
  const hasFailed = error instanceof ApiError && error.status >= 500;
  const requestId = hasFailed ? error.requestId : null;
  const ref = useFault<HTMLDivElement>(error);
  return (
    <div ref={ref} role="alert" data-fault tabIndex={-1}>
      <Note tone="red">
        <p>{hasFailed && onRetry ? t.problems.noAnswer : textOf(error, shown)}</p>
        {requestId && <p className={styles.request}>{t.problems.request(requestId)}</p>}
        {onRetry && (
          <Button size="small" className={styles.retry} onClick={onRetry}>
            {t.retry}
          </Button>
        )}
      </Note>
    </div>
  );
}

/** A bar in the place of a text that is on its way. */
export const Skeleton = ({ width = "100%" }: { width?: string }) => (
  <span className={styles.skeleton} style={{ width }} aria-hidden="true" />
);

/** Bars in the place of a list that is on its way. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  const t = useTexts(general);
  return (
    <Stack gap={3} className={styles.rows} role="status">
      <span className="visually-hidden">{t.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} width={`${90 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}
