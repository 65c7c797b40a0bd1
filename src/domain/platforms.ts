import { type OutgoingType, outgoingTypes, type ReceivedType, receivedTypes } from "./messaging";
import type { Id, PlatformTraits } from "./platform-traits";

const META = ["access_token", "app_secret", "verify_token"] as const;

export const platformTraits = {
  whatsapp: {
    label: "WhatsApp",
    ids: {
      wa_id: { is: "a WhatsApp number in digits", knownTo: "all", isPhone: true },
      bsuid: {
        is: "a WhatsApp user without a number",
        knownTo: "portfolio",
        hasCountry: true,
        suppressedBy: "WhatsApp's id of a person, such as `US.1234`.",
      },
      // Where portfolios are linked. It matches senders, and is an address where nothing else is.
      parent_bsuid: {
        is: "a WhatsApp user of linked business portfolios",
        knownTo: "all",
        hasCountry: true,
        suppressedBy: "WhatsApp's id of a person in linked portfolios, such as `US.ENT.1234`.",
      },
    },
    sandboxNeedsAddress: true,
    leadsKeepNumber: true,
    unsent: ["comment_reply"],
    unreceived: ["share", "story_mention", "referral"],
    privateReplies: [],
    commenters: null,
    chatLinks: "texts",
    hasCaptions: true,
    hasVoiceNotes: true,
    maxText: { unit: "characters", alone: 4096, beside: 1024 },
    list: { rows: 10, title: 24, button: 20, section: 24, description: 72 },
    linkButtons: { most: 1, text: 1024, hasMedia: true },
    cards: {
      ...{ hasText: true, needsTitle: false, needsMedia: true, areAlike: true },
      ...{ media: ["image", "video"], links: 1, replies: 2 },
      ...{ title: 160, text: 160, together: { characters: 160, lines: 3 } },
    },
    api: {
      name: "whatsapp_cloud",
      credentials: META,
      logins: [],
      hasAccounts: true,
      hasProfiles: false,
      echoesSent: false,
      hasPairRate: true,
      deniedLeadsToStop: 1,
    },
  },
  instagram: {
    label: "Instagram",
    ids: {
      instagram_id: {
        is: "an Instagram account",
        knownTo: "channel",
        suppressedBy: "The id of an Instagram account.",
      },
    },
    // Its ids are those of people who have written to a real account.
    sandboxNeedsAddress: false,
    leadsKeepNumber: false,
    unsent: [
      "template",
      "request_phone",
      "request_location",
      "location",
      "contacts",
      "flow",
      "sticker",
    ],
    unreceived: ["sticker", "location", "contacts", "interactive", "order", "call"],
    privateReplies: ["text", "buttons", "link_button", "image", "video", "audio"],
    commenters: "instagram_id",
    chatLinks: "refs",
    hasCaptions: false,
    hasVoiceNotes: false,
    maxText: { unit: "bytes", alone: 1000, beside: 1000 },
    // A list becomes quick replies: its titles alone.
    list: { rows: 13, title: 20, button: null, section: null, description: null },
    linkButtons: { most: 3, text: 640, hasMedia: false },
    cards: {
      ...{ hasText: false, needsTitle: true, needsMedia: false, areAlike: false },
      ...{ media: ["image"], links: 3, replies: 3, title: 80, text: 80, together: null },
    },
    api: {
      name: "instagram",
      credentials: META,
      logins: ["facebook", "instagram"],
      hasAccounts: false,
      hasProfiles: true,
      echoesSent: true,
      hasPairRate: false,
      deniedLeadsToStop: 3,
    },
  },
} as const satisfies Record<string, PlatformTraits>;

type Rows = typeof platformTraits;

export type Platform = keyof Rows;
export const platforms = Object.keys(platformTraits) as [Platform, ...Platform[]];

/** The types that the team can send on a platform. */
export const sendableOn = (platform: Platform) => {
  const unsent: readonly OutgoingType[] = platformTraits[platform].unsent;
  return outgoingTypes.filter((type) => !unsent.includes(type));
};

/** The types of the messages that are sent on a platform. */
export type SentOn<On extends Platform> = Exclude<OutgoingType, Rows[On]["unsent"][number]>;

/** The types of the messages that come from a platform. */
export type ReceivedOn<On extends Platform> = Exclude<ReceivedType, Rows[On]["unreceived"][number]>;

/** The types that come from a platform. */
const receivedOn = (platform: Platform) => {
  const unreceived: readonly ReceivedType[] = platformTraits[platform].unreceived;
  return receivedTypes.filter((type) => !unreceived.includes(type));
};

