import names from "#console/names/en";

const { fields } = names;

export default {
  title: "What is in each column?",
  about: (mapped: string, all: string) => `Columns that are imported: ${mapped} of ${all}.`,
  column: "Column of the file",
  becomes: "Becomes",
  becomesOf: (column: string) => `What ${column} becomes`,
  keyOf: (column: string) => `Key for ${column}`,
  key: "key",
  keyMissing: "Name the key.",
  blank: "All blank in the first rows",
  samplesElsewhere: "First values are shown in the tab that has sent the file.",
  nobody:
    "No column says who a row is. Choose at least one for a phone, an e-mail, a name, a username or an external id.",
  twice: (field: string) => `Several columns become “${field}”. The first that isn't blank counts.`,
  consent: (columns: string, one: boolean) =>
    one
      ? `${columns} may say who has unsubscribed. Choose what it becomes, so that nobody is written to who doesn't want it.`
      : `${columns} may say who has unsubscribed. Choose what they become, so that nobody is written to who doesn't want it.`,
  ignoreConsent: (one: boolean) =>
    one
      ? "It says nothing about who may be written to. Leave it out."
      : "They say nothing about who may be written to. Leave them out.",
  consentWanted: "Decide on this before the file is checked.",
  undecided: "May say who has unsubscribed",
  ignore: "Don't import",
  variable: "A variable…",
  data: "Your own data…",
  groups: { person: "Person", sales: "Sales", consent: "Consent", other: "Other" },
  targets: {
    ...fields,
    image: `${fields.image} (URL)`,
    is_lost: `${fields.is_lost} (yes or no)`,
    is_optout: `${fields.is_optout} (yes or no)`,
    is_subscribed: `${fields.is_subscribed} (yes or no)`,
    is_marketing_optout: `${fields.is_marketing_optout} (yes or no)`,
    is_marketing_subscribed: `${fields.is_marketing_subscribed} (yes or no)`,
    profile: `${fields.profile} (JSON)`,
    variables: `${fields.variables} (JSON)`,
    data: `${fields.data} (JSON)`,
  },
  how: "How to import",
  mode: "Leads",
  modeHints: {
    upsert: "Leads that exist are updated, others are created.",
    create: "Rows of leads that exist are left out.",
    update: "Rows of leads that don't exist are left out.",
  },
  modes: {
    upsert: "Create and update",
    create: "Only create",
    update: "Only update",
  },
  matchBy: "A lead exists if it has the same",
  addTags: "Tags for every lead",
  addTagsHint: "Such as “Trade fair”; commas between several.",
  country: "Country of national numbers",
  ownCountry: (country: string) => `The workspace’s: ${country}`,
  noCountry: "None: numbers need their +",
  createTags: "Create tags that don't exist yet",
  createTagsHint: "Otherwise rows with unknown tags are rejected.",
  notify: "Tell scenarios and webhooks",
  notifyHint: "Runs that wait for a tag go on, and your webhooks hear of each lead.",
  check: "Check the file",
  checkAbout: "Nothing is written yet.",
  incomplete: "The file is still being sent. You can check it as soon as it is here.",
};
