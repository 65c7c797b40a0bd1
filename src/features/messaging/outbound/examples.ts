/** Messages of all types that need no channel of their own, for the document. */
export const messageExamples = [
  { text: "Hello {{first_name|there}}, shall we talk tomorrow?" },
  {
    type: "buttons",
    text: "Does Tuesday suit you?",
    buttons: [{ id: "yes", title: "Yes" }, { title: "Another day" }],
  },
  {
    type: "list",
    text: "Which course is it?",
    list: {
      button: "Courses",
      sections: [
        {
          title: "In spring",
          rows: [
            { id: "design", title: "Design", description: "Six weeks from March" },
            { title: "Another one" },
          ],
        },
      ],
    },
  },
  {
    type: "link_button",
    text: "Six places left",
    link_buttons: [{ title: "See dates", url: "https://example.com/dates" }],
  },
  {
    type: "cards",
    text: "Two courses",
    cards: [
      {
        title: "Design",
        text: "From March",
        media: { url: "https://example.com/design.jpg" },
        buttons: [{ title: "Look", url: "https://example.com/design" }],
      },
      {
        title: "Drawing",
        media: { url: "https://example.com/drawing.jpg" },
        buttons: [{ title: "Look", url: "https://example.com/drawing" }],
      },
    ],
  },
  { type: "request_phone", text: "Which number may we call you on?" },
  {
    type: "flow",
    text: "Tell us what you would like to learn.",
    flow: { flow_id: "1123581321345589", cta: "Open the form", screen: "WISHES" },
  },
  {
    type: "location",
    location: { latitude: -1.9441, longitude: 30.0619, name: "Our school", address: "KN 3 Rd" },
  },
  {
    type: "contacts",
    contacts: [{ name: "Ada, your tutor", phones: ["+33639980142"] }],
  },
  { type: "request_location", text: "Where shall we deliver it?" },
  { type: "image", text: "Our school", media: { url: "https://example.com/school.jpg" } },
  {
    type: "template",
    template: {
      name: "revive",
      language: "en_US",
      components: [{ type: "body", parameters: [{ type: "text", text: "{{first_name|there}}" }] }],
    },
  },
];
