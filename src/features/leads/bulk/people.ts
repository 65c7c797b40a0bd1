import type { ConsentScope } from "#domain/consents";
import { optoutFields } from "#domain/lead-fields";
import { lossChange, type ProfileField } from "#domain/leads";
import { mergedPatch, patched, sameJson } from "#lib/merge-patch";
import type { Identity } from "../uniqueness";
import type { MatchField } from "./schema";

// The leads of a chunk, as they will be once it is written. Each input is applied to what those
// before it have made of the leads, so that a person may come up several times.

/** The values of columns, as D1 returns them; JSON is parsed. */
export type Values = Record<string, unknown>;

/** A lead as it was read, or null; `data` is empty where nobody asks for it. */
export type Known = {
  id: number | null;
  values: Values;
  data: unknown;
  overridden: ProfileField[];
  tags: number[];
  /** The scopes that it has opted out of. */
  optouts: ConsentScope[];
};

/** The fields that must be unchanged when the lead is written. */
const GUARDED = ["ext_id", "phone_key", "email_key", "pipeline_stage"] as const;

/** The columns in which a lead is unique, by the field that they are made of. */
export const KEYS = { ext_id: "ext_id", phone: "phone_key", email: "email_key" } as const;

export class Person {
  /** Null while the lead is not stored. */
  readonly id: number | null;
  readonly values: Values;
  data: unknown;
  tags: Set<number>;
  readonly optouts: Set<ConsentScope>;
  readonly #overridden: Set<ProfileField>;
  /** The values of the guarded columns when the lead was read. */
  readonly was: Values;
  /** The changes to write: values by column, a patch of the data, overrides, tags, an opt-out. */
  readonly changed: Values = {};
  patch: unknown;
  readonly overrides = new Set<ProfileField>();
  readonly attach = new Set<number>();
  readonly detach = new Set<number>();
  readonly optsOut = new Set<ConsentScope>();

  constructor(known?: Known) {
    this.id = known?.id ?? null;
    this.values = { ...known?.values };
    this.data = known?.data ?? {};
    this.tags = new Set(known?.tags);
    this.optouts = new Set(known?.optouts);
    this.#overridden = new Set(known?.overridden);
    this.was = Object.fromEntries(GUARDED.map((column) => [column, this.values[column] ?? null]));
  }

  get isChanged() {
    const { changed, patch, overrides, attach, detach, optsOut } = this;
    const sets = [overrides, attach, detach, optsOut];
    const isEmpty = Object.keys(changed).length === 0 && sets.every(({ size }) => size === 0);
    return !isEmpty || patch !== undefined;
  }

  /** The lead as if it had been written, and read. */
  get known(): Known {
    const { id, values, data } = this;
    const [optouts, tags] = [[...this.optouts], [...this.tags]];
    return { id, values, data, optouts, overridden: [...this.#overridden], tags };
  }

  /** True if a field's key is, and will stay, this lead's. */
  has = (field: MatchField, identity: Identity) => this.values[KEYS[field]] === identity[field];

  /** Each of these returns whether it changes something. */
  set(given: Values): boolean {
    const differing = Object.entries(given).filter(
      ([column, value]) => value !== undefined && !sameJson(this.values[column] ?? null, value),
    );
    for (const [column, value] of differing) this.values[column] = this.changed[column] = value;
    return differing.length > 0;
  }

  move(stage: string | null): boolean {
    const from = (this.values.pipeline_stage ?? null) as string | null;
    const { is_lost, ...loss } = lossChange(from, stage);
    return this.set({
      pipeline_stage: stage,
      ...loss,
      ...(is_lost !== undefined && { is_lost: Number(is_lost) }),
    });
  }

  override(fields: ProfileField[]): boolean {
    const fresh = fields.filter((field) => !this.#overridden.has(field));
    for (const field of fresh) {
      this.#overridden.add(field);
      this.overrides.add(field);
    }
    return fresh.length > 0;
  }

  patchData(patch: object): boolean {
    const merged = patched(this.data, patch);
    if (sameJson(this.data, merged)) return false;
    this.data = merged;
    this.patch = mergedPatch(this.patch, patch);
    return true;
  }

  setTags(tags: Set<number>): boolean {
    const fresh = [...tags].filter((id) => !this.tags.has(id));
    const gone = [...this.tags].filter((id) => !tags.has(id));
    for (const id of fresh) if (!this.detach.delete(id)) this.attach.add(id);
    for (const id of gone) if (!this.attach.delete(id)) this.detach.add(id);
    this.tags = tags;
    return fresh.length + gone.length > 0;
  }

  /** The flags of its consents. */
  get consents() {
    const has = (about: ConsentScope) => this.optouts.has(about);
    return { [optoutFields.all]: has("all"), [optoutFields.marketing]: has("marketing") };
  }

  optOut(about: ConsentScope): boolean {
    if (this.optouts.has(about)) return false;
    this.optouts.add(about);
    this.optsOut.add(about);
    return true;
  }
}

/** Finds leads by what is unique about them. */
export class People {
  readonly #byKey = new Map<string, Person>();
  readonly #byId = new Map<number, Person>();
  readonly all: Person[] = [];

  /** Those that are not stored. */
  get fresh() {
    return this.all.filter(({ id }) => id === null);
  }

  /** Takes in leads that were read, save those that are known. */
  know(known: Known[]) {
    for (const one of known)
      if (one.id === null || !this.#byId.has(one.id)) this.add(new Person(one));
    return this;
  }

  add(person: Person) {
    this.all.push(person);
    if (person.id !== null) this.#byId.set(person.id, person);
    this.index(person);
  }

  /**
   * Notes the keys that a lead has by now. Those that it had before stay its own until the chunk is
   * written: two leads can't swap a phone in one statement.
   */
  index(person: Person) {
    for (const [field, column] of Object.entries(KEYS)) {
      const key = person.values[column];
      if (typeof key === "string") this.#byKey.set(`${field} ${key}`, person);
    }
  }

  withId = (id: number) => this.#byId.get(id);

  with = (field: MatchField, { [field]: key }: Identity) =>
    key == null ? undefined : this.#byKey.get(`${field} ${key}`);
}
