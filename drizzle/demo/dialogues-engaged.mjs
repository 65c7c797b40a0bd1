// Conversations with engaged leads. The format: see talks.mjs.
export const engaged = `
# 5 instagram 12.1
< Hola, ayer vi el webinar con mi hermana. ¡Nos encantó! 💛
20m > ¡Hola María José! Qué alegría. ¿A qué te dedicas?
< Tengo 29 años, soy enfermera en un hospital público. Quiero saber si se puede vivir de un trabajo creativo.
> Es posible, paso a paso. ¿Qué te frena?
40m < Trabajo por turnos, nunca sé qué tardes tengo libres. Y ninguna de las dos habla francés: ¿Las clases se pueden seguir en español?
> Hay subtítulos en español, y todas las clases quedan grabadas.
1h < Entonces mi hermana se apuntaría conmigo.
5h > [read] ¡Sería precioso! Os mando el programa para las dos.

# 10 instagram 9.3
< السلام عليكم، هل توجد دروس مكتوبة بالعربية؟
1h > Bonjour Leïla, et merci pour votre message. Puis-je vous répondre en français ?
< Oui bien sûr. Je cherche des supports en arabe, le dessin je le comprends dans toutes les langues 😊
> Les deux premiers modules sont traduits, les autres le seront cette année.
25m < D'accord. Y a-t-il des séances le soir ? Je travaille jusqu'à 18 h.
2h > [read] Oui, le mardi et le jeudi à 20 h, et tout est enregistré.

# 16 whatsapp 30.1
> [template webinar_replay en_US] Zoë
3h < Thanks, watching it tonight!
> Lovely. Tell us what you think of it.
1d < Liked the part about habits. I draw on the train now 🚆
2h > [read] That is the best studio there is.
3d > [failed window_closed] How are the drawings from the train?

# 22 instagram 11.7
< [reaction] 😍
30m > Merci Camille ! Le carnet de la story vous a plu ?
5d < oups désolée, je vois ton message que maintenant 🙈 oui trop beau
10m > Pas de souci ! Vous dessinez aussi ?
14d < pardon pardon… un peu, dans les marges de mes cours
1h > [delivered] Les marges, c'est un bon début. Qu'aimeriez-vous en faire ?
8d < [reaction] 🔥
2h > [sent] 😊

# 27 instagram 14.5
< Здравствуйте! Скажите, живые занятия записываются?
1h > Hello Anna! Yes, every live session is recorded, and the recordings are yours.
30m < Great, English is fine too. I'm in Tbilisi, so your evening is my night.
> Then the recordings are for you, and the hour on Saturday morning.
1h < And can I ask questions on a recording?
2h > [read] Under each one, and a teacher answers within a day.

# 31 instagram 8
< Hello from Beirut! I downloaded your guide 🌙
15m > Hello Nour! Did it help?
< A lot. I shared it with my whole class, I hope that's allowed.
> It is, and thank you! What do you study?
2h < Illustration, second year. In the guide you say to price by the day. Nobody here does that.
> Try it on one order, and tell us what happened.
1h < I will 💪
1h > [read] We are curious!

# 33 whatsapp 4.4
> [template guide_read fr] Amélie
5h < Bonjour, oui je l'ai lu, et j'étais au webinaire. Très clair, merci.
> Avec plaisir ! Vous reste-t-il une question ?
12m < Oui : illustration ou objet ? Je fais un peu des deux, j'aimerais comparer.
> Illustration : six projets courts. Objet : un seul, de l'idée au prototype.
18m < Et on peut changer en cours de route ?
> Oui, jusqu'à la quatrième semaine.
2h < Ça me rassure. Je relis les deux programmes ce week-end.
3h > [read] Prenez votre temps, je suis là si besoin.

# 38 whatsapp 2.8
< Hola, descargué la guía. ¿El programa es solo para profesionales?
15m > ¡Hola Sofía! No, la mitad de cada grupo empieza de cero.
< Menos mal. ¿Cuánto cuesta?
> 2.400 €, en tres o en seis plazos si lo prefieres.
30m < Ok, lo voy a pensar.
2h > [read] Claro que sí. Aquí estoy.

# 44 whatsapp 6
> [template guide_read en_US] رامي
7h < Thanks, read it on the way to work. Page 12 is me exactly 😅
> The one about starting again each January?
20m < Yes! How do people keep going after week three?
> They show their work to somebody every Friday. That is what the groups are for.
1h < Makes sense.
2h > [read] You can sit in on one. Shall I tell you when?
4d > [template open_day en_US, failed marketing_cap] رامي

# 47 instagram 0.6
< [image] 오늘의 스케치
40m > The hands are lovely, Jiwoo!
22h < [image] 두 번째
> Better every day. What are you working towards?
1h < I want to draw a picture book. Today I only have evenings for it.
20h < [image] Third one. When does the next group start?
30m > In the second week of January. Applications close on the 20th of December.
12m < Okay! I will apply this week.
3h > [read] We'd be glad to have you.

# 55 whatsapp 0.15
< Bonjour, j'ai trouvé votre guide par une amie. C'est pour qui, le programme ?
8m > Bonjour Fatoumata ! Pour qui veut vivre d'un métier créatif, ou s'en rapprocher.
< Je suis aide-soignante et je couds le soir. C'est trop tard à 44 ans ?
> Pas du tout, la moyenne du groupe est de 39 ans.
25m < Ah, ça fait plaisir. Et on a besoin d'un ordinateur ?
> Un téléphone et un carnet suffisent pour commencer.
1h < Super, je regarde le replay ce soir.
2h > [read] Bon visionnage !
72m < Guide ?
`;
