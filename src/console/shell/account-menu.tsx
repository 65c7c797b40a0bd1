import { Link } from "@tanstack/react-router";
import { BookOpen, LogOut } from "lucide-react";
import { Stack } from "#console/ui/stack";
import { signOut } from "../session/session";
import { setTheme, themes, useTheme } from "../style/theme";
import { setLanguage, useTexts } from "../texts/catalogue";
import { type Language, languages, useLanguage } from "../texts/language";
import { Segmented } from "../ui/layout";
import { online } from "../ui/lazily";
import styles from "./account-menu.module.css";
import type { Place } from "./navigation";
import { texts } from "./texts";

const NAMES: Record<Language, string> = { en: "English", fr: "Français" };

/** A panel of the browser's own: a button with `popoverTarget={id}` opens it. */
export function AccountMenu({
  id,
  places,
}: {
  id: string;
  /** Screens that have no place of their own on a phone, where alone they are shown. */
  places: Place[];
}) {
  const t = useTexts(texts);
  const theme = useTheme();
  const language = useLanguage();
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <div id={id} popover="auto" className={styles.panel} role="dialog" aria-label={t.account}>
      <nav className={styles.places} aria-label={t.more}>
        {places.map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={styles.item} onClick={close}>
            <Icon />
            {t[name]}
          </Link>
        ))}
      </nav>
      <Stack gap={1} className={styles.choice}>
        <p>{t.theme}</p>
        <Segmented
          label={t.theme}
          value={theme}
          options={themes.map((option) => [option, t.themes[option]] as const)}
          onChange={setTheme}
        />
      </Stack>
      <Stack gap={1} className={styles.choice}>
        <p>{t.language}</p>
        <Segmented
          label={t.language}
          value={language}
          options={languages.map((option) => [option, NAMES[option]] as const)}
          onChange={(chosen) => void online().then(() => setLanguage(chosen))}
        />
      </Stack>
      <div className={styles.actions}>
        <a className={styles.item} href="/docs" target="_blank" rel="noreferrer">
          <BookOpen />
          {t.guides}
        </a>
        <button type="button" className={styles.item} onClick={signOut}>
          <LogOut />
          {t.signOut}
        </button>
      </div>
    </div>
  );
}
