export default {
  title: "Sign in",
  about: "Paste an API token of your workspace, or the operator's.",
  renewal: (name: string) =>
    `This token has stopped working. Sign in to ${name} again to go on where you were: what you were editing is still here.`,
  operator: "the operator’s screens",
  token: "API token",
  hint: "It stays in this tab and is forgotten when you close it.",
  action: "Sign in",
  wrong: "No workspace has this token. It may have been revoked, or mistyped.",
  malformed: "This is not a token: it has characters that a token never has.",
  demo: "Explore the demo workspace",
  demoAbout: "Atelier Horizon: sixty leads, their conversations, scenarios and links.",
  or: "or",
  pitch: "Every conversation, from the first message to the closed deal.",
  points: [
    "Answer WhatsApp and Instagram from one inbox",
    "Draw scenarios, and watch leads move through them",
    "See who clicked, who answered, and what to do next",
  ].join("\n"),
};
