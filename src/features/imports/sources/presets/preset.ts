import { kindOfPreset, type SourceKind, type SourcePresetName } from "#domain/sources";
import type { Path, SourceMapping } from "../mapping";
import type { Verification } from "../verification";

/** The settings that a source of some service begins with, and how to set that service up. */
export type Preset = {
  name: SourcePresetName;
  label: string;
  kind: SourceKind;
  verification: Verification;
  /** True if the service makes the secret, once it knows the URL. */
  makes_secret: boolean;
  mapping: SourceMapping;
  items: Path | null;
  dedupe: Path | null;
  steps: string[];
};

/** A preset of webhooks. Of most, the mapping of the kind does. */
export const preset = (
  own: Pick<Preset, "name" | "label" | "verification" | "mapping" | "steps"> &
    Partial<Omit<Preset, "kind">>,
): Preset => ({
  ...{ kind: kindOfPreset(own.name), makes_secret: false, items: null, dedupe: null },
  ...own,
});

/** The step by which leads are known who come by a link. */
export const linkStep = (to: string, end: string) =>
  `In your messages, end the link to ${to} with ${end}: it tells who comes.`;

/** A signature of the body alone, as most services send it. */
export const signature = (header: string, more: Partial<Hmac> = {}): Verification => ({
  scheme: "hmac",
  header,
  algorithm: "sha256",
  encoding: "base64",
  prefix: "",
  timestamp: "none",
  tolerance_seconds: 300,
  ...more,
});
type Hmac = Extract<Verification, { scheme: "hmac" }>;
