// The demo workspace. All persons are fictional, addresses are at example.com or example.org, and
// phone numbers are from ranges that are reserved for fiction.
export const workspace = { name: "Atelier Horizon", country: "FR", days: 120 };

/** For local development only: a deployed service has no demo. */
export const token = "lea_demo-token-of-atelier-horizon-0123456789abc";

export const tags = [
  { label: "Instagram ad", description: "Came from one of our ads" },
  { label: "Newsletter", description: "Reads the monthly letter" },
  {
    label: "Webinar attendee",
    description: "Came to a webinar, or watched the replay",
    stage: "engaged",
  },
  {
    label: "Guide downloaded",
    description: "Has our guide to changing career",
    stage: "contacted",
  },
  { label: "Needs financing", description: "Decides when the money is there" },
  { label: "Call booked", stage: "call_booked" },
  { label: "VIP ⭐", description: "Answered by the founder" },
  { label: "Élève inscrit", description: "Has enrolled and paid", stage: "won" },
];

/** Filters of leads. Tags are named by their place above, from 1. */
export const segments = [
  { name: "Hot and open", filter: { warmth: "hot", is_optout: false, is_lost: false } },
  { name: "Webinar, no call yet", filter: { tag_ids: [3], exclude_tag_ids: [6, 8] } },
  { name: "Lost for money", filter: { lost_reason: "no_financing" } },
];

/** The channels in the order of their ids. Each is the default of its platform. */
export const channels = [
  { platform: "whatsapp", name: "Atelier Horizon on WhatsApp" },
  { platform: "instagram", name: "@atelier.horizon" },
];

export const shortLinks = [
  {
    slug: "guide",
    label: "Guide to changing career",
    url: "https://example.com/guide.pdf",
    clicked: 4,
    clicks: 412,
    bots: 57,
    days: 110,
  },
  {
    slug: "webinar",
    label: "Webinar replay",
    url: "https://example.com/webinar?name={{first_name|friend}}&lang={{language|en}}",
    sent: 3,
    clicked: 3,
    clicks: 268,
    bots: 31,
    days: 90,
  },
  {
    slug: "early-bird",
    label: "Early bird price",
    url: "https://example.com/early-bird",
    active: false,
    clicks: 95,
    bots: 12,
    days: 75,
  },
  {
    slug: "call",
    label: "Book a call",
    url: "https://example.org/book?lead={{lead_id}}",
    clicked: 6,
    clicks: 143,
    bots: 9,
    days: 60,
  },
];
