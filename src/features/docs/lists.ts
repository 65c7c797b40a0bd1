import { abilities } from "#domain/abilities";
import { actorTypes } from "#domain/actors";
import * as analysis from "#domain/analysis";
import * as audit from "#domain/audit";
import * as automation from "#domain/automation";
import * as bookings from "#domain/bookings";
import * as consents from "#domain/consents";
import { jurisdictions } from "#domain/databases";
import * as ends from "#domain/end-reasons";
import { keptResources } from "#domain/erasures";
import * as events from "#domain/events";
import { failureReasons } from "#domain/failure-reasons";
import * as imports from "#domain/imports";
import { type LeadFields, leadFields } from "#domain/lead-fields";
import * as leads from "#domain/leads";
import { devices } from "#domain/links";
import * as media from "#domain/media";
import * as messaging from "#domain/messaging";
import { keptHours } from "#domain/opening-hours";
import * as platforms from "#domain/platforms";
import { quotaNames } from "#domain/quotas";
import * as sources from "#domain/sources";
import * as templates from "#domain/templates";
import { causeRefusalNames } from "#domain/trigger-mismatches";
import { lanes, triggerOutcomeNames, triggerTypes } from "#domain/triggers";
import { freeTypes } from "../automation/engine/nodes/message/settings";
import { analysisEnds, simulatedFailures } from "../automation/runs/simulation/input";
import { causeTypes, possibleTypes } from "../automation/runs/simulation/start-input";
import { conditionOps, replyOps } from "../automation/scenarios/clauses";
import { eventOrders } from "../events/query";
import { encodings } from "../imports/reading/encoding";
import { mappedAs, sourceTimes } from "../imports/sources/mapping";
import { hmacAlgorithms, hmacEncodings, signedTimes } from "../imports/sources/verification";
import { bulkModes, bulkStatuses, matchFields } from "../leads/bulk/schema";
import { intervals } from "../links/clicks/schema";
import { inboundTypes } from "../messaging/inbound/schema";
import { cardMedia } from "../messaging/outbound/members/cards-input";
import { mediaTypes } from "../messaging/outbound/members/media-input";
import { chatTypes } from "../messaging/outbound/schema";
import { preferencesActions } from "../messaging/preferences/schema";
import { statIntervals } from "../operations/statistics/intervals";
import { partNames } from "../privacy/bundle/schema";

/** The closed lists of the lead's fields. */
export const fieldLists = (fields: LeadFields) =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) =>
      field.kind === "choice" ? [[field.list, field.values] as const] : [],
    ),
  );

/**
 * The closed lists by their names in the OpenAPI document, wherever a schema has their values.
 * Lists that only one schema has are named there.
 */
