import { Link } from "@tanstack/react-router";
import { House } from "lucide-react";
import { useSession } from "../../session/session";
import { placesOf } from "../../shell/navigation";
import { texts as shell } from "../../shell/texts";
import { useTexts } from "../../texts/catalogue";
import { buttonClass } from "../../ui/button";
import { Card } from "../../ui/layout";
import { EmptyState } from "../../ui/states";
import { texts } from "./texts";

/** The screens that a token opens, for people whose token may not read the figures. */
export function Welcome() {
  const t = useTexts(texts);
  const names = useTexts(shell);
  const places = placesOf(useSession()).filter(({ to }) => to !== "/");
  return (
    <Card>
      <EmptyState
        icon={<House aria-hidden="true" />}
        title={t.welcome}
        actions={places.map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={buttonClass()}>
            <Icon aria-hidden="true" />
            {names[name]}
          </Link>
        ))}
      >
        {t.welcomeAbout}
      </EmptyState>
    </Card>
  );
}
