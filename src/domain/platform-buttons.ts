/**
 * The labels of the buttons by which people stop marketing at Meta, by the language of the
 * template: of the quick reply "Stop promotions" that WhatsApp Manager adds as the marketing
 * opt-out, and of "Unsubscribe from Promos" in the samples of Meta's template reference. Meta
 * publishes no list. Seen in public templates and webhooks by November 2026: those in English,
 * Spanish, Portuguese, Italian, Dutch, Arabic, Hindi, Malayalam, Tamil and Kannada. The others are
 * translations of the same words, which can hardly mean anything else.
 */
export const promotionButtons: Record<string, string[]> = {
  af: ["Stop promosies"],
  ar: ["إيقاف العروض الترويجية", "إيقاف العروض", "إيقاف الترويج"],
  az: ["Promosyonları dayandır"],
  bg: ["Спиране на промоциите", "Спри промоциите"],
  bn: ["প্রচার বন্ধ করুন", "প্রোমোশন বন্ধ করুন"],
  ca: ["Atura les promocions", "Aturar promocions"],
  cs: ["Zastavit propagaci", "Zastavit reklamy", "Ukončit propagaci"],
  da: ["Stop reklamer", "Stop kampagner", "Stop promoveringer"],
  de: [
    ...["Werbeaktionen stoppen", "Werbung stoppen", "Promotions stoppen", "Keine Werbung"],
    ...["Promotionen stoppen", "Von Werbung abmelden"],
  ],
  el: ["Διακοπή προωθητικών ενεργειών", "Διακοπή προσφορών", "Διακοπή προωθήσεων"],
  en: [
    ...["Stop promotions", "Stop promotion", "Stop promos", "Stop marketing"],
    ...["Unsubscribe from Promos", "Unsubscribe from Promotions"],
    ...["Unsubscribe Promos"],
  ],
  es: [
    ...["Detener promociones", "Parar promociones", "Detener las promociones"],
    ...["Cancelar promociones", "Cancelar suscripción a promociones"],
  ],
  et: ["Peata reklaamid", "Lõpeta pakkumised"],
  fa: ["توقف تبلیغات"],
  fi: ["Lopeta mainokset", "Lopeta markkinointi", "Pysäytä kampanjat"],
  fil: ["Ihinto ang mga promosyon", "Itigil ang mga promo"],
  fr: [
    ...["Arrêter les promotions", "Arrêter les promos", "Stopper les promotions"],
    ...["Stop aux promotions", "Stop promos", "Ne plus recevoir de promotions"],
    ...["Se désabonner des promotions", "Se désabonner des promos"],
    ...["Se désinscrire des promotions"],
  ],
  gu: ["પ્રમોશન બંધ કરો"],
  he: ["הפסקת מבצעים", "הפסק מבצעים", "הפסקת קידומי מכירות", "עצירת מבצעים"],
  hi: ["प्रमोशन बंद करें", "प्रमोशन रोकें", "प्रचार बंद करें", "प्रचार रोकें"],
  hr: ["Zaustavi promocije", "Prekini promocije"],
  hu: ["Promóciók leállítása", "Hirdetések leállítása"],
  id: ["Hentikan promosi", "Berhenti promosi", "Stop promosi"],
  it: [
    ...["Interrompi promozioni", "Interrompi le promozioni", "Blocca promozioni"],
    ...["Stop alle promozioni", "Stop promozioni", "Annulla iscrizione alle promozioni"],
  ],
  ja: ["プロモーションを停止", "プロモーションの停止", "広告を停止"],
  kk: ["Жарнаманы тоқтату"],
  kn: ["ಪ್ರಚಾರ ನಿಲ್ಲಿಸಿ", "ಪ್ರಚಾರಗಳನ್ನು ನಿಲ್ಲಿಸಿ"],
  ko: ["프로모션 중지", "프로모션 중단", "광고 중지"],
  lt: ["Stabdyti reklamą", "Sustabdyti akcijas"],
  lv: ["Apturēt reklāmas", "Pārtraukt akcijas"],
  mk: ["Запри промоции"],
  ml: ["പ്രൊമോഷൻ നിർത്തുക", "പ്രൊമോഷനുകൾ നിർത്തുക"],
  mr: ["प्रमोशन थांबवा", "जाहिराती थांबवा"],
  ms: ["Hentikan promosi", "Berhenti promosi"],
  nb: ["Stopp kampanjer", "Stopp reklame", "Stopp markedsføring"],
  nl: [
    ...["Promoties stoppen", "Stop promoties", "Stop met promoties", "Reclame stoppen"],
    ...["Afmelden voor promoties"],
  ],
  pa: ["ਪ੍ਰੋਮੋਸ਼ਨ ਬੰਦ ਕਰੋ"],
  pl: [
    ...["Zatrzymaj promocje", "Wyłącz promocje", "Zrezygnuj z promocji", "Wstrzymaj promocje"],
    ...["Wypisz z promocji"],
  ],
  pt: [
    ...["Parar promoções", "Parar promoção", "Parar as promoções", "Interromper promoções"],
    ...["Cancelar promoções", "Cancelar inscrição de promoções"],
  ],
  ro: ["Oprește promoțiile", "Opriți promoțiile"],
  ru: [
    ...["Остановить рекламу", "Отключить рекламу", "Остановить рассылку", "Остановить акции"],
    ...["Отписаться от рекламы", "Отписаться от акций"],
  ],
  sk: ["Zastaviť propagáciu", "Zastaviť reklamy"],
  sl: ["Ustavi promocije"],
  sq: ["Ndalo promocionet"],
  sr: ["Заустави промоције", "Zaustavi promocije"],
  sv: ["Stoppa reklam", "Stoppa kampanjer", "Sluta med kampanjer"],
  sw: ["Acha matangazo", "Simamisha matangazo"],
  ta: ["விளம்பரங்களை நிறுத்து", "விளம்பரங்களை நிறுத்தவும்"],
  te: ["ప్రమోషన్‌లను ఆపివేయండి", "ప్రమోషన్లు ఆపండి"],
  th: ["หยุดโปรโมชัน", "หยุดการโปรโมท", "หยุดโปรโมชั่น"],
  tr: [
    ...["Promosyonları durdur", "Reklamları durdur", "Kampanyaları durdur"],
    ...["Promosyon aboneliğinden çık"],
  ],
  uk: ["Зупинити рекламу", "Вимкнути рекламу"],
  ur: ["پروموشنز بند کریں", "تشہیر بند کریں"],
  uz: ["Reklamani to‘xtatish"],
  vi: ["Dừng khuyến mãi", "Ngừng khuyến mãi", "Dừng quảng cáo"],
  "zh-CN": ["停止推广", "停止促销", "退订推广"],
  "zh-HK": ["停止推廣", "停止促銷"],
  "zh-TW": ["停止推廣", "停止促銷", "停止接收促銷"],
};

/** The buttons of Meta's sample "Unsubscribe from All", by which people stop everything. */
export const everythingButtons: Record<string, string[]> = {
  de: ["Von allem abmelden"],
  en: ["Unsubscribe from All"],
  es: ["Cancelar suscripción a todo", "Cancelar todas las suscripciones"],
  fr: ["Se désabonner de tout", "Se désinscrire de tout"],
  it: ["Annulla iscrizione a tutto"],
  nl: ["Afmelden voor alles"],
  pl: ["Wypisz ze wszystkiego"],
  pt: ["Cancelar todas as inscrições"],
  ru: ["Отписаться от всего"],
  tr: ["Tüm aboneliklerden çık"],
};