export const namedLists = {
  Ability: ["*", ...abilities],
  ActorType: actorTypes,
  AnalysisCause: analysis.analysisCauses,
  AnalysisEnd: analysisEnds,
  AnalysisReason: [...analysis.skipReasons, ...analysis.analysisFailures],
  AnalysisStatus: analysis.analysisStatuses,
  AuditAction: audit.auditActions,
  AuditActorType: audit.auditActors,
  AuditPattern: audit.auditPatterns,
  AwaitedEvent: automation.awaitedEvents,
  BookingChangeState: bookings.givenStates,
  BookingMoment: bookings.bookingMoments,
  BookingOrder: bookings.bookingOrders,
  BookingState: bookings.bookingStates,
  BundlePart: partNames,
  BulkEnrolmentFailure: automation.bulkFailures,
  BulkEnrolmentState: automation.bulkStates,
  BulkMode: bulkModes,
  BulkStatus: bulkStatuses,
  CauseRefusal: causeRefusalNames,
  ChannelLogin: platforms.logins,
  ChannelStatus: messaging.channelStatuses,
  ChatMessageType: chatTypes,
  CannedReplyType: messaging.cannedTypes,
  ConditionOperator: conditionOps,
  ConsentKind: consents.consentKinds,
  ConsentOutcome: consents.consentOutcomes,
  ConsentMethod: consents.consentMethods,
  ConsentScope: consents.consentScopes,
  ConversationChange: messaging.conversationChanges,
  ConversationOrder: messaging.conversationOrders,
  ConversationState: messaging.conversationStates,
  DeliveryError: events.deliveryErrors,
  DeliveryStatus: events.deliveryStatuses,
  Device: devices,
  EndpointDisableReason: events.disableReasons,
  EngagementLevel: leads.engagementLevels,
  EventOrder: eventOrders,
  EventPattern: events.eventPatterns,
  EventType: events.eventTypes,
  Flag: [0, 1],
  HmacAlgorithm: hmacAlgorithms,
  HmacEncoding: hmacEncodings,
  GoalEvent: automation.goalEvents,
  GoalType: automation.goalTypes,
  ExportKind: imports.exportKinds,
  ExportState: imports.exportStates,
  FreeMessageType: freeTypes,
  ImportFormat: imports.importFormats,
  ImportEncoding: encodings,
  ImportRowStatus: imports.rowStatuses,
  ImportState: imports.importStates,
  IdentityKind: platforms.identityKinds,
  IdentitySource: platforms.identitySources,
  InboundMessageType: inboundTypes,
  InboundOrigin: messaging.inboundOrigins,
  Interval: intervals,
  Jurisdiction: jurisdictions,
  KeptResource: keptResources,
  LastMessageDirection: messaging.lastDirections,
  LeadSource: leads.sources,
  LeadMergeState: leads.mergeStates,
  LostReason: leads.lostReasons,
  MappedAs: mappedAs,
  MatchField: matchFields,
  MaturityLevel: leads.maturityLevels,
  MessageStatusEvents: events.messageStatusEvents,
  SamePersonMerging: leads.samePersonMerging,
  MediaFailure: media.mediaFailures,
  MediaKind: media.mediaKinds,
  MediaState: media.mediaStates,
  MediaType: mediaTypes,
  CardMediaType: cardMedia,
  MarketingEndpoint: messaging.marketingEndpoints,
  FlowMode: messaging.flowModes,
  MarketingRoute: messaging.marketingRoutes,
  MessageDirection: messaging.directions,
  MessageFailureReason: failureReasons,
  MessageOrigin: messaging.messageOrigins,
  MessageWriter: messaging.messageWriters,
  MessageStatus: messaging.messageStatuses,
  MessageType: messaging.messageTypeNames,
  Occupation: leads.occupations,
  OutgoingMessageType: messaging.outgoingTypes,
  PipelineStage: leads.stages,
  Platform: platforms.platforms,
  PreferencesAction: preferencesActions,
  ProfileField: leads.profileFields,
  ProfileSource: leads.profileSources,
  PreviewReason: automation.previewReasons,
  KeptHours: keptHours,
  Provider: platforms.providers,
  QuotaName: quotaNames,
  ReplyOperator: replyOps,
  ReportedStatus: messaging.reportedStatuses,
  RunEndCause: ends.runEndCauses,
  RunEndReason: ends.endReasons,
  RunEndState: automation.endStates,
  RunEventKind: automation.runEventKinds,
  ChannelPauseReason: messaging.pauseReasons,
  RunPauseReason: automation.pauseReasons,
  RunState: automation.runStates,
  RunWait: automation.runWaits,
  SendingGate: automation.gates,
  PossibleCauseType: possibleTypes,
  SimulatedCauseType: causeTypes,
  SimulatedFailure: simulatedFailures,
  SignedTime: signedTimes,
  ReplayedStatus: sources.replayedStatuses,
  SourceConnectionScope: sources.connectionScopes,
  SourceConnectionState: sources.connectionStates,
  SourceDeliveryStatus: sources.sourceDeliveryStatuses,
  SourceFact: sources.sourceFacts,
  SourceKind: sources.sourceKindNames,
  SourceMatch: sources.sourceMatches,
  SourceTimes: sourceTimes,
  SourcePresetName: sources.sourcePresetNames,
  SourceUpdate: sources.sourceUpdates,
  Quality: templates.qualities,
  StatsPeriod: statIntervals,
  SpeakingMessageType: messaging.speakingTypes,
  StartingMessageType: messaging.startingTypes,
  StopReason: messaging.stopReasons,
  TemplateCategory: templates.templateCategories,
  TemplateParameterPlace: templates.parameterPlaces,
  TemplateParameterType: templates.parameterTypes,
  TemplateStatus: templates.templateStatuses,
  SuppressionKind: platforms.suppressionKinds,
  SuppressionResult: messaging.suppressionResults,
  TriggerLane: lanes,
  TriggerOutcome: triggerOutcomeNames,
  TriggerType: triggerTypes,
  Warmth: leads.warmths,
  // One that is named above keeps its place in the document.
  ...fieldLists(leadFields),
} satisfies Record<string, readonly (string | number)[]>;
