import { catalogue } from "#console/texts/catalogue";

/** Of who has unsubscribed and stays so. */
export const suppressionTexts = catalogue({
  en: {
    about:
      "People on this list get no messages, even if a later import brings them back. Only keyed hashes are kept: nobody can read the list, but you can check an address.",
    check: "Is an address on the list?",
    checkHint: "A phone or an e-mail.",
    checkAction: "Check",
    isOn: (address: string, when: string) => `${address} has been suppressed since ${when}.`,
    isNotOn: (address: string) => `${address} is not suppressed.`,
    none: "Nobody is suppressed",
    noneAbout:
      "Opt-outs are added here automatically. You can also bring a list from another tool.",
    kind: "Known by",
    kinds: { phone: "Phone", email: "E-mail", bsuid: "WhatsApp id", instagram_id: "Instagram id" },
    since: "Unsubscribed",
    kept: "On the list since",
    list: "Suppressed addresses",
    add: "Add one",
    addTitle: "Suppress an address",
    addAbout: "Nothing more is sent to it, until the person subscribes again.",
    value: "Address",
    added: "Suppressed.",
    addMany: "Paste many",
    manyTitle: "Suppress many addresses",
    manyAbout:
      "One on each line: phones and e-mails. What follows a comma or semicolon is ignored.",
    many: "Addresses",
    manyAction: (count: string, one: boolean) =>
      `Suppress ${count} ${one ? "address" : "addresses"}`,
    result: (created: string, exists: string) => `Added: ${created}. Suppressed before: ${exists}.`,
    invalid: (count: string) => `Left out, since they can't be an address: ${count}`,
    invalidLine: (line: string, text: string) => `Line ${line}: ${text}`,
    delete: "Take off",
    deleteTitle: "Take this address off the list?",
    deleteAbout: "A lead with it may be written to again, unless the lead has opted out itself.",
  },
  fr: {
    about:
      "On n’écrit plus aux personnes de cette liste, même si un import les fait revenir. Seules des empreintes à clé sont gardées : personne ne peut lire la liste, mais vous pouvez vérifier une adresse.",
    check: "Une adresse est-elle sur la liste ?",
    checkHint: "Un téléphone ou un e-mail.",
    checkAction: "Vérifier",
    isOn: (address, when) => `${address} y est depuis le ${when}.`,
    isNotOn: (address) => `${address} n’y est pas.`,
    none: "Aucune opposition",
    noneAbout:
      "Les désinscriptions s’ajoutent ici automatiquement. Vous pouvez aussi apporter la liste d’un autre outil.",
    kind: "Connu par",
    kinds: {
      phone: "Téléphone",
      email: "E-mail",
      bsuid: "Id WhatsApp",
      instagram_id: "Id Instagram",
    },
    since: "Désinscription",
    kept: "Sur la liste depuis",
    list: "Adresses sur la liste",
    add: "Ajouter",
    addTitle: "S’opposer aux envois à une adresse",
    addAbout: "Plus rien n’y est envoyé, jusqu’à ce que la personne se réabonne.",
    value: "Adresse",
    added: "L’opposition est ajoutée.",
    addMany: "En coller plusieurs",
    manyTitle: "S’opposer aux envois à plusieurs adresses",
    manyAbout:
      "Une par ligne : téléphones et e-mails. Ce qui suit une virgule ou un point-virgule est ignoré.",
    many: "Adresses",
    manyAction: (count, one) => `Ajouter ${count} ${one ? "adresse" : "adresses"}`,
    result: (created, exists) => `Ajoutées : ${created}. Déjà sur la liste : ${exists}.`,
    invalid: (count) => `Écartées, car elles ne peuvent être des adresses : ${count}`,
    invalidLine: (line, text) => `Ligne ${line} : ${text}`,
    delete: "Retirer",
    deleteTitle: "Retirer cette adresse de la liste ?",
    deleteAbout:
      "On pourra de nouveau écrire à un lead qui l’a, sauf s’il s’est lui-même désinscrit.",
  },
});
