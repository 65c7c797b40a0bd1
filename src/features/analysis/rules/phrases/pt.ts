import type { Language } from "../notation";

export const pt: Language = {
  // O que separa, não diz nada, nega, supõe ou cita; outras pessoas; ordens e brincadeiras
  joints: "e, mas, porque, pois, então, só que",
  fillers: `(para|pra) (mim|nós), neste momento, sinceramente, infelizmente, por enquanto, bom dia
    obrigad(o|a), desculp(a|e), mesmo assim, na verdade, boa tarde, boa noite, por favor, um pouco
    acho que, afinal, agora, ainda, claro, nossa, é que, mesmo, olá, sim, viu, ^eu, já, oi, né, aí`,
  undoes: `não, nunca, quase, ex, futur(o|a), antig(o|a), voluntári(o|a), seu, sua, teu, tua
    voss(o|a), quero, era, fui, ser, procuro, em breve, nem, própri(o|a)`,
  doubts: "se (eu|fosse|tivesse|for|tiver|não|o|a|é|tenho|sou|estou), quando, imagin(a|e)",
  reports: "disse, diz, dizem, disseram, falou, falando, fala, perguntou, escreveu, acha que",
  others: `ele, ela, eles, elas, quem, alguém, mãe, pai, pais, mulher, família, irmão, irmã, irmãs
    irmãos, chefe, patrão, colega, dentista, com (o banco|o meu|a minha|minha|meu), de vocês
    (marido|espos(o|a)|namorad(o|a)|filh(o|a)|prim(o|a)|ti(o|a)|amig(o|a)|vizinh(o|a))(|s)`,
  unread: `(ignore|ignora|esqueça|esquece) ... (instruções|regras), como ia, perfil do lead
    brincadeira, (assistente|bot|ia) (escreva|grave|anote|registre)`,
  // A idade, e como se pergunta
  asksAge: "que idade, quantos anos (tens|você tem|vc tem|tem)., (sua|tua) idade",
  age: "tenho {number} anos [(sou|moro) ... {word}]., acabei de fazer {number} [anos].",
  shortAge: "^[tenho] {number} [anos].",
  // Do que vive o cliente
  job: `enfermeir(o|a), professor(|a), engenheir(o|a), programador(|a), designer, contador(|a)
    contabilista, advogad(o|a), médic(o|a), fotógraf(o|a), tradutor(|a), cozinheir(o|a)
    cabeleireir(o|a), costureira, carpinteiro, eletricista, mecânico, motorista, secretári(o|a)
    auxiliar, caixa, vendedor(|a), recepcionista, administrativ(o|a), técnic(o|a), analista`,
  company: `empresa, negócio, banco, hospital, escola, colégio, loja, agência, escritório, fábrica
    restaurante, clínica, hotel, farmácia, universidade, faculdade, salão, academia, curso`,
  trade: "(sou|trabalho como|trabalho de) {job}, sou ... {job}.",
  employee: `trabalho ... (em|para|num|numa|na|no) ... {company}
    sou {job} ... (num|numa|em um|em uma|... {company}), sou (empregad(o|a)|funcionári(o|a))`,
  self_employed: "sou ... (autônom(o|a)|freelancer|por conta própria), trabalho por conta",
  business_owner: `tenho (minha|meu|a minha|o meu) [própri(o|a)] {company}, sou empresári(o|a)
    tenho (uma|um) {company}., tenho (uma loja|um restaurante|uma empresa) (de|em|no|na)
    sou [o|a] don(o|a) (de|da|do) ... {company}, sou o dono.`,
  student: "sou estudante, estudo na {company}, estou na faculdade",
  retired: "(sou|estou) (aposentad(o|a)|reformad(o|a)|pensionista)., me aposentei",
  unemployed: "(estou|tô|fiquei) (desempregad(o|a)|sem trabalho), perdi [o] [meu] emprego",
  // O que quer alcançar
  goal: `meu (objetivo|objectivo|sonho|plano) [principal] (é|seria)
    {wish} (aprender a|viver d(e|o|a)|emagrecer)
    {wish} (mudar de (carreira|vida|emprego)|perder {number} (kg|quilos))
    {wish} ((abrir|lançar|montar|criar) (meu|minha)|comprar (uma|um) ... (casa|apartamento))`,
  wish: "quero, queremos, queria, gostaria de, gostava de, adoraria, a gente quer",
  // O que o impede: o preço, o tempo, a dúvida
  price: `^(é|está|tá|fica|achei) (muito|demasiado|meio) car(o|a)., car(o|a) demais
    [seu] (curso|preço) é muito caro., ^(muito|demasiado|meio) car(o|a)., é muito dinheiro.
    não (tenho|há) ... dinheiro [para {word}]., não (tenho como|posso|consigo) pagar
    (fora|acima) do (meu|nosso) orçamento, não cabe no (meu|nosso) (bolso|orçamento)`,
  time: "não tenho [muito|o|nenhum] tempo [para isso|pra isso]., (estou|tô|ando) sem tempo",
  thought: `(tenho que|tenho de|preciso|preciso de|vou|quero) pensar [melhor|nisso|bem].
    (tenho que|tenho de|preciso|vou) (falar|conversar) com [o|a] (meu|minha) {others}`,
  // Se continua ou não: porquê, se volta, se marca uma chamada
  stop: `não me (mand(e|em|es)|envi(e|em)) mais (mensagens|nada), me (deixa|deixe) em paz
    (pare|parem|para|deixe|deixem) de me (mandar|enviar|escrever|ligar)
    não me (escrev(a|am)|contact(e|em)) mais.`,
  stopWord: "^stop., ^parar., ^sair.",
  not_interested: `não tenho [mais] interesse., não me interessa [mais].
    não (estou|tô) [mais] interessad(o|a).`,
  already_handled: `(inscrevi|matriculei) [me] (em outr(o|a)|noutr(o|a)) [{company}].
    (escolhi|encontrei|contratei) outr(o|a) {company}, (fechei|fechou|fechamos) com outr(o|a)`,
  wrong_timing: "não é [o|um|a|uma] [bom|boa] (momento|altura|fase) [certo|certa].",
  invalid_lead: "enganou [se] (de|no) número, número errado., pessoa errada., foi engano.",
  returns: "quero (participar|me inscrever|inscrever me), vou me inscrever, mudei de ideia(|s)",
  booked: `(marquei|agendei|reservei) ... (chamada|ligação|reunião|conversa|call)
    (está|tá) (marcad(o|a)|agendad(o|a)) para`,
  calledOff: "(tenho que|tenho de|preciso|preciso de) (cancelar|desmarcar), cancelei, desmarquei",
};
