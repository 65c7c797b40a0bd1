import { catalogue } from "../../texts/catalogue";

/** Of who has unsubscribed and stays so. */
export const suppressionTexts = catalogue({
  en: {
    about:
      "Whoever is on this list is not written to, also if a later import brings them again. Only keyed hashes are kept, so it can't be read: ask whether an address is on it.",
    check: "Is an address on it?",
    checkHint: "A phone or an e-mail.",
    checkAction: "Check",
    isOn: (address: string, when: string) => `${address} is suppressed since ${when}.`,
    isNotOn: (address: string) => `${address} is not suppressed.`,
    none: "Nobody is suppressed",
    noneAbout:
      "Opt-outs are remembered here by themselves. You can bring a list from another tool.",
    kind: "Known by",
    kinds: { phone: "Phone", email: "E-mail", bsuid: "WhatsApp id", instagram_id: "Instagram id" },
    since: "Unsubscribed",
    kept: "On the list since",
    add: "Add one",
    addTitle: "Suppress an address",
    addAbout: "Nothing more is sent to it, until the person subscribes again.",
    value: "Address",
    added: "Suppressed.",
    wasThere: "It was suppressed before.",
    addMany: "Paste many",
    manyTitle: "Suppress many addresses",
    manyAbout:
      "One on each line: phones and e-mails. What follows a comma or semicolon is ignored.",
    many: "Addresses",
    manyAction: (count: string) => `Suppress ${count} addresses`,
    result: (created: string, exists: string) =>
      `${created} were added. ${exists} were suppressed before.`,
    invalid: (count: string) => `${count} can't be an address, and were left out:`,
    invalidLine: (line: string, text: string) => `Line ${line}: ${text}`,
    delete: "Take off",
    deleteTitle: "Take this address off the list?",
    deleteAbout: "A lead with it may be written to again, unless the lead has opted out itself.",
  },
  fr: {
    about:
      "On n’écrit pas à qui est sur cette liste, même si un import le fait revenir. Seules des empreintes à clé sont gardées, on ne peut donc pas la lire : demandez si une adresse y est.",
    check: "Une adresse y est-elle ?",
    checkHint: "Un téléphone ou un e-mail.",
    checkAction: "Vérifier",
    isOn: (address, when) => `${address} y est depuis le ${when}.`,
    isNotOn: (address) => `${address} n’y est pas.`,
    none: "Aucune opposition",
    noneAbout:
      "Les désabonnements sont retenus ici d’eux-mêmes. Vous pouvez apporter la liste d’un autre outil.",
    kind: "Connu par",
    kinds: {
      phone: "Téléphone",
      email: "E-mail",
      bsuid: "Id WhatsApp",
      instagram_id: "Id Instagram",
    },
    since: "Désabonnement",
    kept: "Sur la liste depuis",
    add: "Ajouter",
    addTitle: "S’opposer aux envois à une adresse",
    addAbout: "Plus rien n’y est envoyé, jusqu’à ce que la personne se réabonne.",
    value: "Adresse",
    added: "L’opposition est ajoutée.",
    wasThere: "Elle y était déjà.",
    addMany: "En coller plusieurs",
    manyTitle: "S’opposer aux envois à plusieurs adresses",
    manyAbout:
      "Une par ligne : téléphones et e-mails. Ce qui suit une virgule ou un point-virgule est ignoré.",
    many: "Adresses",
    manyAction: (count) => `Ajouter ${count} adresses`,
    result: (created, exists) => `Ajoutées : ${created}. Déjà sur la liste : ${exists}.`,
    invalid: (count) => `Écartées, car elles ne peuvent être des adresses : ${count}`,
    invalidLine: (line, text) => `Ligne ${line} : ${text}`,
    delete: "Retirer",
    deleteTitle: "Retirer cette adresse de la liste ?",
    deleteAbout:
      "On pourra de nouveau écrire à un lead qui l’a, sauf s’il s’est lui-même désabonné.",
  },
});
