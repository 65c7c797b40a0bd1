import { Link } from "@tanstack/react-router";
import { House } from "lucide-react";
import { useSession } from "#console/session/session";
import { placesOf } from "#console/shell/navigation";
import { texts as shell } from "#console/shell/texts";
import { useTexts } from "#console/texts/catalogue";
import { buttonClass } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { texts } from "./texts";

/** The screens that a token opens, for people whose token may not read the figures. */
export function Welcome() {
  const t = useTexts(texts);
  const names = useTexts(shell);
  const places = placesOf(useSession()).filter(({ to }) => to !== "/");
  return (
    <Card>
      <EmptyState
        icon={<House />}
        title={t.welcome}
        actions={places.map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={buttonClass()}>
            <Icon />
            {names[name]}
          </Link>
        ))}
      >
        {t.welcomeAbout}
      </EmptyState>
    </Card>
  );
}
