import {
  EngagementLevel,
  type LeadListItem,
  LeadSource,
  LostReason,
  MaturityLevel,
  Occupation,
  PipelineStage,
  type SegmentFilter,
  Warmth,
} from "#client";

// The uses of each field and each filter on the screens of leads. One that the API adds does not
// compile before it has its row here.

type NoFields = "id" | "variables" | "tags" | "conversations" | "unusable_contacts";
type FieldName = Exclude<keyof LeadListItem, NoFields | `${string}_at`>;

type Field = {
  /** The values of a closed list. */
  choices?: Record<string, string>;
  /** The part of the form that changes it. */
  form?: "who" | "where" | "further";
  input?: "email" | "tel" | "url";
  isNumber?: true;
  isFlag?: true;
  /** False: no condition of a scenario compares it. */
  isCompared?: false;
  /** The least width of its column in the list, in rem. */
  column?: number;
  /** True: a lead's page shows it beside who the lead is. */
  isFact?: true;
};

/** In the order of forms. */
export const FIELDS = {
  first_name: { form: "who" },
  last_name: { form: "who" },
  phone: { form: "who", input: "tel", column: 9 },
  email: { form: "who", input: "email", column: 13 },
  username: { form: "who", column: 9 },
  ext_id: { form: "who", column: 8, isFact: true },
  pipeline_stage: { form: "where", choices: PipelineStage, column: 8 },
  warmth: { form: "where", choices: Warmth, column: 6.5 },
  source: { form: "where", choices: LeadSource, column: 7, isFact: true },
  lost_reason: { form: "where", choices: LostReason, column: 9 },
  image: { form: "further", input: "url", isCompared: false },
  whatsapp_phone_number_id: { form: "further", isNumber: true, isCompared: false },
  age: { isNumber: true, column: 4 },
  occupation_status: { choices: Occupation, column: 8.5 },
  maturity_level: { choices: MaturityLevel, column: 8 },
  engagement_level: { choices: EngagementLevel, column: 8 },
  is_lost: { isFlag: true },
  is_optout: { isFlag: true },
  is_marketing_optout: { isFlag: true },
} as const satisfies Record<FieldName, Field>;

type Fields = typeof FIELDS;
export type NameWith<Member extends object> = {
  [Name in FieldName]: Fields[Name] extends Member ? Name : never;
}[FieldName];

const namesWhere = (is: (field: Field) => boolean) =>
  Object.entries(FIELDS).flatMap(([name, field]) => (is(field) ? [name as FieldName] : []));

/** The fields that a part of the form changes. */
export const formNames = <Part extends NonNullable<Field["form"]>>(part: Part) =>
  namesWhere(({ form }) => form === part) as NameWith<{ form: Part }>[];

/** The type of input that a field is typed in. */
export const typeOf = (name: FieldName) => {
  const { input }: Field = FIELDS[name];
  return input ?? "text";
};

export type ChoiceName = NameWith<{ choices: object }>;
const choiceNames = namesWhere(({ choices }) => choices !== undefined) as ChoiceName[];

/** The values of the fields that have few, in their order. */
export const CHOICES = Object.fromEntries(
  choiceNames.map((name) => [name, Object.values(FIELDS[name].choices)]),
  // A map loses whose values they are.
) as { [Name in ChoiceName]: NonNullable<LeadListItem[Name]>[] };

export const isChoice = (name: string): name is ChoiceName => name in CHOICES;

const numbers: string[] = namesWhere((field) => field.isNumber === true);
const flags: string[] = namesWhere((field) => field.isFlag === true);
export const isNumber = (name: string) => numbers.includes(name);
export const isFlag = (name: string) => flags.includes(name);

/** The fields that conditions of scenarios compare. */
export const COMPARED = namesWhere(({ isCompared }) => isCompared !== false);

/** The facts on a lead's page, beside its name and addresses. */
export const FACTS = namesWhere(({ isFact }) => isFact === true) as NameWith<{ isFact: true }>[];

/** The least widths of columns, in rem. */
export const WIDTHS = Object.fromEntries(
  Object.entries(FIELDS).flatMap(([name, field]: [string, Field]) =>
    field.column === undefined ? [] : [[name, field.column]],
  ),
) as Record<NameWith<{ column: number }>, number>;

type Ends = "from" | "to" | "min" | "max";
/** A range has one name for both of its ends. */
type NameOf<Key> = Key extends `${infer Name}_${Ends}` ? Name : Key;

/** `days`, `times` and `range` have two ends, of UTC days, of moments and of numbers. */
export type FilterKind =
  | "text"
  | "number"
  | "flag"
  | "tags"
  | "choice"
  | "method"
  | "days"
  | "times"
  | "range"
  | "import";

/** In the order in which they are offered. */
export const FILTERS = {
  pipeline_stage: "choice",
  tag_ids: "tags",
  exclude_tag_ids: "tags",
  warmth: "choice",
  source: "choice",
  is_optout: "flag",
  is_marketing_optout: "flag",
  optout_method: "method",
  is_reachable: "flag",
  last_inbound: "times",
  last_outbound: "times",
  created: "days",
  updated: "days",
  name: "text",
  email: "text",
  phone: "text",
  username: "text",
  identity: "text",
  occupation_status: "choice",
  maturity_level: "choice",
  engagement_level: "choice",
  lost_reason: "choice",
  is_lost: "flag",
  age: "range",
  profile_extracted: "times",
  import_id: "import",
} as const satisfies Record<Exclude<NameOf<keyof SegmentFilter>, "search">, FilterKind>;
