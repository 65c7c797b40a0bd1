import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./layout.module.css";

/** The way back to the list that a screen belongs to, above its heading. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles.back}>
    <ChevronLeft />
    {children}
  </Link>
);
