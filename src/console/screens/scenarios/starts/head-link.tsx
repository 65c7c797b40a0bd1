import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Leads to a scenario's editor, and there to a trigger. */
export const HeadLink = ({
  scenario,
  trigger,
  onClick,
  children,
}: {
  scenario: number;
  trigger: string;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}) => (
  <Link
    to="/scenarios/$scenario"
    params={{ scenario: `${scenario}` }}
    search={{ head: trigger }}
    {...(onClick && { onClick })}
  >
    <bdi>{children}</bdi>
  </Link>
);
