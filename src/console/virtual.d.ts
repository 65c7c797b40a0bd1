declare module "virtual:node-types" {
  /** JSON Schema, as OpenAPI 3.1 has it. */
  export type Schema = {
    $ref?: string;
    type?: string | string[];
    const?: unknown;
    enum?: unknown[];
    anyOf?: Schema[];
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    additionalProperties?: boolean | Schema;
    description?: string;
    examples?: unknown[];
    default?: unknown;
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    minItems?: number;
    maxItems?: number;
    pattern?: string;
    format?: string;
  };
  export const nodeTypes: {
    /** The names of the schemas of nodes, by type. */
    types: Record<string, string>;
    /** The names of the schemas of triggers, by type. */
    triggers: Record<string, string>;
    /** These schemas, with all that they refer to. */
    schemas: Record<string, Schema>;
    /** The most triggers of a scenario. */
    mostTriggers: number;
  };
}

declare module "virtual:platforms" {
  import type { MessageType, Platform } from "#client";

  /** The messages of the team on a platform, and those of their limits that screens ask for. */
  export type Limits = {
    sends: MessageType[];
    /** Null for what is not shown. */
    list: {
      rows: number;
      title: number;
      button: number | null;
      description: number | null;
    };
    linkButtons: { most: number; hasMedia: boolean };
    cards: {
      hasText: boolean;
      needsTitle: boolean;
      title: number;
      text: number;
      links: number;
      replies: number;
    };
    hasVoiceNotes: boolean;
  };
  export const platformLimits: Record<Platform, Limits>;

  /** The limits on all platforms: the characters of a button's title, and the parts. */
  export const messageBounds: {
    title: number;
    buttons: number;
    cards: { least: number; most: number };
  };
}
