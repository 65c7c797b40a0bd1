// Conversations with lost leads, each for a reason. The format: see talks.mjs.
export const lost = `
# 3 instagram 101.5
< Bonjour ! Je viens de m'abonner. Vous formez aussi à l'illustration jeunesse ?
20m > Bonjour Anaïs ! Oui, c'est le cinquième module.
< Super, c'est mon rêve depuis toujours.
> Parlons-en ! Préférez-vous continuer sur WhatsApp ?
2h < Oui, c'est plus simple pour moi.
1h > [read] Parfait, je vous y écris.

# 3 whatsapp 73.9
> [template call_follow_up fr] Anaïs
2h < Bonjour Claire. J'ai 36 ans, j'étais office manager et je cherche du travail depuis mars. Je veux me reconvertir dans l'illustration.
> Votre dossier de financement a-t-il avancé ?
1d < Refusé. Je fais appel.
30m > Courage ! Souhaitez-vous un paiement en six fois en attendant ?
< Même en six fois je ne peux pas, je n'ai pas d'économies.
9d > [failed window_closed] Bonjour Anaïs, des nouvelles de votre appel ?
1d > [template financing_news fr] Anaïs
4h < Deuxième refus ce matin. Sans financement, ce sera non, malheureusement.
> Je suis désolée. Puis-je faire quelque chose ?
15m < Prévenez-moi si un jour vous proposez un paiement sur deux ans.
4h > [read] C'est promis, Anaïs. Bon courage à vous.

# 8 instagram 66.2
< Olá! Quero aprender a desenhar a sério. Quanto custa o programa?
25m > Olá João! São 2.400 €, em três ou seis prestações. O que fazes?
< Sou estudante, tenho 24 anos, estou no último ano de gestão.
> E o que gostarias de conseguir desenhar?
1h < Pessoas, ruas. Mas é muito caro. É muito dinheiro para mim agora.
> Seis prestações de 400 € ajudariam?
3h < A escola aqui do bairro tem um curso à noite por 800 €, um terço do preço. Vou por aí. Obrigado na mesma!
2h > [read] Boa escolha para começar, João. Felicidades!

# 11 whatsapp 59.9
> [template guide_ready fr] Thibault
6h < Merci pour le guide, mais c'était juste par curiosité.
> Avec plaisir ! Un changement de métier vous tente-t-il ?
40m < Non, je suis très bien dans mon travail. Le programme ne m'intéresse pas.
1h > [read] C'est bien noté, Thibault. Bonne lecture !

# 20 whatsapp 68.3
< Bonjour, vous avez reçu mes pneus ?
15m > Bonjour ! Vous êtes à l'Atelier Horizon, une école d'art en ligne. Cherchiez-vous un garage ?
< Ah mince, oui, l'Atelier du Pneu. Je me suis trompé de numéro, désolé !
10m > [read] Pas de souci, bonne route !

# 25 whatsapp 33.1
> [template after_the_webinar en_US] Daniel
1h < Hi! Enjoyed it, even the baby kicked 😄 I'm a freelance translator, 37, and I've been carrying a comic around for years.
> Write it, draw it, or both?
< Both. That's what I'd want the programme for.
> The January group would suit that.
2h < That's the trouble: our second child is due in January. Right idea, wrong year.
> Congratulations! Shall we talk again later?
20m < Please do, next autumn. I mean it.
4h > [read] It is in our calendar. All the best to the four of you!

# 30 instagram 29.6
< Oi, tudo bem? Vi o anúncio da turma nova.
30m > Oi Guilherme! Tudo ótimo. O programa te interessa?
< Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.
> Sinto muito. Parcelado em seis vezes ajudaria?
1h < Não, nem parcelado. Não tenho financiamento nenhum.
> Há uma bolsa por turma. Posso te avisar quando abrir?
2h < Pode sim, obrigado.
2h > [delivered] Aviso, prometo. Força!

# 37 instagram 26.4
< こんにちは。ワークショップの写真、いいですね。
2h > Hello Kenji, thank you! Would you like to know more about the programme?
< Thanks, but I have already enrolled at a school here in Osaka, last month.
1h > [read] Congratulations! Enjoy it, and send us a picture one day.

# 45 whatsapp 12
> [template after_the_webinar fr] Cécile
3h < Merci pour ce beau webinaire. À 63 ans, ça m'a changé les idées, c'est tout ce que je cherchais.
> Quel plaisir de vous lire ! Voudriez-vous aller plus loin ?
1h < Ce ne sera pas possible : je m'occupe de ma mère à plein temps, je n'ai pas une heure à moi. C'est une raison de famille, rien d'autre.
> Je comprends. Les replays restent ouverts, à votre rythme.
2h < Merci de votre gentillesse. Bonne continuation à vous.
2h > [read] À vous aussi, Cécile. Prenez soin de vous.
`;
