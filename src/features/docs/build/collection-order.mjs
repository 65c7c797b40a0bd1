// The requests of the collection (collection.mjs), by folder, in an order in which each finds what
// it is about in a new workspace. `create > name` keeps the id of what a request creates, and
// `create > name=path` another member of its answer.

export const FOLDERS = {
  Workspace: [
    ...["me", "getSettings", "updateSettings", "listTokens", "createToken > token_id"],
    ...["listAssignees", "getUsage", "getStats", "listAuditLog"],
  ],
  Tags: ["createTag > tag", "listTags", "getTag", "replaceTag"],
  Segments: [
    ...["createSegment > segment", "listSegments", "getSegment", "replaceSegment"],
    ...["listSegmentLeads", "countSegmentLeads"],
  ],
  Leads: [
    ...["createLead > lead", "listLeads", "exportLeads", "getLead", "updateLead"],
    "listLeadDuplicates",
    ...["writeLeads > other_lead=data.0.id", "listIdentities", "replaceProfile", "getProfile"],
    ...["createBooking > booking", "listBookings", "getBooking", "updateBooking"],
    ...["releaseProfile", "attachTags", "listLeadTags", "optOutLead", "optInLead"],
    ...["listConsents", "listAllConsents", "getLeadBundle", "reportLeadEvent"],
  ],
  Suppressions: [
    ...["addSuppression > suppression", "addSuppressions", "listSuppressions"],
    "deleteSuppression",
  ],
  Channels: [
    ...["createChannel > channel", "listChannels", "getChannel", "replaceChannel"],
    ...["createTemplate > template", "listTemplates", "getTemplate", "replaceTemplate"],
  ],
  Conversations: [
    "receiveMessage > conversation=data.conversation_id",
    ...["listConversations", "getConversation", "updateConversation", "readConversation"],
    ...["previewMessage", "sendMessageToLead > message", "sendMessage", "listMessages"],
    ...["listAllMessages", "getMessage", "reportMessageStatus", "addNote > note"],
    ...["createCannedReply > canned_reply", "listCannedReplies", "getCannedReply"],
    ...["replaceCannedReply", "previewCannedReply", "uploadMedium > media", "getMedium"],
    "listAnalyses",
  ],
  "Short links": [
    ...["createShortLink > short_link", "listShortLinks", "getShortLink", "replaceShortLink"],
    ...["createLinkSend > link_send", "listLinkSends", "getLinkSend", "updateLinkSend"],
    ...["getLinkStats", "listLinkClicks", "listAllClicks"],
  ],
  Scenarios: [
    ...["createScenario > scenario", "listScenarios", "getScenario", "checkScenario"],
    ...["checkGraph", "simulateScenario", "simulateGraph", "enrolLead", "listScenarioLeads"],
    ...["listRuns > run=data.0.id", "listAllRuns", "getRun", "pauseRun", "resumeRun"],
    ...["listRunSteps", "explainRun", "cancelRun", "enrolLeads", "listBulkEnrolments"],
    ...["listTriggers", "explainStart", "listTriggerEvaluations"],
    ...["saveScenarioDraft", "getScenarioDraft", "diffScenario", "publishScenarioDraft"],
    ...["migrateRuns", "listScenarioVersions", "getScenarioVersion", "restoreScenario"],
    ...["replaceScenario", "getScenarioStats", "copyScenario > copied_scenario"],
    ...["saveScenarioDraft", "deleteScenarioDraft"],
    ...["createTestRun > test_run", "listTestRuns", "getTestRun", "addTestRunEvent"],
  ],
  "Events and webhooks": [
    ...["listEvents > event=data.0.id", "getEvent", "createStreamTicket"],
    ...["createWebhookEndpoint > endpoint", "listWebhookEndpoints", "getWebhookEndpoint"],
    ...["replaceWebhookEndpoint", "rotateWebhookSecret", "getDefaultSecret"],
    ...["rotateDefaultSecret", "testWebhookEndpoint > delivery", "replayWebhooks"],
    ...["listWebhookDeliveries", "getWebhookDelivery", "retryWebhookDelivery"],
  ],
  "Imports and exports": [
    ...["createImport > import", "listImports", "getImport", "listImportRows"],
    ...["createExport > export", "listExports", "getExport", "listExportFiles"],
  ],
  Sources: [
    ...["listSourcePresets", "createSource > source", "listSources", "getSource"],
    ...["previewSource", "replaceSource", "rotateSourceKey", "rotateSourceSecret"],
    ...["listSourceDeliveries", "replaySource"],
  ],
  "Clean up": [
    ...["deleteSource", "deleteExport", "deleteWebhookEndpoint", "deleteTestRun"],
    ...["removeScenarioLead", "removeScenarioLeads", "deleteScenario", "deleteShortLink"],
    ...["deleteMedium", "deleteCannedReply", "deleteNote", "deleteTemplate", "deleteChannel"],
    ...[
      "deleteBooking",
      "mergeLeads",
      "detachTag",
      "eraseLead > erasure",
      "getErasure",
      "listErasures",
    ],
    ...["deleteSegment", "deleteTag", "revokeToken"],
  ],
};

/** The requests of a token that the collection leaves out, and why. */
export const LEFT_OUT = {
  streamEvents: "It is a WebSocket.",
  deleteSuppressedContact: "The collection deletes by the id.",
  deleteLead: "The collection erases its lead.",
  dismissLeadDuplicate: "Only a platform shows that two leads are one person.",
  getLeadMerge: "Only a long merge is there to be read.",
  replaceImportPart: "Only an import whose file is not complete takes parts.",
  startImport: "The file is read first, which takes a moment.",
  cancelImport: "Only an import that runs can be cancelled.",
  undoImport: "Only an import that has completed can be undone.",
  getBulkEnrolment: "Only an enrolment of many leads is work that goes on.",
  cancelBulkEnrolment: "Only an enrolment that runs can be cancelled.",
  skipTestRunWait: "Only a test run that waits for a time skips.",
  showTyping: "Only Meta's channels show it.",
  resumeChannel: "Only a channel that the provider has paused can be resumed.",
  listComments: "Only where a trigger reacts to comments are there any.",
  receiveComment: "Only where a trigger reacts to comments is one kept.",
  receiveIdentityMove: "The collection's lead keeps its number.",
  connectSource: "Only a token of Calendly's connects one.",
  getSourceDelivery: "Only where something has come is there one.",
  replaySourceDelivery: "Only where something has come is there one.",
  checkChannel: "Only a channel with credentials can be checked.",
  syncTemplates: "Only a WhatsApp Business Account has templates to fetch.",
  analyzeLead: "The service needs a model for it.",
  summarizeConversation: "The service needs a model for it.",
  getAnalysis: "The service needs a model for it.",
};
