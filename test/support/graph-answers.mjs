// The answers of the double, by its orders. `sent` says whether the message went out, whatever the
// answer claims.

export const json = (response, status, body, headers = {}) =>
  response
    .writeHead(status, { "Content-Type": "application/json", ...headers })
    .end(JSON.stringify(body));

const waiting = ({ retry_after }) =>
  retry_after === undefined ? {} : { "Retry-After": String(retry_after) };

const graphError = ({ code, subcode, message = "An error", details }) => ({
  error: {
    message: `(#${code}) ${message}`,
    type: "OAuthException",
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(details !== undefined && { error_data: { messaging_product: "whatsapp", details } }),
    fbtrace_id: "Az8or2yhqkZfEZ-_4Qn_Bam",
  },
});

const half = (text) => text.slice(0, Math.floor(text.length / 2));

function answerHalf(response, body) {
  const text = JSON.stringify(body);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
  response.write(half(text));
}

/** The spellings in which an echo returns the secrets of a request. */
const SPELLINGS = {
  plain: (text) => text,
  url: encodeURIComponent,
  json: (text) => JSON.stringify(text).slice(1, -1),
  unicode: (text) =>
    text.replace(
      /[^a-z]/gi,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
};

const ANSWERS = {
  accept: {
    sent: true,
    answer: ({ response, success, headers }) => json(response, 200, success, headers),
  },
  complete: { sent: true, answer: ({ response, success }) => json(response, 200, success) },
  error: {
    sent: false,
    answer({ response, reaction }) {
      const say = () =>
        json(response, reaction.status ?? 400, graphError(reaction), waiting(reaction));
      if (reaction.after_ms) setTimeout(say, reaction.after_ms).unref();
      else say();
    },
  },
  status: {
    sent: false,
    answer: ({ response, reaction }) =>
      response
        .writeHead(reaction.status, { ...waiting(reaction), ...reaction.headers })
        .end(reaction.base64 ? Buffer.from(reaction.base64, "base64") : (reaction.body ?? "")),
  },
  /** Answers after a while, or never. */
  silence: {
    sent: true,
    answer({ response, success, reaction }) {
      if (reaction.after_ms !== undefined)
        setTimeout(() => json(response, 200, success), reaction.after_ms).unref();
    },
  },
  /** Answers when it is ordered to release. */
  hold: {
    sent: true,
    answer: ({ response, success, account }) =>
      account.held.push(() => json(response, 200, success)),
  },
  /** Sends half an answer and keeps the connection open. */
  stall: { sent: true, answer: ({ response, success }) => answerHalf(response, success) },
  /** Sends half an answer and closes the connection. */
  cut: {
    sent: true,
    answer({ request, response, success }) {
      answerHalf(response, success);
      setTimeout(() => request.socket.destroy(), 20).unref();
    },
  },
  reset: { sent: true, answer: ({ request }) => request.socket.resetAndDestroy() },
  redirect: {
    sent: false,
    answer: ({ request, response, reaction }) =>
      response.writeHead(301, { Location: reaction.to ?? request.url }).end(),
  },
  /** Sends a body in small pieces that never ends. */
  drip: {
    sent: true,
    answer({ response }) {
      response.writeHead(200);
      const drops = setInterval(() => response.write("drop "), 20).unref();
      response.once("close", () => clearInterval(drops));
    },
  },
  echo: {
    sent: false,
    answer({ request, response, reaction, account }) {
      const secrets = `${request.headers.authorization ?? ""} ${account.secret ?? ""}`;
      json(
        response,
        400,
        graphError({
          code: 100,
          message: `Not to be read: ${SPELLINGS[reaction.spelling ?? "plain"](secrets)}.`,
        }),
      );
    },
  },
  /** Sends 10 MB that contain the message's id. */
  huge: {
    sent: true,
    answer: ({ response, success }) =>
      json(response, 200, { ...success, padding: "x".repeat(10_000_000) }),
  },
};

/** Lists an account's templates in pages, or creates or deletes one. */
export function templatesAnswer({ request, body, reaction, account }) {
  if (reaction.answer) return reaction.answer;
  const { searchParams } = new URL(request.url, "http://double");
  account.templates ??= [];
  if (request.method === "DELETE") {
    const id = searchParams.get("hsm_id");
    account.templates = account.templates.filter((template) => template.id !== id);
    return { success: true };
  }
  if (request.method === "POST") {
    const template = { ...body, id: `${Math.random()}`.slice(2), status: "PENDING" };
    account.templates.push(template);
    return { id: template.id, status: template.status, category: body.category };
  }
  const [start, limit] = [
    Number(searchParams.get("after") ?? 0),
    Number(searchParams.get("limit")),
  ];
  const end = start + limit;
  return {
    data: account.templates.slice(start, end),
    paging: {
      cursors: { before: String(start), after: String(end) },
      ...(end < account.templates.length && { next: `https://example.com/?after=${end}` }),
    },
  };
}

export const sends = (reaction) => reaction.sent ?? ANSWERS[reaction.do].sent;

export const answer = (exchange) => ANSWERS[exchange.reaction.do].answer(exchange);

export const refuse = (response, status, code, message) =>
  json(response, status, graphError({ code, message }));
