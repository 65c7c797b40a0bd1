import type { Language } from "../notation";

export const es: Language = {
  // Lo que separa, no dice nada, niega, supone o cita; otras personas; órdenes y bromas
  joints: "y, pero, porque, pues, entonces, así que, sino, e",
  fillers: `la verdad es que, la verdad, sinceramente, un poco, ahora mismo, ahora, todavía, ya
    de momento, por ahora, al final, hola, gracias, claro, bueno, vale, uf, lo siento, por favor
    porfa, lo que pasa es que, es que, creo que, para (mí|nosotros), jaja, ahorita`,
  undoes: `no, nunca, casi, ex, futur(o|a), antigu(o|a), voluntari(o|a), tu, su, vuestr(o|a)
    quiero, era, ser, para, busco, pronto, ni, propi(o|a)`,
  doubts: "si {word}, cuando, imagina, supongamos, ojalá, hasta que, en cuanto, mientras",
  reports: "dijo, dice, dicen, dijeron, decía, escribió, preguntó, piensa, según, cuenta que",
  others: `ella, ellos, ellas, quien, alguien, la gente, madre, mamá, padre, papá, padres, mujer
    familia, (jef(e|a)|vecin(o|a)|compañer(o|a)|suegr(o|a)|niet(o|a))(|s), dentista, vuestro
    con mi
    (marido|espos(o|a)|novi(o|a)|pareja|hij(o|a)|herman(o|a)|prim(o|a)|amig(o|a)|tí(o|a))(|s)`,
  unread: `(ignora|ignore|olvida|olvide) ... (instrucciones|reglas), eres una ia, la ia
    en el perfil, es broma, (asistente|bot|ia) (escribe|guarda|anota)`,
  // La edad, y cómo se pregunta
  asksAge: "qué edad, cuántos años (tienes|tiene|tenés)., (tu|su) edad",
  age: "tengo {number} años [(soy|vivo) ... {word}]., acabo de cumplir {number} [años].",
  shortAge: "^[tengo] {number} [años].",
  // De qué vive el cliente
  job: `enfermer(o|a), profe, profesor(|a), maestr(o|a), ingenier(o|a), programador(|a)
    diseñador(|a), contable, contador(|a), abogad(o|a), médic(o|a), fotógraf(o|a), traductor(|a)
    cociner(o|a), peluquer(o|a), carpinter(o|a), fontaner(o|a), electricista, conductor(|a)
    secretari(o|a), auxiliar, cajer(o|a), camarer(o|a), vendedor(|a), comercial, recepcionista
    dependient(e|a), administrativ(o|a), técnic(o|a)`,
  company: `empresa, negocio, banco, hospital, escuela, colegio, instituto, tienda, agencia, hotel
    oficina, fábrica, restaurante, clínica, farmacia, universidad, gimnasio, academia, curso`,
  trade: "(soy|trabajo como|trabajo de) {job}, soy ... {job}.",
  employee: `soy (emplead(o|a)|funcionari(o|a))
    trabajo ... (en|para) (un|una|el|la) ... {company}, soy {job} ... en (un|una|... {company})`,
  self_employed: "soy ... (freelance|por cuenta propia)., trabajo por mi cuenta, soy autónom(o|a)",
  business_owner: `tengo mi [propi(o|a)] {company}, tengo (un|una) {company}., soy empresari(o|a)
    tengo (una tienda|un bar|un restaurante|una empresa) (de|en), soy [el|la] dueñ(o|a) de`,
  student: "soy estudiante, estudio en la universidad, estoy estudiando",
  retired: "(estoy|soy) (jubilad(o|a)|pensionista|retirad(o|a))., me jubilé",
  unemployed: "(estoy|me quedé) (en paro|desemplead(o|a)|sin trabajo), perdí (mi|el) trabajo",
  // Qué quiere alcanzar
  goal: `{wish} ((montar|abrir|lanzar|crear) mi|aprender a|hablar (inglés|francés)|bajar de peso)
    {wish} (cambiar de (trabajo|vida|carrera)|vivir de)
    mi (objetivo|meta|sueño) [principal] (es|sería), {wish} comprar(|nos) (un|una) ... (casa|piso)`,
  wish: "quiero, queremos, quisiera, (me|nos) gustaría, (me|nos) encantaría",
  // Qué le frena: el precio, el tiempo, las dudas
  price: `^(es|está|sale|parece) (demasiado|muy) car(o|a)., es (mucho|demasiado) dinero.
    no tengo ... (dinero|presupuesto) [para {word}]., no me (lo|la) puedo permitir, no me alcanza.
    [tu|su] (curso|precio) es (muy|demasiado) caro., ^(demasiado|muy) car(o|a).
    (fuera|por encima) de (mi|nuestro) presupuesto, no puedo (pagar|permitir)`,
  time: "no tengo [mucho|suficiente|nada de] tiempo [para (eso|esto)]., me falta tiempo",
  thought: `(tengo que|debo|voy a|necesito) (pensar|pensarlo|pensármelo|consultarlo|hablarlo).
    (tengo que|debo|voy a) (hablar|consultar|hablarlo|consultarlo) con mi {others}, lo pensaré`,
  // Si sigue o no: por qué, si vuelve, si reserva una llamada
  stop: `no me (escrib(a|as|an|áis)|contact(e|es|en)|molest(e|es|en)) más.
    déj(ame|eme|enme) en paz, no me (mand(e|es|en)|enví(e|es|en)) más (mensajes|nada)
    (deja|deje|dejen|dejad) de (escribirme|llamarme)`,
  stopWord: "^stop., ^baja.",
  not_interested: "no me interesa [nada]., no estoy interesad(o|a).",
  already_handled: `(apunté|inscribí|matriculé|apuntado|inscrito) (a|en) otr(o|a).
    (apunté|inscribí|matriculé|apuntado|inscrito) (a|en) otr(o|a) {company}
    (elegí|encontré|contraté|elegido|encontrado) otr(o|a) {company}`,
  wrong_timing: "no es [el|un] [buen|mejor] momento.",
  invalid_lead: `(equivocado|equivocó|equivocaste|equivoqué) de (número|persona).
    número equivocado.`,
  returns: "me apunto., quiero (apuntarme|inscribirme), cambié de (opinión|idea)",
  booked: `(reservé|agendé|reservado|agendado) ... (llamada|cita|reunión)
    tengo (la|una) (llamada|cita) (reservada|agendada|confirmada)`,
  calledOff: "(tengo que|quiero|necesito) (cancelar|anular), he cancelado",
};
