export default {
  qr: {
    title: "QR code",
    about: "Whoever scans it counts among other people’s clicks.",
    of: (url: string) => `QR code of ${url}`,
    download: (kind: "SVG" | "PNG") => `Download ${kind}`,
  },
  trial: {
    title: "Try with a lead",
    about: "See where the link would lead them. Nothing is sent, nothing is counted.",
    nobody: "No lead matches.",
    another: "Choose another",
    leadsTo: "It leads to",
    nowhere: "The values of this lead make no URL. They would see a page that says so.",
    open: "Open it",
    kinds: {
      value: "the lead’s value",
      default: "the default",
      missing: "nothing: no value, no default",
      unfit: "a value that can’t stand there",
    },
    paused: "The link is paused: until it is active again, they see a page that says so.",
    same: "This destination has no placeholders: it is the same for everybody.",
    create: "Create their own link",
    createHint: "For a message that you send by your own means. Their clicks are counted.",
  },
};
