// The names of columns on consent, as `wordsOf` writes them, in English, French, German, Spanish,
// Portuguese, Italian and Dutch, and as HubSpot, Mailchimp, Brevo, ActiveCampaign, Klaviyo,
// Salesforce, Shopify, Mautic, Google, Pipedrive and ManyChat export them.

/** One pattern of several, each of whole words. */
const words = (...patterns: string[]) => new RegExp(`\\b(?:${patterns.join("|")})\\b`);
/** The same for a whole text. */
export const whole = (...patterns: string[]) => new RegExp(`^(?:${patterns.join("|")})$`);
/** The same for words at the end of a name. */
const ending = (...patterns: string[]) => new RegExp(`\\b(?:${patterns.join("|")})$`);

const CHANNEL =
  "(?:e ?mails?|mails?|sms|texts?|whats ?app|phone|calls?|fax|newsletters?|marketing)";
const PROMOTION =
  "(?:marketing|newsletters?|promo\\w*|pub|publicite|publicidad|pubblicita|werbung|reclame|" +
  "offers?|offres?|communications?|comunicaciones|comunicazioni)";

const OUT = words(
  "(?:is|has|have)?un ?subscri\\w*",
  "un ?subs?",
  "(?:is|has|have)?opt(?:s|ed)? ?out\\w*",
  `\\w*${CHANNEL} ?opt(?:s|ed)? ?out`,
  `do ?not ?(?:contact|disturb|market|solicit|send|message|${CHANNEL})`,
  "dn[cd]",
  `no ?${PROMOTION}`,
  "suppress(?:ed|ions?)",
  "(?:is ?)?bla?ck ?list(?:e?d)?|(?:is ?)?block ?list(?:ed)?|liste noire|robinson\\w*",
  "lista robinson",
  "(?:est )?des(?:abonne|inscri|inscrit)\\w*",
  "ne (?:pas|plus) (?:contacter|solliciter|appeler|envoyer|ecrire|relancer|demarcher|emailer)",
  `stop (?:contact|mailing|appels?|list|${CHANNEL}|${PROMOTION})`,
  "opposition(?: au)?(?: demarchage| marketing| prospection)?",
  `refus (?:de |du )?(?:demarchage|prospection|contact|${CHANNEL}|${PROMOTION})`,
  "abgemeldet|abmeld\\w*|abbestell\\w*|ausgetragen|austrag\\w*|widerrufen|widerspr\\w+",
  "nicht (?:mehr )?(?:kontaktieren|anrufen|anschreiben|mailen)",
  "keine (?:werbung|newsletter|mailings?|e ?mails?)",
  "(?:werbe|kontakt|mail|newsletter) ?sperre|sperrliste",
  "dad[ao] de baja|fecha (?:de )?baja",
  "baja (?:de )?(?:la )?(?:newsletter|lista|e ?mail|sms|suscripcion)|desuscri\\w*",
  "no (?:contactar|molestar|enviar|llamar|escribir)",
  "nao (?:contatar|contactar|perturbar?e?|enviar|ligar)",
  "descadastr\\w*|cancelou (?:a )?(?:inscricao|assinatura)",
  "disiscri\\w*|non (?:contattare|disturbare|inviare|chiamare)|annulla\\w* iscrizione",
  "uitgeschreven|uitschrij\\w*|afgemeld\\w*|afmeld\\w*",
  "niet (?:benaderen|contacteren|mailen|bellen|storen)",
  "geen (?:mailing|reclame|nieuwsbrief|e ?mails?|marketing)",
);

const IN = words(
  "(?:is|has|have)?subscribed|subscription ?status|subscriber ?status|(?:e ?mail|sms) subscri\\w+",
  "(?:is|has|have)?opt(?:s|ed)? ?in(?:s|time|date|status)?|double ?opt ?in|doi",
  `\\w*${CHANNEL} ?opt(?:ed)? ?in`,
  "(?:is|has)?consent(?:s|ed|ement\\w*|imiento\\w*|imento\\w*)?|consenso|consensi|consenti",
  `(?:accepts?|agree[sd]?(?: to)?|allows?|wants?|receives?) ?(?:\\w+ )?(?:${CHANNEL}|${PROMOTION})`,
  `(?:accept|accett|akzept|acept|aceit)\\w* (?:\\w+ ){0,2}(?:contact|${CHANNEL}|${PROMOTION})`,
  "recevoir (?:\\w+ ){0,2}(?:offres|e ?mails?|newsletters?|sms)",
  "recibir (?:\\w+ ){0,2}(?:ofertas|correos|newsletters?)",
  `(?:${CHANNEL} )?marketing (?:status|allowed|ok|permissions?|preferences?|opt|contact status)`,
  `${CHANNEL} (?:permissions?|allowed|ok)|permission (?:to )?(?:contact|${CHANNEL})`,
  `(?:can|may|ok to) (?:contact|${CHANNEL})|contactable|mailable|emailable`,
  "einwillig\\w*|zustimmung\\w*|zugestimmt|werbe ?(?:erlaubnis|einwilligung)",
  "werbung (?:erlaubt|ok)|angemeldet",
  `(?:autoris|autoriz|autorizz)\\w+ (?:\\w+ ){0,2}(?:contact\\w*|contatto|${CHANNEL}|${PROMOTION})`,
  "toestemming\\w*|aangemeld|ingeschreven",
  "gdpr|rgpd|dsgvo|lgpd|tcpa|ccpa",
);

/**
 * Names that are of consent only where all cells say so: a product, or a bus stop, has them too.
 */
const VAGUE = whole(
  "stop|baja|cancelad[ao]|permissions?|subscriptions?|subscribers?|newsletters?|nieuwsbrief",
  "infolettre|boletin|mailing ?list|(?:est )?abonnee?s?|abonnement|abonniert|inscrite?s?",
  "inscrit[ao]s?|iscritt[ao]|suscrit[ao]s?|suscripcion|desinscritt?[ao]",
);
const VAGUE_OUT = /^(stop|baja|cancelad[ao]|desinscritt?[ao])$/;

/** Details beside consent, which say nothing about it. */
const DETAIL = ending(
  "ips?|ip address|urls?|uri|links?|lien|enlace|sources?|quelle|methods?|methode|versions?|texts?",
  "texte|wording|forms?|formulaire|formular|formulario|ids?|uuid|languages?|langue|sprache|titles?",
  "titre|names?|nom|counts?|score|pages?|proof|preuve|provider|by|par|user agent",
);
const DETAIL_TEXT = /\b(?:do not|by|via|to|for|accepts?|receives?|wants?|allows?) texts?$/;
const REASON = ending(
  "reasons?|motifs?|raison|grund|motivos?|motivo|reden|comments?|commentaires?|feedback|other",
  "campaigns?|campagne|kampagne",
);

export const isVague = (name: string) => VAGUE.test(name);
export const isOptoutName = (name: string) => VAGUE_OUT.test(name) || OUT.test(name);
export const isOptinName = (name: string) => VAGUE.test(name) || IN.test(name);
export const isConsentDetail = (name: string) => DETAIL.test(name) && !DETAIL_TEXT.test(name);
/** A text that is written only of somebody who has unsubscribed. */
export const isReason = (name: string) => REASON.test(name);
