// Conversations with leads who have enrolled. The format: see talks.mjs.
export const won = `
# 1 whatsapp 31.2
> [template news_from_you fr] Élodie
20h < Bonjour Claire ! Ça y est, l'atelier de céramique est ouvert depuis trois semaines 🎉
> Bravo Élodie ! Racontez-nous, comment ça se passe ?
< Quinze ans dans le commerce, et à 41 ans je me lève enfin pour mes propres pots. J'aurais dû commencer dix ans plus tôt.
< [image] Ma première vitrine
> Magnifique. Qu'est-ce qui vous a le plus servi, dans le programme ?
6m < Le module sur les prix. Je voulais vivre de mon travail, et c'est ce qui se passe. J'en suis fière.
> Accepteriez-vous d'en parler à notre prochain webinaire ? Vingt minutes, en ligne.
15m < Avec plaisir. Demandez-moi conseil quand vous voulez, j'aime ça.
5h > [read] Merci Élodie ! Je vous envoie la date dès qu'elle est fixée.

# 6 whatsapp 40.7
> [template after_the_call de] Jürgen
2h < Hallo! Das Gespräch war gut. Schicken Sie mir ruhig Sprachnachrichten, ich tippe nicht gern.
8m > [audio the-object-track.m4a]
40m < Danke, jetzt ist es klar. Ich bin 52, mir gehört eine Schreinerei mit sechs Leuten, und immer baue ich, was andere zeichnen.
> Und was möchten Sie am Ende des Programms in der Hand haben?
< Eine eigene Möbellinie, fünf Stücke. Endlich etwas Eigenes entwerfen.
> Dann passt der Zweig „Objekt“. Möchten Sie in Raten zahlen?
< Nein, das bezahle ich auf einmal, aus eigener Tasche.
6d < [audio]
20m > Danke für das zweite Gespräch! Ihre Anmeldung ist angekommen. Im Januar geht es los.
30m < Prima, bis Januar.
2h > [delivered] Bis Januar, Jürgen!

# 7 instagram 22.5
< Oi! Uma ex-aluna de vocês me recomendou o programa. Dá para fazer tudo daqui de São Paulo?
6m > Oi Bia! Dá sim: as aulas são on-line e ficam gravadas. O que você faz hoje?
< Tenho 33 anos e sou fotógrafa de casamentos, por conta própria. Quero sair dos casamentos e ir para a direção de arte.
> [buttons Hoje às 19h / Amanhã às 10h] Vamos falar por telefone? Escolha um horário.
< [tap 0] Hoje às 19h
7h > Pagamento à vista recebido, Bia. A vaga é sua!
5m < Era exatamente o que eu procurava!
18d < Falei de vocês para duas amigas daqui de São Paulo. Elas vão escrever 😉
> Que alegria, obrigada! Vamos cuidar bem delas.
10m < [reaction] ❤️
2h > [read] Boa aula hoje à noite!

# 9 whatsapp 18.7
< Hi, I have to move Thursday's call. Is Friday possible?
10m > [buttons Friday 10:00 / Friday 15:00] Of course, Hannah. Which hour suits you?
< [tap 0] Friday 10:00
3d < Thank you for the call. As I said, I'm 38 and run a small publishing house for children's books. I'd love to illustrate one of our own titles.
> The spring group would suit that: a short programme, six months, eight hours a week, every lesson recorded.
25m < If it fits around school runs, I'm in.
> It does. Lessons are at noon and at eight in the evening, as you like.
1h < Sold! Please put me down for the spring group.
> Done, welcome! How would you like to pay?
< By transfer, in one go. Please make the invoice out to my company, then I can deduct the fee.
5h > [read] It is on its way, made out to the publishing house.

# 19 whatsapp 15.4
< Hola, soy Íñigo. Tengo la llamada reservada para mañana, ¿me podéis mandar antes el programa?
15m > [document programme-es.pdf] El programa completo
1d < Gracias por la llamada. Tengo un taller en Bilbao, pero puedo dejárselo a un compañero seis meses.
> ¡Qué bien! ¿Empezarías con el grupo de enero?
30m < Sí. Ya lo he hablado con él, se queda con el taller hasta julio.
> Entonces te guardo la plaza. Solo falta el pago.
2h < Pagado. ¡Allá vamos!
2h > [read] Recibido, Íñigo. ¡Bienvenido!

# 32 whatsapp 8.4
< Hej! Jag bokade ett samtal för i morgon. Är det ni som ringer mig?
10m > Hej Elizabeth! Ja, vi ringer klockan tio. Vad vill du prata om?
< Jag är 58 och pensionerad apotekare. Äntligen har jag tid! Jag vill ha en riktig hobby, med en utställning om året.
> Härligt. Målar du redan?
8m < Nej, jag är nybörjare. Men tid och pengar finns.
2d < Tack för samtalet. Jag tar båda inriktningarna, illustration och föremål.
20m > Båda är bokade. Välkommen!
1h < Vad ska jag läsa innan vi börjar? Skicka gärna en lista.
3h > [document reading-list.pdf, read] Fem böcker, den första är tunn.
2d < GUIDE
`;
