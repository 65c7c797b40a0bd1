// Conversations with new leads, or with leads who have unsubscribed. The format: see talks.mjs.
export const early = `
# 2 whatsapp 92.5
> [template guide_ready en_US, delivered] Søren
9d > [template webinar_invitation en_US, failed undeliverable] Søren

# 14 whatsapp 58.6
> [template webinar_replay fr] Chloé
1d < Bonjour, je ne me souviens pas de m'être inscrite à quoi que ce soit. Ne m'écrivez plus s'il vous plaît.
30m > Toutes nos excuses, Chloé. Répondez STOP et nous n'écrirons plus.
4h < STOP
> [confirmation, delivered]
2h > [failed opted_out] Bonjour Chloé, le prochain webinaire est jeudi.

# 18 instagram 35.8
< Γεια σας! I love your stories.
25m > Γεια σου Αναστασία! Thank you. Do you draw too?
3h < Sometimes. I got your guide but have not opened it yet.
2h > [read] Begin with page 5, it takes ten minutes.

# 29 whatsapp 46.9
< 👋

# 48 whatsapp 0.62
< GUIDE

# 52 whatsapp 4.03
< Le guide, s'il vous plaît
34h < Guide

# 54 whatsapp 0.42
< ¡Guía!

# 56 whatsapp 0.22
< Guide bitte 🙂

# 53 whatsapp 6.9
< Who is this? Your number is on a flyer in my café.
25m > Hello! We are Atelier Horizon, an online school of art. Would you like our guide?
4h < Stop.
> [confirmation]

# 57 instagram 0.35
< Oi! Vi o anúncio de vocês e baixei o guia 😍
12m > Oi Juliana! Que bom. O que você gostaria de criar?
45m < Estampas! Sou professora e pinto nos fins de semana. Quando começa a próxima turma?
1h > [read] Em janeiro. Quer que eu te mande o programa?

# 59 whatsapp 0.1
> [template guide_ready fr] Léo
3h < Salut ! Je lis ça ce soir après le vélo 🚴
> Bonne sortie ! Dites-moi ce que vous en retenez.
2h < Lu 😄 la page 12 m'a parlé. Vous avez un replay du webinaire ?
1h > [delivered] Oui, il est en ligne depuis hier. Je vous l'envoie.
`;
