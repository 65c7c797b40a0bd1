export default {
  title: "Connect a channel",
  steps: "Steps",
  stepDone: "done",
  choose: "Choose",
  details: "Details",
  finish: "Finish",
  platform: "Platform",
  fields: {
    name: { label: "Name", hint: "Your team sees it, leads don’t." },
    external_id: { label: "Phone number id", hint: "Digits, under WhatsApp › API Setup." },
    business_account_id: {
      label: "Business account id",
      hint: "Optional. With it, templates, quality and the limit are synced each hour.",
    },
    gateway_url: { label: "Gateway address", hint: "Where your gateway takes messages. https." },
    access_token: { label: "Access token", hint: "Of a system user, so that it doesn’t expire." },
    app_secret: { label: "App secret", hint: "Under App settings › Basic at Meta." },
    verify_token: { label: "Verify token", hint: "Any text. You enter it at Meta, too." },
    signing_secret: {
      label: "Signing secret",
      hint: "Your gateway verifies messages with it. Keep a copy: it is never shown again.",
    },
  },
  login: "Login",
  loginHint: "How the account is connected to your app at Meta.",
  logins: {
    instagram: {
      label: "Instagram’s own login",
      accountId: {
        label: "Instagram user ID",
        hint: "The user_id of the account, in digits: not its id for your app. Meta confirms it.",
      },
      hints: {
        access_token: "Of the account, from API setup. It lasts 60 days and is renewed here.",
        app_secret: "The Instagram app secret, at the top of API setup with Instagram login.",
      },
      before: [
        "Make the Instagram account a professional one.",
        "Create an app, and add Instagram to it: API setup with Instagram login.",
        "Add the account under Generate access tokens, and copy its user ID and its token.",
        "The token needs instagram_business_basic and instagram_business_manage_messages; " +
          "for comments, instagram_business_manage_comments too.",
      ].join("\n"),
    },
    facebook: {
      label: "Through its Facebook page",
      accountId: {
        label: "Account id",
        hint: "Of the professional account, in digits: instagram_business_account of the page.",
      },
      hints: {
        access_token: "Of the page, by a system user, so that it doesn’t expire.",
        app_secret: "Under App settings › Basic at Meta.",
      },
      before: [
        "Make the Instagram account a professional one, and link it to a Facebook page.",
        "Create an app of the type Business, and add Instagram to it: Facebook login.",
        "In Business settings, create a system user with the app, the page and the account.",
        "Generate the page’s token with instagram_basic, instagram_manage_messages, " +
          "pages_manage_metadata and pages_show_list; for comments, also with " +
          "instagram_manage_comments, pages_read_engagement and pages_messaging.",
      ].join("\n"),
    },
  },
  isDefault: "Send through it by default",
  submit: "Connect",
  beforeTitle: "First, at Meta",
  atMeta: "Now, at Meta",
  webhookUrl: "Callback URL",
  verifyHidden: "The verify token that you have entered before. Edit the channel to change it.",
  subscribe: "Subscribe to these fields",
  commentFields: "Comments also need the permission to manage comments.",
  withheld: (count: number) =>
    count === 1 ? "Meta has withheld a message." : `Meta has withheld ${count} messages.`,
  withheldAbout: (when: string) =>
    `The last one came ${when}. The app may lack access to messages: check its permissions at ` +
    "Meta, and allow access to messages in the account’s settings. New credentials clear this note.",
  write: "Write to the account from your own phone.",
  called: "Meta has called us",
  calledAt: (when: string) => `Last call: ${when}. Calls are noted once an hour.`,
  verified: "Meta has verified the address",
  verifiedAt: (when: string) => `Verified ${when}. Next, subscribe, and write to the account.`,
  waiting: "Waiting for Meta’s first call",
  waitingAbout: "This turns green as soon as you press Verify and save at Meta.",
  local: "Meta can’t reach this address: it is your own machine. Deploy the service first.",
  gatewayTitle: "At your gateway",
  gatewaySend: "Verify the signature of what we post to",
  gatewayInbound: "Pass on what leads write with POST to",
  gatewayStatus: "Report what becomes of a message with POST to",
  gatewayCalled: "Your gateway has called us",
  lastMessageAt: (when: string) => `The last message came ${when}.`,
  gatewayWaiting: "Waiting for your gateway’s first call",
  gatewayWaitingAbout: "This turns green as soon as it passes on a lead’s message.",
  secretOnce: "The secret for this signature. Copy it now: it is never shown again.",
  guide: "Read the guide",
  ready: (name: string) => `${name} is ready`,
  readyAbout: "Write as a lead would, and watch what happens inside.",
  open: "Open the chat",
  done: "Go to the channel",
};
