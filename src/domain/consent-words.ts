/**
 * The words by which people unsubscribe, and subscribe again. A `weak` word has other uses, too:
 * it counts where it is typed, unless a run waits for it.
 */
export type ConsentWord = {
  word: string;
  language: string;
  kind: "stop" | "start";
  strength: "strong" | "weak";
};

type Words = { stop: string[]; weak: string[]; start: string[] };

/**
 * By language, spelled as people write them; case, accents and marks don't matter. Not among them:
 * Italian `fine`, Turkish `son`, `red` and French `arrête`, since they are other words elsewhere or
 * mean something else as often.
 */
const WORDS: Record<string, Words> = {
  en: {
    stop: [
      ...["stop", "stop all", "stopall", "stop messages", "stop sms", "no more messages"],
      ...["unsubscribe", "unsubscribe me", "unsubscribe all", "unsub"],
      ...["opt out", "optout", "opt me out"],
    ],
    weak: ["cancel", "end", "quit", "revoke"],
    start: [
      ...["start", "unstop", "subscribe", "resubscribe", "re-subscribe", "opt in", "optin"],
      ...["opt me in"],
    ],
  },
  fr: {
    stop: [
      ...["arrêt", "arrêter", "arrêtez", "stop pub"],
      ...["désinscrire", "désinscription", "désinscrivez-moi", "me désinscrire", "se désinscrire"],
      ...["je me désinscris", "désabonner", "désabonnement", "désabonnez-moi", "me désabonner"],
      ...["se désabonner", "je me désabonne", "plus de messages"],
    ],
    weak: ["annuler", "fin", "quitter", "terminer", "révoquer", "résilier"],
    start: [
      ...["réinscrire", "réinscription", "me réinscrire", "se réinscrire", "réinscrivez-moi"],
      ...["abonner", "s'abonner", "m'abonner", "réabonner", "me réabonner", "se réabonner"],
    ],
  },
  de: {
    stop: [
      ...["stopp", "stoppen", "abmelden", "abmeldung", "abbestellen", "abbestellung", "austragen"],
      ...["bitte abmelden", "newsletter abbestellen", "keine nachrichten mehr"],
      ...["keine werbung mehr"],
    ],
    weak: [
      ...["abbrechen", "ende", "beenden", "kündigen", "kuendigen", "widerrufen", "widerruf"],
      ...["stornieren", "aufhören", "aufhoeren"],
    ],
    start: ["abonnieren", "wieder abonnieren", "wieder anmelden", "neu anmelden"],
  },
  it: {
    stop: [
      ...["disiscrivi", "disiscrivimi", "disiscrivermi", "disiscriviti", "disiscrizione"],
      ...["annulla iscrizione", "annulla l'iscrizione", "cancella iscrizione", "cancellami"],
      ...["cancella l'iscrizione", "stop messaggi", "basta messaggi", "niente più messaggi"],
    ],
    weak: [
      ...["annulla", "annullare", "cancella", "termina", "terminare", "esci", "uscire", "ferma"],
      ...["revoca", "revocare", "basta"],
    ],
    start: ["riiscrivi", "riiscrivimi", "riiscrivermi", "iscrivimi di nuovo"],
  },
  nl: {
    stop: [
      ...["stoppen", "afmelden", "afmelding", "meld mij af", "meld me af", "uitschrijven"],
      ...["uitschrijving", "schrijf mij uit", "schrijf me uit", "stop berichten"],
      ...["geen berichten meer"],
    ],
    weak: [
      ...["annuleren", "annuleer", "einde", "beëindigen", "intrekken", "opzeggen", "afbreken"],
      ...["stopzetten"],
    ],
    start: ["abonneren", "opnieuw abonneren", "opnieuw aanmelden", "opnieuw inschrijven"],
  },
  pt: {
    stop: [
      ...["parar", "pare", "parar mensagens", "descadastrar", "descadastre", "descadastro"],
      ...["me descadastrar", "me descadastre", "desinscrever", "me desinscrever", "sair da lista"],
      ...["não quero mais receber", "não receber mais", "não quero receber mensagens"],
    ],
    weak: [
      ...["cancelar", "cancelar inscrição", "cancelar assinatura", "sair", "fim", "encerrar"],
      ...["terminar", "revogar", "chega", "remover"],
    ],
    start: ["reinscrever", "me reinscrever", "recadastrar", "voltar a receber"],
  },
  es: {
    stop: [
      ...["baja", "dar de baja", "darme de baja", "darse de baja", "dame de baja"],
      ...["quiero darme de baja", "desuscribir", "desuscribirme", "desuscribirse"],
      ...["anular suscripción", "cancelar suscripción", "detener", "detener mensajes"],
      ...["no más mensajes", "no quiero recibir mensajes", "no quiero recibir más mensajes"],
    ],
    weak: [
      ...["cancelar", "fin", "salir", "terminar", "finalizar", "revocar", "anular"],
      // Also "high" or "tall".
      "alto",
    ],
    start: [
      "suscribir",
      "suscribirme",
      "suscribirse",
      "resuscribir",
      "dar de alta",
      "darme de alta",
    ],
  },
  ru: {
    stop: [
      ...["стоп", "отписаться", "отписка", "отписать", "отпишите", "отпишите меня"],
      ...["отписаться от рассылки", "не пишите", "не пишите мне", "не присылайте"],
      ...["больше не пишите", "остановить"],
    ],
    weak: [
      ...["отмена", "отменить", "конец", "выход", "выйти", "завершить", "закончить", "отозвать"],
      ...["хватит", "прекратить", "прекратите"],
    ],
    start: ["старт", "подписаться", "подписаться снова", "подпишите меня"],
  },
  ar: {
    stop: [
      ...["إيقاف", "أوقف", "أوقفوا", "توقف", "توقفوا", "قف", "وقف", "ستوب"],
      ...["إلغاء الاشتراك", "إلغاء اشتراكي", "ألغ الاشتراك", "ألغي الاشتراك"],
      ...["إيقاف الرسائل", "أوقف الرسائل", "أوقفوا الرسائل"],
    ],
    weak: ["إلغاء", "إنهاء", "نهاية", "خروج", "انسحاب", "كفى"],
    start: ["اشترك", "إعادة الاشتراك", "أعد الاشتراك"],
  },
  tr: {
    stop: [
      ...["durdur", "durdurun", "mesajları durdur", "mesaj istemiyorum", "abonelikten çık"],
      ...["abonelikten ayrıl", "aboneliği iptal et", "abonelik iptal", "listeden çık"],
    ],
    weak: [
      ...["iptal", "iptal et", "bitir", "bitiş", "çık", "çıkış", "ret", "vazgeç"],
      // Also "hard" in French.
      "dur",
    ],
    start: ["abone ol", "yeniden abone ol", "tekrar abone ol"],
  },
  pl: {
    stop: [
      ...["wypisz", "wypisz mnie", "wypisz się", "wypisuję się", "wypisać się"],
      ...["anuluj subskrypcję", "zatrzymaj", "zatrzymaj wiadomości", "nie chcę wiadomości"],
      ...["proszę nie pisać"],
    ],
    weak: [
      ...["anuluj", "anulować", "koniec", "zakończ", "wyjdź", "wyjście", "odwołaj", "przestań"],
      ...["rezygnuję", "rezygnacja"],
    ],
    start: ["subskrybuj", "subskrybować", "zapisz mnie", "zapisz mnie ponownie"],
  },
  hi: {
    stop: [
      ...["रोकें", "रोको", "बंद करें", "बंद करो", "बंद कीजिए", "स्टॉप", "संदेश बंद करें"],
      ...["मैसेज बंद करें", "मैसेज बंद करो", "सदस्यता समाप्त करें", "सदस्यता रद्द करें"],
      ...["अनसब्सक्राइब", "अनसब्सक्राइब करें", "band karo", "band karen", "band kare"],
    ],
    weak: ["बंद", "रद्द", "रद्द करें", "समाप्त", "समाप्त करें", "खत्म", "निरस्त करें"],
    start: ["सदस्यता लें", "फिर से सदस्यता लें", "सब्सक्राइब", "सब्सक्राइब करें"],
  },
};

export const consentWords: ConsentWord[] = Object.entries(WORDS).flatMap(
  ([language, { stop, weak, start }]) => [
    ...stop.map((word) => ({ word, language, kind: "stop" as const, strength: "strong" as const })),
    ...weak.map((word) => ({ word, language, kind: "stop" as const, strength: "weak" as const })),
    ...start.map((word) => ({
      ...{ word, language, kind: "start" as const, strength: "strong" as const },
    })),
  ],
);
