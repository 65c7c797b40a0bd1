import { Check, Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError } from "#client";
import { Row, Stack } from "#console/ui/stack";
import icon from "../icon.svg";
import { signIn } from "../session/session";
import { useTexts } from "../texts/catalogue";
import { Button } from "../ui/button";
import { classes } from "../ui/classes";
import { Field, Input } from "../ui/field";
import { useTitle } from "../ui/layout";
import { ProblemNote, useProblemText } from "../ui/states";
import styles from "./sign-in.module.css";
import { texts } from "./sign-in-texts";

/** On a laptop, the service names the token of its demo. */
const { demoToken } = document.documentElement.dataset;

/** True for errors that prove nothing about the token, which may work when it is tried again. */
const isOfTheService = (failure: unknown) =>
  failure !== undefined && (!(failure instanceof ApiError) || failure.status !== 403);

type BusyWith = "token" | "demo" | null;

/** Opens the demo in one press. */
function Demo({ busyWith, onOpen }: { busyWith: BusyWith; onOpen: () => void }) {
  const t = useTexts(texts);
  return (
    <>
      <div>
        <Button
          kind="primary"
          className={classes(styles.demo)}
          icon={<Sparkles />}
          isBusy={busyWith === "demo"}
          disabled={busyWith !== null}
          onClick={onOpen}
        >
          {t.demo}
        </Button>
        <p className={styles.soft}>{t.demoAbout}</p>
      </div>
      <Row gap={3} className={styles.or}>
        {t.or}
      </Row>
    </>
  );
}

function TokenForm({
  error,
  kind,
  busyWith,
  onOpen,
}: {
  error: string | undefined;
  kind: "plain" | "primary";
  busyWith: BusyWith;
  onOpen: (token: string) => void;
}) {
  const t = useTexts(texts);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get("token");
    if (typeof token === "string" && token.trim()) onOpen(token);
  }

  return (
    <form className={styles.fields} onSubmit={submit} noValidate>
      <Field label={t.token} hint={t.hint} errors={error ? [error] : undefined}>
        {(control) => (
          <Input
            name="token"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="lea_…"
            {...control}
          />
        )}
      </Field>
      <Button type="submit" kind={kind} isBusy={busyWith === "token"} disabled={busyWith !== null}>
        {t.action}
      </Button>
    </form>
  );
}

/** A few words on the purpose of the service. */
function Pitch() {
  const t = useTexts(texts);
  return (
    <aside className={styles.side}>
      <p className={styles.pitch}>{t.pitch}</p>
      <Stack as="ul" gap={3} className={styles.points}>
        {t.points.split("\n").map((point) => (
          <li key={point}>
            <Check />
            {point}
          </li>
        ))}
      </Stack>
    </aside>
  );
}

/** The form that asks for a token. */
export default function SignIn({
  failure,
  about,
}: {
  /** The error that kept this tab from going on with its token. */
  failure?: unknown;
  /** The reason to ask again, where this isn't the first sign-in. */
  about?: string;
}) {
  const t = useTexts(texts);
  useTitle(t.title);
  const problemText = useProblemText();
  const [busyWith, setBusyWith] = useState<BusyWith>(null);
  const textOf = (problem: unknown) => {
    if (problem instanceof TypeError && /token/i.test(problem.message)) return t.malformed;
    if (problem instanceof ApiError && problem.status === 401) return t.wrong;
    if (problem instanceof ApiError && problem.status === 403) return problem.message;
    return problemText(problem);
  };
  const offersDemo = demoToken && !about;
  const [error, setError] = useState(
    failure === undefined || isOfTheService(failure) ? undefined : textOf(failure),
  );

  async function open(token: string, by: NonNullable<BusyWith>) {
    setBusyWith(by);
    setError(undefined);
    try {
      await signIn(token);
    } catch (problem) {
      setBusyWith(null);
      setError(textOf(problem));
    }
  }

  return (
    <div className={styles.page}>
      <main className={styles.form}>
        <Row gap={3} className={styles.brand}>
          <img src={icon} alt="" width="32" height="32" />
          Lead Engagement
        </Row>
        <div>
          <h1>{t.title}</h1>
          <p className={styles.soft}>{about ?? t.about}</p>
        </div>
        {isOfTheService(failure) && (
          <ProblemNote error={failure} onRetry={() => location.reload()} />
        )}
        {offersDemo && <Demo busyWith={busyWith} onOpen={() => void open(demoToken, "demo")} />}
        <TokenForm
          error={error}
          kind={offersDemo ? "plain" : "primary"}
          busyWith={busyWith}
          onOpen={(token) => void open(token, "token")}
        />
      </main>
      <Pitch />
    </div>
  );
}
