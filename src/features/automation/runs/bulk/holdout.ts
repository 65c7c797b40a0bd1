import { hash53 } from "#features/automation/engine/hash";
import { newSecret } from "#lib/crypto";
import type { BulkEnrolInput } from "../input";

/** The seed of an enrolment's draw: the one it brings from a dry run, or a new one. */
export const seedOf = ({
  holdout,
  holdout_seed,
}: Pick<BulkEnrolInput, "holdout" | "holdout_seed">) =>
  holdout ? (holdout_seed ?? newSecret()) : null;

/** True if a draw leaves a lead out: by chance, but with the same seed always the same ones. */
export const isHeldOut = (seed: string | null, leadId: number, share: number) =>
  seed !== null && hash53(`${seed}:${leadId}`) < share * 2 ** 53;
