export default {
  title: "Developers",
  about: "Whatever this console does, your programs can do too.",
  parts: {
    tokens: "Tokens",
    webhooks: "Webhooks",
    events: "Events",
    audit: "Audit log",
    usage: "Usage",
    reference: "Reference",
  },
  secret: {
    warning: "Copy it now. It is shown this once, and nobody can show it again.",
    copy: "Copy the secret",
    done: "I have saved it",
  },
};
