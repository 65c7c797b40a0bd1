import { eventSchemas } from "../events/schema";

const events = eventSchemas.map((schema) => schema.meta()?.id ?? "");

/**
 * The schemas of the OpenAPI document that have members in common, by what they extend. A base that
 * extends another stands before that.
 */
export const families = {
  EventBase: events,
  LeadFields: ["LeadListItem", "Lead", "LeadExport"],
  LeadReference: ["LeadFields"],
  ConversationEntry: ["ConversationSummary"],
  NewLeadFields: ["LeadInput", "EnrolInput"],
  LeadAttributes: ["NewLeadFields", "LeadPatch"],
  SettableFields: ["LeadAttributes", "UpdateLeadNodeData"],
  AnalysedFields: ["SyntheticLead", "SimulatedFindings"],
  ProfileTexts: ["AnalysedFields"],
  MessageBase: ["Message", "MessageReference"],
  RunPosition: ["Run", "Explanation", "Simulation"],
  StepBase: ["RunStep", "SimulationStep"],
  Page: /Page$/,
  MessageInput: ["LeadMessageInput", "PreviewInput"],
  MessageTarget: ["LeadMessageInput", "PreviewInput"],
  MessageParts: ["MessageInput", "MessageNodeData"],
  MessageMedia: ["MessageNodeMedia"],
  ChannelSettings: ["ChannelInput", "ChannelReplacement"],
  ShortLinkSettings: ["ShortLinkInput", "ShortLinkReplacement"],
  WebhookEndpoint: ["NewWebhookEndpoint"],
  Token: ["NewToken"],
  BulkEnrolment: ["BulkEnrolmentJob"],
  VisitCounts: ["LinkStatsInterval", "LinkStatsTotals"],
  Workspace: ["NewWorkspace", "WorkspaceDetail"],
  Claim: [
    "IntegerClaim",
    "OccupationClaim",
    "MaturityLevelClaim",
    "EngagementLevelClaim",
    "BooleanClaim",
    "LostReasonClaim",
    "TextClaim",
  ],
  Finding: [
    "IntegerFinding",
    "OccupationFinding",
    "MaturityLevelFinding",
    "EngagementLevelFinding",
    "BooleanFinding",
    "LostReasonFinding",
    "TextFinding",
    "TextListFinding",
  ],
  RunEventData: [
    "RunEndedEventData",
    "RunStartedEventData",
    "RunWaitingEventData",
    "RunMigratedEventData",
  ],
  LinkEventData: ["LinkClickedEventData"],
  LeadEventData: [
    "RunEventData",
    "LinkEventData",
    "MessageEventData",
    "ConsentEventData",
    "TaggingEventData",
    "LeadUpdatedEventData",
    "LeadStageChangedEventData",
    "ConversationSummarizedEventData",
  ],
};