/** The platforms from which messages of a type come. */
export const platformsWith = (type: ReceivedType) =>
  platforms.filter((platform) => receivedOn(platform).includes(type));

/** The platforms on which people comment on posts. */
export const commentedPlatforms = platforms.filter(
  (platform) => platformTraits[platform].commenters !== null,
);

export type Untemplated = {
  [P in Platform]: "template" extends Rows[P]["unsent"][number] ? P : never;
}[Platform];

export const hasTemplates = (platform: Platform): platform is Exclude<Platform, Untemplated> =>
  sendableOn(platform).includes("template");

/** The providers that are the platforms' own APIs. */
export type ApiName = Rows[Platform]["api"]["name"];

/** The logins by which accounts are connected: of a Facebook page, or of the account itself. */
export type Login = Rows[Platform]["api"]["logins"][number];
export const logins = platforms.flatMap(
  (platform): readonly Login[] => platformTraits[platform].api.logins,
) as [Login, ...Login[]];

/** True if tokens of a login expire, and are renewed here until the client gives others. */
const EXPIRES: Record<Login, boolean> = { facebook: false, instagram: true };
export const hasExpiringTokens = (login: Login | null) => login !== null && EXPIRES[login];

/** The logins of a provider's accounts, the default first; none where there is no choice. */
export const loginsOf = (provider: ProviderName): readonly Login[] =>
  platforms.map((platform) => platformTraits[platform].api).find(({ name }) => name === provider)
    ?.logins ?? [];

/** The senders of a channel's messages: none (sandbox), the platform's API, a client's gateway. */
export type ProviderName = "sandbox" | ApiName | "webhook";
export const providers: [ProviderName, ...ProviderName[]] = [
  "sandbox",
  ...platforms.map((platform) => platformTraits[platform].api.name),
  "webhook",
];

export const isApi = (provider: ProviderName): provider is ApiName =>
  provider !== "sandbox" && provider !== "webhook";

/** The APIs that have a trait. */
export const apisWith = (
  trait: "hasAccounts" | "hasPairRate" | "hasProfiles" | "echoesSent",
): ApiName[] =>
  platforms
    .map((platform) => platformTraits[platform].api)
    .flatMap((api) => (api[trait] ? [api.name] : []));

/** Of other providers, none: theirs is not the platform's word. */
export const deniedLeadsToStop = (provider: ProviderName) =>
  platforms.map((platform) => platformTraits[platform].api).find(({ name }) => name === provider)
    ?.deniedLeadsToStop ?? Number.POSITIVE_INFINITY;

/** From what an id of a lead was learnt. */
export const identitySources = [
  "message",
  "report",
  "answer",
  "notice",
  "contact_request",
  "api",
] as const;
export type IdentitySource = (typeof identitySources)[number];

type Ids = { [P in Platform]: Rows[P]["ids"] };

/** The ids of leads on the platforms. */
export type IdentityKind = { [P in Platform]: keyof Ids[P] }[Platform];

/** The kinds of a platform, in the order in which messages are sent to them. */
export const kindsOf = (platform: Platform) =>
  Object.keys(platformTraits[platform].ids) as [IdentityKind, ...IdentityKind[]];

export const identityKinds = platforms.flatMap(kindsOf) as [IdentityKind, ...IdentityKind[]];

/** The kinds that are no phones: by such an id somebody who has unsubscribed is remembered. */
type OwnKind<Of> = { [K in keyof Of]: Of[K] extends { isPhone: true } ? never : K }[keyof Of];
export type AccountKind = { [P in Platform]: OwnKind<Ids[P]> }[Platform];

/** The facts that are known of each kind of id. */
export const idTraits = Object.assign(
  {},
  ...platforms.map((platform) => platformTraits[platform].ids),
) as Record<IdentityKind, Pick<Id, "is" | "knownTo" | "hasCountry">> &
  Record<AccountKind, { suppressedBy: string }>;

export const isPhone = (kind: string): kind is Exclude<IdentityKind, AccountKind> =>
  Object.hasOwn(idTraits, kind) && "isPhone" in idTraits[kind as IdentityKind];

/** The kind of a platform's ids that is a phone: its leads are reached by their own, too. */
export const phoneKindOf = (platform: Platform) => kindsOf(platform).find(isPhone);

export const accountKinds = identityKinds.filter((kind) => !isPhone(kind)) as AccountKind[];

/** By what somebody who has unsubscribed is remembered. */
export type SuppressionKind = "phone" | "email" | AccountKind;
export const suppressionKinds: [SuppressionKind, ...SuppressionKind[]] = [
  "phone",
  "email",
  ...accountKinds,
];
