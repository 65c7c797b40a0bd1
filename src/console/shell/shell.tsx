import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Ellipsis, PanelLeft, Search, UserRound } from "lucide-react";
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Row, Stack } from "#console/ui/stack";
import { Clip } from "#console/ui/text";
import icon from "../icon.svg";
import { useLiveState, useStream } from "../live/live";
import { useSession } from "../session/session";
import { useTexts } from "../texts/catalogue";
import { Dot } from "../ui/badge";
import { IconButton } from "../ui/button";
import { lazily } from "../ui/lazily";
import { LoadingRows } from "../ui/states";
import { Toasts } from "../ui/toasts";
import { AccountMenu } from "./account-menu";
import { Forbidden } from "./failures";
import { useNarrow } from "./narrow";
import { closedPlace, placesOf } from "./navigation";
import styles from "./shell.module.css";
import { texts } from "./texts";

const Palette = lazily(() => import("./palette"));

const ACCOUNT = "account";
const ON_A_PHONE = ["/", "/inbox", "/leads", "/channels", "/workspaces", "/health"];
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const LIVE_COLORS = { live: "var(--green)", connecting: "var(--amber)", off: "var(--faint)" };

function Live() {
  const t = useTexts(texts);
  const state = useLiveState();
  return (
    <Row as="span" gap={2} className={styles.live} role="status">
      <Dot color={LIVE_COLORS[state]} />
      <span>{t.live[state]}</span>
    </Row>
  );
}

/** The frame around all screens. */
export function Shell() {
  const t = useTexts(texts);
  const session = useSession();
  useStream();
  const [isFinding, setFinding] = useState(false);
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const places = placesOf(session);
  const { isNarrow, toggle } = useNarrow();
  // Until the next screen has come, the one before stays.
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? path });
  const closed = closedPlace(session, path) ?? (shown !== "/" && closedPlace(session, shown));

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setFinding((isOpen) => !isOpen);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  // Dialogs lie outside the frame, so the whole page has the operator's colours.
  useEffect(() => {
    const { operator } = styles;
    if (session.kind !== "operator" || !operator) return;
    const { classList } = document.documentElement;
    classList.add(operator);
    return () => classList.remove(operator);
  }, [session.kind]);

  // A new screen begins at its top, also for those who read by keyboard or ear.
  const screen = path.split("/")[1];
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [screen]);

  // The focus may have gone with the screen before, such as with a dialog that led here. While the
  // next one is still on its way, that dialog is hidden, but there.
  const arrived = useRouterState({
    select: ({ matches }) => matches.every(({ status }) => status !== "pending") && shown,
  });
  useEffect(() => {
    if (!arrived) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [arrived]);

  const links = places.map(({ to, name, Icon }) => (
    <Link
      key={to}
      to={to}
      className={styles.place}
      activeOptions={{ exact: to === "/" }}
      title={t[name]}
    >
      <Icon size="1.125rem" />
      <span>{t[name]}</span>
    </Link>
  ));

  return (
    <div className={styles.shell} data-narrow={isNarrow || undefined}>
      <a className={styles.skip} href="#main">
        {t.skip}
      </a>
      <div className={styles.side}>
        <Row as="header" gap={2} className={styles.workspace}>
          <img src={icon} alt="" width="28" height="28" />
          <div>
            <Clip as="p" className={styles.workspaceName}>
              {session.kind === "workspace" ? session.me.workspace.name : t.product}
            </Clip>
            <Clip as="p" className={styles.tokenName}>
              {session.kind === "workspace" ? session.me.token.name : t.operator}
            </Clip>
          </div>
        </Row>
        <button
          type="button"
          className={styles.find}
          title={t.find}
          onClick={() => setFinding(true)}
        >
          <Search size="1rem" />
          <Clip>{t.find}</Clip>
          <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <Stack as="nav" gap="hair" className={styles.places} aria-label={t.navigation}>
          {links}
        </Stack>
        <Row gap={2} justify="between" className={styles.foot}>
          {session.kind === "workspace" ? <Live /> : <span />}
          {toggle && (
            <IconButton
              label={isNarrow ? t.widen : t.narrow}
              icon={<PanelLeft />}
              onClick={toggle}
            />
          )}
          <IconButton label={t.account} icon={<UserRound />} popoverTarget={ACCOUNT} />
        </Row>
      </div>
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <Suspense fallback={<LoadingRows />}>
          {closed ? <Forbidden level="h1" abilities={closed.abilities} /> : <Outlet />}
        </Suspense>
      </main>
      <nav className={styles.bottom} aria-label={t.navigation}>
        {places
          .filter(({ to }) => ON_A_PHONE.includes(to))
          .map(({ to, name, Icon }) => (
            <Link key={to} to={to} activeOptions={{ exact: to === "/" }}>
              <Icon size="1.25rem" />
              {t[name]}
            </Link>
          ))}
        <button type="button" popoverTarget={ACCOUNT}>
          <Ellipsis size="1.25rem" />
          {t.more}
        </button>
      </nav>
      <AccountMenu id={ACCOUNT} places={places.filter(({ to }) => !ON_A_PHONE.includes(to))} />
      {isFinding && (
        <Suspense>
          <Palette onClose={() => setFinding(false)} />
        </Suspense>
      )}
      <Toasts />
    </div>
  );
}
