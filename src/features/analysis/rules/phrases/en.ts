/** The other languages have the same groups. How phrases are written: `Language` in notation.ts. */
export const en = {
  // Words that part clauses, say nothing, undo, doubt or report; other people; orders, jests
  joints: "and, but, because, cause, cos, then, so i, so it, so we",
  fillers: `actually, really, honestly, just, unfortunately, already, right now, now
    at the moment, still, i think, i'm afraid, tbh, sorry, please, thanks, thank you, yes, yeah
    well, ok, hi, hello, a bit, a little, quite, very, way, for (me|us), at all, anymore, any more`,
  undoes: `not, never, nearly, almost, former, ex, aspiring, volunteer, fan, your, own, don't
    didn't, isn't, wasn't, won't, haven't, want to, would, was, hope, for, looking`,
  doubts: `if, whether, unless, when, once, until, imagine, suppose, wish
    ^(is|are|do|does|did|am|can|could|should|would|will) {word}`,
  reports: "(said|says|told|asked|wrote|thinks|thought|goes|reckons), was like, according to",
  others: `(husband|wife|partner|boyfriend|girlfriend|friend|boss|neighbour|colleague)(|s), doctor
    (son|daughter|mother|mum|mom|father|dad|brother|sister|kid|child|baby)(|s), children, they're
    someone, parents, dentist, with my, she's, their, yours, he's, they, she, who, his, her, he`,
  unread: `(ignore|disregard|forget) ... (instructions|rules), as an ai, decode, kidding, set my
    from now on you, this lead, mark (me|this) as, (assistant|bot|chatgpt) (note|write|record)`,
  // Age, and how it is asked for
  asksAge: "how old, your age",
  age: `(i'm|i am) {number} [years old]., (i|i've) turned {number} [in|last] [{word}].
    ^turned {number} [in|last] [{word}]., ^{number} (yo|years old).`,
  shortAge: "^{number} [years old].",
  // The lead's living
  job: `nurse, teacher, engineer, developer, designer, accountant, lawyer, photographer
    translator, chef, baker, hairdresser, carpenter, plumber, electrician, mechanic, driver
    writer, manager, secretary, assistant, receptionist, cashier, waiter, waitress, carer`,
  company: `company, business, bank, hospital, school, shop, store, agency, office, factory
    restaurant, museum, firm, studio, university, clinic, hotel, cafe, bakery, salon, gym, academy`,
  trade: "(i'm|i am|i work as) (a|an) ... {job} [(at|in|for|with) ... {word}].",
  employee: `i work ... (at|in|for) (a|an|the) ... {company}, i'm employed
    (i'm|i am) (a|an) ... {job} (at|in|for) (a|an|the ... {company})`,
  self_employed: "(i'm|i am) [a|an] (self employed|freelancer|freelance), i work for myself",
  business_owner: "(i|we) (own|run) (a|an|my own|our own) ... {company}",
  student: "(i'm|i am) a ... student., (i'm|i am) a student (at|in|of)",
  retired: "(i'm|i am|i) [recently] retired., (i|i've) retired (in|last) {word}",
  unemployed: "(i'm|i am) (unemployed|out of work|looking for work), (i|i've) lost my job",
  // The lead's goals
  goal: `my [main|big] (goal|dream) is, my (goal|dream)., {wish} buy (a|our) ... (house|home|flat)
    {wish} (become (a|an)|learn (to|how to)|lose (weight|{number} {word})|sell my|get fit|pass my)
    {wish} (open my|start my own|change careers|write a|run a marathon|be paid for)`,
  wish: "(i|we) (want|need|would like|would love|hope) to, (i'd|we'd) (like|love) to",
  // The lead's obstacles: the price, no time, second thoughts
  price: `^too (expensive|pricey)., (can't|couldn't) (afford|justify) (it|that|the)
    (it's|that's|it is) too (expensive|pricey|much|much money).
    [your] (price|course) is too (high|expensive)., a lot of money.
    (don't have|have no) [the|that|enough|any] (money|budget|savings) [to {word}|for {word}].
    (out of|over|above) (my|our) (budget|means|price range)`,
  time: `i (don't have|have no) [the|enough|any|much] time [for (this|that|it)]., i'm too busy.
    i don't have much time (during|in|on)`,
  thought: `(need|have|want|like) to (think|sleep on it) [about (it|this)|it over]., let me think.
    (i'll|let me) think about it., to (talk|speak|check) (to|with) my {others}`,
  // The lead's next step: no more, after all, or a call
  stop: `(stop|quit) (writing|texting|messaging|contacting|calling) [to] [me]., leave me alone.
    stop sending me, (don't|do not) (write|text|message|contact|call) [to] me [again].`,
  stopWord: "^stop., ^unsubscribe.",
  not_interested: "^[i'm|i am] (not|no longer) interested [in (it|this)]., i don't want (it|this).",
  already_handled: `(chosen|found|joined|with|at) (another|a different) (coach|course|{company})
    (found|signed up|gone) elsewhere., enrolled at a ... school
    (went|gone|going) with someone else`,
  wrong_timing: "not (the|a) (right|good) (time|moment).",
  invalid_lead: "wrong (number|person)., not the person you're looking for",
  returns: "i'm in., count me in, sign me up, i'd like to (join|enrol|sign up), changed my mind",
  booked: `(i|i've|i have) (booked|scheduled|picked) ... (call|slot|appointment)
    i'll be there on {word}, ^(booked|picked) (a|the|my) ... (call|slot|appointment)`,
  calledOff: "(have|need|want) to cancel, cancel (the|my) (call|appointment), i can't make it",
};
