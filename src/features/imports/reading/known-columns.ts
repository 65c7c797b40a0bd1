import { plainNames } from "#domain/field-names";
import { type LeadFields, leadFields } from "#domain/lead-fields";
import type { Field } from "./mapping";

/**
 * The names of columns in English, French, German, Spanish, Portuguese and Italian, and in exports
 * of HubSpot, Pipedrive, ManyChat and Google Contacts, as `columnKey` writes them. Of several names
 * in a file, those of an earlier group are preferred.
 */
const KNOWN: Partial<Record<Field, string[]>> = {
  ext_id: words(
    "externalid recordid recordidcontact contactid crmid customerid clientid leadid",
    "identifiant reference idclient idcontact kontaktid kundennummer kundenid idcliente idcontacto",
    "idcontato codicecliente codigocliente",
  ),
  first_name: words(
    "givenname forename prenom vorname rufname primernombre primeironome nomeproprio",
  ),
  last_name: words(
    "surname familyname nomdefamille nachname familienname zuname apellido apellidos",
    "sobrenome apelido ultimonome cognome",
  ),
  full_name: words(
    "fullname displayname contactname nomcomplet prenomnom nomprenom vollername vollstandigername",
    "nombrecompleto nombreyapellidos nombreyapellido nomecompleto nomeecognome nomecognome",
  ),
  username: words(
    "user handle instagram instagramusername iguser igusername instagramhandle pseudo",
    "nomdutilisateur compteinstagram benutzername usuario nombredeusuario nomedeusuario nomeutente",
  ),
  image: words("avatar photo picture profilepic photourl avatarurl imageurl profilepicture"),
  email: words(
    "email emailaddress mail emailvalue email1value emailwork workemail emails",
    "adresseemail adressemail courriel adressecourriel emailadresse mailadresse",
    "correo correoelectronico direcciondecorreo enderecodeemail indirizzoemail posta",
    "postaelettronica",
  ),
  phone: words(
    "whatsapp whatsappnumber whatsappphone whatsappphonenumber numerowhatsapp whatsappid",
    "mobile mobilephone mobilenumber mobilephonenumber cell cellphone phonemobile portable",
    "telephoneportable telmobile numeromobile mobiltelefon handy handynummer mobilnummer mobil",
    "movil telefonomovil celular telefonocelular telemovel telefonecelular cellulare",
  ),
  source: words("quelle origine origen origem fonte leadsource"),
  warmth: words("temperature leadtemperature"),
  pipeline_stage: words("pipelinestage stage etape phase etapa fase"),
  is_lost: words("islost"),
  lost_reason: words("lostreason reasonforloss motifdeperte"),
  enrolled_at: words("enrolledat"),
  age: words("alter edad idade eta"),
  profile: words("profile"),
  tags: words(
    "tags tag labels label groupmembership etiquettes etiquette libelles libelle schlagworte",
    "schlagworter etiketten etiquetas etiqueta etichette etichetta rotulos marcadores",
  ),
  variables: words("variables"),
  data: words("data"),
};

/** Columns that are taken where those of `KNOWN` are blank. */
const SECOND: Partial<Record<Field, string[]>> = {
  ext_id: words("id userid subscriberid psid"),
  email: words("email2value emailhome emailother personalemail secondaryemail email2"),
  phone: words(
    "phone phonenumber telephone tel phone1value phonework phones phonehome phone2value workphone",
    "numerodetelephone numero telefon telefonnummer rufnummer telefono telefone",
    "numerodetelefono numerodetelefone numeroditelefono phoneother homephone phone2 phone1 tel1",
  ),
};

/** Columns with a whole name, or with one of its parts beside a column with the other. */
export const AMBIGUOUS_NAMES = words("name nom nombre nome namen");

/** The names of columns that may be a pipeline stage, if all their cells are. */
export const STATUS_NAMES = words(
  "status statut statutlead statutdulead statutcontact statutducontact leadstatus contactstatus",
  "dealstage dealstatus salesstage pipeline estado estadolead estadodellead situacao stato",
  "statolead",
  "leadstage lifecyclestage etapedupipeline etapepipeline phasedevente verkaufsphase leadfase",
);

function words(...lines: string[]) {
  return lines.flatMap((line) => line.split(" "));
}

/** Fields that are stored as they are given are known by their own names, too. */
export const ownNames = (fields: LeadFields) =>
  Object.fromEntries(plainNames(fields, "api").map((name) => [name, [name.replaceAll("_", "")]]));

const byName = (names: Partial<Record<Field, string[]>>) =>
  new Map(
    Object.entries(names).flatMap(([field, known]) => known.map((name) => [name, field] as const)),
  );
const [FIRST_CHOICE, SECOND_CHOICE] = [
  new Map([...byName(ownNames(leadFields)), ...byName(KNOWN)]),
  byName(SECOND),
];

/** The field that a column of this key is, and how much it is preferred, 0 the most. */
export function knownField(key: string): { field: string; rank: number } | undefined {
  const field = FIRST_CHOICE.get(key);
  if (field) return { field, rank: 0 };
  const second = SECOND_CHOICE.get(key);
  return second ? { field: second, rank: 1 } : undefined;
}
