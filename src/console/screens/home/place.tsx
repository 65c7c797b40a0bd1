import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSession } from "#console/session/session";
import { placesOf } from "#console/shell/navigation";

/** A link to a screen, or just its content for those who may not open it. */
export function Place({
  to,
  search,
  className,
  children,
}: {
  to: string;
  search?: Record<string, string | number>;
  className?: string | undefined;
  children: ReactNode;
}) {
  const screen = `/${to.split("/")[1]}`;
  const mayOpen = placesOf(useSession()).some((place) => place.to === screen);
  if (!mayOpen) return <div className={className}>{children}</div>;
  return (
    <Link to={to} {...(search && { search })} className={className}>
      {children}
    </Link>
  );
}
