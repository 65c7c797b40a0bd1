import { Link } from "@tanstack/react-router";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import { useRecovering } from "./recovering";
import { texts } from "./texts";

/** The way back to a recovery that this tab has begun. */
export function UnderWay() {
  const t = useTexts(texts);
  if (!useRecovering()) return null;
  return (
    <Note>
      {t.underWay} <Link to="/health/recovery">{t.show}</Link>
    </Note>
  );
}
