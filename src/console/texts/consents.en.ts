export default {
  kinds: { opted_out: "Opted out", opted_in: "Opted in" },
  methods: {
    keyword: "by a keyword",
    button: "by a button",
    platform_button: "by a button of the platform’s own",
    preference: "on the platform",
    provider: "by the provider’s answer",
    api: "through the API",
    link: "on the preferences page",
    suppression: "had opted out before",
    merge: "by a merge",
  },
};
