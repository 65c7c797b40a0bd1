// Conversations with leads who have booked a call, or may be won soon. The format: see talks.mjs.
export const qualified = `
# 12 instagram 5.1
< はじめまして。グラフィックデザイナーです。どちらのコースが私に合いますか？
40m > Hello Misaki, thank you for writing! May I answer in English? What would you like to do after the programme?
2h < Of course. I'm 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.
> Illustration has more portfolio days, Object goes deeper into one project. What holds you back?
25m < I can't choose between the two tracks. And your evening lessons are at 4 a.m. for me.
> All lessons are recorded, and there is a live hour for Asia on Saturdays.
1h < [image] Two pages of my portfolio
30m > Strong work! Would a portfolio review help you choose?
< Yes please. I will decide after the review.
2h > [read] Then it is on Tuesday, 18:00 in Kyoto.

# 13 whatsapp 2
> [template call_confirmed en_US] Marcus | Wednesday 9:00
45m < Hey, thanks. I'm a software engineer, 45, and I went to a four-day week last year. I want to use the free day to make something by hand.
> Good plan! What would you like to know on the call?
< Give me the honest number of hours. Your site says six a week, a friend of mine says ten.
> Eight, if you do the exercises. Some weeks six, the last month ten.
20m < OK, that I can plan with. I've never held a chisel, is that a problem?
> Not at all: half of each group are beginners.
< Good. A booked call is a promise to myself, so I'll be there on Wednesday.
2h > [read] See you on Wednesday, Marcus.

# 15 instagram 3.7
< Hi! I saw your ad. I'm finishing my degree in textile design, I'm 23, and I want to sell my prints to European brands.
12m > Hello Priya! That is a clear goal. May we see some of your prints?
< [image] Block prints from last month
> These are strong. The Illustration track would get you to a collection in six months.
1h < I love it, but I can't pay in one go. क्या किस्तों में भुगतान हो सकता है?
> Yes: in three parts, or in six.
< Six would work for me. And is there a certificate? My college asks for one.
> There is, with your marks and the hours.
2h < Perfect, then I'm almost decided.
2h > [read] Shall we talk it through on the phone this week?

# 21 whatsapp 1.3
< Hello, I got your number from the webinar. I'm head of training in a museum in Manchester.
20m > Hello Grace! What are you looking for?
< A programme for my team of four. Could we do this as a team?
> We could: one group of your own, same teachers. Would the museum pay?
40m < It would, training is in our budget. I'm 40 and have drawn for years, the others less so.
> [buttons Thursday 11:00 / Friday 14:00] Shall we talk about it?
< [tap 0] Thursday 11:00
> [template call_confirmed en_US] Grace | Thursday 11:00
3h < Can a colleague join the call? He decides with me.
2h > [read] Certainly. The same number works for both of you.

# 23 whatsapp 6.5
< Bonjour, j'ai revu le replay deux fois. Je suis dessinateur industriel, 34 ans, et je veux passer à la scénographie.
15m > Bonjour François-Xavier ! Belle idée. Comment financeriez-vous le programme ?
1h < Par un congé de formation, qui paierait tout. Il faut que mon employeur signe.
> A-t-il déjà donné son accord de principe ?
35m < Oui, à l'oral. Le dossier est sur son bureau depuis lundi.
> Souhaitez-vous une attestation de notre part ?
< Volontiers, ça peut l'aider à se décider.
20m > [document attestation.pdf] Voici l'attestation, avec les dates et le nombre d'heures.
5d < Merci. J'attends juste la signature de mon chef 🤞
5h > [read] On croise les doigts avec vous !

# 26 whatsapp 0.8
< Salut ! On m'a parlé de vous. Je donne des cours du soir de calligraphie à Marseille depuis deux ans.
10m > Bonjour Inès ! Et qu'aimeriez-vous changer ?
< J'ai 31 ans, je suis à mon compte, j'ai déjà vingt élèves. Je veux en vivre, pas seulement l'aimer.
> Combien vous manque-t-il pour en vivre ?
25m < À peu près le double. Je ne sais pas fixer mes prix.
> C'est justement le sujet de notre deuxième module. On s'appelle ?
> [buttons Demain 9 h / Demain 17 h] Quelle heure vous va ?
4m < [tap 1] Demain 17 h
> [template call_confirmed fr] Inès | demain 17 h
14h < C'est noté, j'ai préparé mes chiffres.
2h > [delivered] Parfait, à tout à l'heure !

# 36 whatsapp 0.4
< Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment. Je veux lancer ma marque de vêtements.
> Bonsoir Aïcha ! Avez-vous déjà des clientes ?
12m < Oui, tout mon réseau attend la première collection 😄 Le seul frein, c'est l'argent.
> Avez-vous demandé un financement public ?
< Le dossier est déposé, ma conseillère pense que ça passera.
20d > [template financing_news fr] Aïcha
9h < Toujours à l'étude, réponse dans dix jours. Dès que j'ai l'accord, je signe.
> Formidable. Je vous garde une place jusque-là.
25m < Merci, vraiment 🙏
1h > [read] Avec plaisir. Écrivez-moi dès que vous savez.

# 40 whatsapp 1
> [template call_confirmed fr] Marie-Thérèse | vendredi 15 h
1h < Merci. Pour préparer l'appel : j'ai 47 ans et je dirige un centre culturel à Bordeaux. Je suis salariée, c'est la ville qui paie.
> Merci ! Souhaitez-vous suivre le programme vous-même ?
18m < Non, j'ai une autre idée. Et si vous veniez chez nous ?
> Un groupe dans votre centre ?
< Oui, un partenariat : nous avons deux ateliers et quarante habitués, vous avez les professeurs.
> Notre fondatrice prendra l'appel elle-même.
6h < Très bien, à vendredi.
2h > [read] À vendredi, Marie-Thérèse.

# 43 whatsapp 1.8
< Bonjour, Lucas, de Menton. J'écris en français, c'est plus simple ici 😊 J'ai vu le webinaire sur l'objet.
12m > Bonjour Lucas ! Qu'en avez-vous pensé ?
< Très concret. Existe-t-il une bourse ? J'en ai entendu parler à la fin.
> Une par groupe, sur dossier : une page et trois images.
1h < D'accord. Je préfère d'abord parler avec quelqu'un.
> [buttons Lundi 18 h / Mardi 8 h] Avec plaisir. Quand vous appeler ?
6m < [tap 0] Lundi 18 h
2h > [read] C'est réservé. Gardez vos trois images sous la main.

# 46 instagram 11.9
< Hello from Lagos! I'm 26, I work in a bank and design posters at night. The webinar was fire 🔥
9m > Hello Seun! Thank you. What would you like the posters to become?
< A job. I want to be paid for design within a year.
> That is realistic with a portfolio. Have you seen the fee?
35m < Yes, and with our currency it is five months of salary. Is there a scholarship for people outside Europe?
> There is one in each group, for half of the fee: one page and three images.
1h < Then I'll send mine this week.
2h > [read] Looking forward to it.

# 50 whatsapp 3.2
> [template call_confirmed it] Valentina | giovedì 13:00
30m < Grazie. Ho 35 anni, ho una cartoleria a Nizza e vorrei vendere i miei disegni, non solo quelli degli altri.
> Buongiorno Valentina! Che cosa vuole sapere prima della chiamata?
15m < A Milano costa uguale, perché voi?
> Il nostro gruppo più vicino è proprio nella sua città, una sera a settimana.
1h < Questo cambia qualcosa. Non devo chiudere il negozio.
> Esatto. E il primo modulo è sulla vendita.
10m < Bene, ne parliamo giovedì.
2h > [delivered] A giovedì!
`;
