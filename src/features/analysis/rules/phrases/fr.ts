import type { Language } from "../notation";

export const fr: Language = {
  // Ce qui sépare, ne dit rien, nie, suppose, rapporte ; les autres ; les ordres et plaisanteries
  joints: "et, mais, donc, car, parce que, du coup, alors, puis, sinon",
  fillers: `vraiment, franchement, malheureusement, juste, toujours, finalement, déjà, un peu
    merci, maintenant, en ce moment, désolé(|e), bonjour, bonsoir, salut, oui, ^non, ben, ^bon
    en fait, s'il (vous|te) plaît, svp, je (pense|crois) que, pour (moi|nous), ^moi, du tout`,
  undoes: `pas, plus, jamais, presque, bientôt, ancien(|ne), ex, futur(|e), bénévole, votre, vos
    étais, était, voudrais, veux, être, pour, cherche`,
  doubts: "si {word}, s'il, quand, lorsque, imagin(e|ez), est ce que, ^(est|es|êtes|avez) {word}",
  reports: "dit, disait, raconte, écrit, répond, répondu, pense que, trouve que, selon, d'après",
  others: `il, (frère|sœur|cousin|cousine|patron|voisin|voisine)(|s), avec (mon|ma), quelqu'un, sa
    (mari|femme|conjoint|copain|copine|fils|fille|enfant|parent|ami|amie|collègue|banquier)(|s)
    les gens, dentiste, médecin, elles, maman, elle, mère, père, papa, ils, lui, son, ses, qui`,
  unread: `(oublie|oubliez|ignore|ignorez) ... (consignes|instructions|règles), la fiche
    tu es ... (assistant|ia), je (plaisante|rigole), à partir de maintenant tu`,
  // L'âge, et comment on le demande
  asksAge: "âge",
  age: "j'ai {number} ans [je {word} ... {word}]., je viens d'avoir {number} ans.",
  shortAge: "^[j'ai] {number} [ans].",
  // De quoi vit le prospect
  job: `infirmi(er|ère), aide soignant(|e), enseignant(|e), prof, professeur(|e), ingénieur(|e)
    développeu(r|se), graphiste, comptable, avocat(|e), photographe, traduct(eur|rice), plombier
    cuisini(er|ère), boulang(er|ère), coiffeu(r|se), électricien(|ne), chauffeur, secrétaire
    assistant(|e), caissi(er|ère), serveu(r|se), vendeu(r|se), commercial(|e), technicien(|ne)`,
  company: `entreprise, boîte, société, banque, hôpital, école, magasin, boutique, agence, bureau
    usine, restaurant, cabinet, clinique, hôtel, mairie, pharmacie, chu, lycée, collège, salon`,
  trade: "je suis {job} [{word}]., je suis {job} (en|à|depuis), je travaille comme {job}",
  employee: `je suis (salarié(|e)|employé(|e)|fonctionnaire), je (travaille|bosse) ... {company}
    je suis {job} (en cdi|en cdd|dans (un|une)|... {company})`,
  self_employed: "je suis ... (à mon compte|freelance|indépendant(|e)|auto entrepreneu(r|se))",
  business_owner: `j'ai (ma|mon) [propre] {company}., je suis chef(|fe) d'entreprise
    (dirige|gère|tiens) (ma|mon|une|un) {company}, j'ai (une|un) (boutique|magasin|salon) (de|à)`,
  student: "je suis [encore] étudiant(|e), je suis en (licence|master|bts|fac)",
  retired: "je suis retraité(|e)., je suis à la retraite.",
  unemployed: "je suis (au chômage|sans emploi), ^au chômage., je cherche (du travail|un emploi)",
  // Ce que le prospect veut atteindre
  goal: `mon (objectif|but|rêve|projet) [principal] (est|c'est), mon (objectif|but|rêve).
    {wish} (me reconvertir|devenir|vivre de|changer de (métier|vie))
    {wish} (apprendre (à|le|la)|perdre {number}|(lancer|ouvrir|créer) (ma|mon))
    {wish} acheter (une|un|notre) ... (maison|appartement)`,
  wish: "(je|on) (veux|veut|voudrais|voudrait|souhaite|aimerais|aimerait|rêve de|cherche à) [bien]",
  // Ce qui retient le prospect : prix, temps, réflexion
  price: `[votre] (prix|tarif|programme|cours|formation) est trop (cher|chère|élevé)., ^trop cher.
    pas (le budget|les moyens|l'argent|d'argent|d'économies|assez d'argent), c'est [un peu] cher.
    (au dessus de|dépasse|hors) (mon|notre|mes|de mon) (budget|moyens), ça fait beaucoup.
    (c'est|ça fait|ça reste|je trouve ça) trop cher., c'est une somme., hors budget
    je (ne peux|peux) pas (me le permettre|payer)`,
  time: "(je n'ai|j'ai) pas (le|assez de|beaucoup de|trop le) temps., je manque de temps",
  thought: `(je dois|je vais|il faut que j') [y|encore] [y] réfléchi(r|sse).
    (je dois|je vais|il faut que j') [en] (parler|discuter|parle|voir) (à|avec) (mon|ma) {others}`,
  // Si le prospect continue : pourquoi pas, finalement, avec un rendez-vous
  stop: `m'écri(vez|s) plus., arrêt(e|ez) de m'(écrire|appeler)., me (contactez|relancez) plus.
    laissez moi tranquille., ne plus me (contacter|relancer|écrire)., désinscri(vez|s) moi`,
  stopWord: "^stop., ^arrêt., ^désinscription.",
  not_interested: `(ça|cela|l'offre|le programme|la formation) [ne] m'intéresse (pas|plus).
    (je ne suis|je suis) (pas|plus) intéressé(|e)., ^(pas|plus) intéressé(|e).`,
  already_handled: `(trouvé|choisi|signé|pris|inscrit(|e)) ailleurs
    inscrit(|e) ... autre {company}, (pris|choisi|trouvé) (un|une) autre (coach|{company})`,
  wrong_timing: "pas [du tout] (le|la) bon(|ne) (moment|période).",
  invalid_lead: "tromp(é|ée|ez|es) de (numéro|personne)., (mauvais|faux|erreur de) numéro.",
  returns: "je m'inscris, (je veux|je voudrais|je vais) m'inscrire, changé d'avis, ça m'intéresse.",
  booked: `j'ai [bien] (pris|réservé|calé|booké) ... (rdv|rendez vous|appel|créneau), ^rdv pris
    c'est (réservé|booké|confirmé) pour, (rdv|rendez vous|appel) est (pris|confirmé|réservé)`,
  calledOff: "(je dois|je veux|je voudrais) annuler, j'ai annulé",
};
