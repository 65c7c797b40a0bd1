// The demo's leads, oldest first; a row's rank is the lead's id. `days` is how long before the load it was created.
export const leads = `
days  | ext_id    | first_name      | last_name      | username          | email                           | phone         | source    | warmth | stage       | language | city           | tags  | lost_reason     | optout
118.3 | crm-1001  | Élodie          | Marchand       |                   | elodie.marchand@example.com     | +33639980101  | import    | hot    | won         | fr       | Lyon           | 3 6 8 |                 |
117.9 | crm-1002  | Søren           | Kjær           |                   | soren.kjaer@example.org         | +46701740618  | import    | cold   | contacted   | da       | Malmö          | 2     |                 |
117.2 | crm-1003  | Anaïs           | Lefèvre        | anais.lfv         | anais.lefevre@example.com       | +33639980117  | import    | warm   | lost        | fr       | Nantes         | 2 5   | no_financing    |
116.8 | crm-1004  | Łukasz          | Wójcik         |                   | lukasz.wojcik@example.com       |               | import    | cold   | lost        | pl       | Kraków         | 2     | unresponsive    |
112.4 | crm-1005  | María José      | Fernández Ruiz | mjose.fr          | mariajose@example.com           |               | import    | warm   | engaged     | es       | Sevilla        | 2 3   |                 |
109.5 |           | Jürgen          | Groß           |                   | juergen.gross@example.org       | +491713920012 | webhook   | warm   | won         | de       | Köln           | 3 6 8 |                 |
104.1 |           | Beatriz         | Gonçalves      | bia.goncalves     |                                 |               | instagram | hot    | won         | pt       | São Paulo      | 1 6 8 |                 |
101.7 |           | João            | da Conceição   | joao.dacon        | joao.conceicao@example.com      |               | instagram | cold   | lost        | pt       | Porto          | 1     | price_objection |
98.2  |           | Hannah          | Whitfield      |                   | hannah.whitfield@example.com    | +447700900114 | calendly  | hot    | won         | en       | Leeds          | 6 7 8 |                 |
95.6  |           | ليلى            | بنعلي          | leila.benali      |                                 |               | instagram | warm   | engaged     | ar       | الدار البيضاء  | 1     |                 |
91.3  |           | Thibault        | Nguyễn         |                   | thibault.nguyen@example.com     | +33639980142  | webhook   | cold   | lost        | fr       | Toulouse       | 4     | not_interested  |
88.8  |           | 美咲              | 佐藤             | misaki_s          | misaki.sato@example.org         |               | instagram | warm   | qualified   | ja       | 京都             | 1 3   |                 |
86.4  |           | Marcus          | O'Neill        |                   | marcus.oneill@example.com       | +14155550134  | iclosed   | hot    | call_booked | en       | Oakland        | 6     |                 |
83.9  | crm-1006  | Chloé           | Dubois-Perrin  |                   | chloe.dp@example.com            | +33639980155  | import    | cold   | contacted   | fr       | Rennes         | 2 4   |                 | optout
80.5  |           | प्रिया           | शर्मा           | priya.sharma.k    | priya.sharma@example.com        |               | instagram | hot    | qualified   | hi       | जयपुर          | 1 3   |                 |
78.1  |           | Zoë             | van den Berg   |                   | zoe.vdberg@example.org          | +447700900138 | webhook   | warm   | engaged     | nl       | Bristol        | 3     |                 |
75.7  |           |                 |                | sunset.painter    |                                 |               | instagram | cold   | new         |          |                | 1     |                 |
73.2  |           | Αναστασία       | Παπαδοπούλου   | nastasia.p        | anastasia@example.com           |               | instagram | warm   | contacted   | el       | Αθήνα          | 1 4   |                 |
70.6  |           | Íñigo           | Etxeberria     |                   | inigo.etx@example.com           | +33639980189  | calendly  | hot    | won         | es       | Biarritz       | 6 8   |                 |
68.4  |           |                 |                |                   |                                 | +33639980178  | whatsapp  | cold   | lost        |          |                |       | invalid_lead    |
66.0  | hub-48213 | Grace           | Adeyemi        |                   | grace.adeyemi@example.com       | +447700900163 | api       | hot    | call_booked | en       | Manchester     | 6 7   |                 |
63.3  |           | Camille 💫       |                | camille.en.vrai   |                                 |               | instagram | warm   | engaged     | fr       | Lille          | 1     |                 |
60.9  |           | François-Xavier | Müller         |                   | fx.muller@example.com           | +33639980203  | whatsapp  | warm   | qualified   | fr       | Strasbourg     | 3 5   |                 |
58.2  |           | İrem            | Yıldız         | irem.yildiz       | irem.yildiz@example.org         |               | instagram | cold   | contacted   | tr       | İzmir          | 1 4   |                 |
55.5  | hub-48377 | Daniel          | Okonkwo        |                   | daniel.okonkwo@example.com      | +15145550118  | api       | warm   | lost        | en       | Montréal       | 3     | wrong_timing    |
53.8  |           | Inès            | Benhaddou      |                   |                                 | +33639980219  | whatsapp  | hot    | call_booked | fr       | Marseille      | 6     |                 |
51.1  |           | Анна            | Соколова       | anna_sokol        | anna.sokolova@example.com       |               | instagram | warm   | engaged     | ru       | Тбилиси        | 1     |                 |
48.6  |           | Wei             | 陈              |                   | wei.chen@example.com            | +61491570156  | iclosed   | warm   | qualified   | zh       | Melbourne      | 3 7   |                 |
46.9  |           |                 |                |                   |                                 | +33639980226  | whatsapp  |        | new         |          |                |       |                 |
44.7  |           | Guilherme       | Araújo         | gui.araujo        |                                 |               | instagram | cold   | lost        | pt       | Recife         | 1     | no_financing    |
42.0  |           | Nour 🌙          |                | nour.elbakri      |                                 |               | instagram | warm   | engaged     | ar       | بيروت          | 1 4   |                 |
40.3  |           | Elizabeth       | Strömberg      |                   | elizabeth.stromberg@example.org | +46701740612  | calendly  | hot    | won         | sv       | Göteborg       | 6 8   |                 |
38.5  |           | Amélie          | Roux           |                   | amelie.roux@example.com         | +33639980241  | webhook   | warm   | engaged     | fr       | Grenoble       | 3 4   |                 |
36.1  |           | Diego           | Peña           | diego.pena.mx     | diego.pena@example.com          |               | instagram | cold   | contacted   | es       | Guadalajara    | 1 2   |                 |
34.8  | hub-49002 | Jiří            | Dvořák         |                   | jiri.dvorak@example.com         |               | api       | cold   | new         | cs       | Brno           |       |                 |
33.2  |           | Aïcha           | Traoré         |                   |                                 | +33639980257  | whatsapp  | hot    | qualified   | fr       | Paris          | 3 5   |                 |
31.7  |           | Kenji           | 高橋             | kenji.tk          |                                 |               | instagram | cold   | lost        | ja       | 大阪             | 1     | already_handled |
29.9  |           | Sofía           | Villanueva     | sofi.villa        | sofia.villanueva@example.com    | +17875550146  | whatsapp  | warm   | engaged     | es       | San Juan       | 4     |                 |
28.4  |           |                 |                | the_real_kiwi 🥝   |                                 |               | instagram |        | new         | en       |                | 1     |                 | optout
27.0  |           | Marie-Thérèse   | Ouédraogo      |                   | mt.ouedraogo@example.com        | +33639980264  | calendly  | hot    | call_booked | fr       | Bordeaux       | 6 7   |                 |
25.3  |           | Ren             | 田中             |                   | ren.tanaka@example.com          |               | webhook   | warm   | contacted   | ja       | 札幌             | 4     |                 |
23.8  |           | Björk           | Guðmundsdóttir |                   | bjork.g@example.org             |               | webhook   | cold   | contacted   | is       | Reykjavík      | 2 4   |                 |
22.1  |           | Lucas           | Bianchi        |                   | lucas.bianchi@example.com       | +33639980276  | iclosed   | hot    | call_booked | it       | Menton         | 3 6   |                 |
20.6  |           | رامي            | حداد           |                   |                                 | +447700900187 | whatsapp  | warm   | engaged     | ar       | London         | 4     |                 |
19.2  |           | Cécile          | d'Aubigné      |                   | cecile.daubigne@example.com     | +33639980272  | webhook   | warm   | lost        | fr       | Tours          | 3     | other           |
17.5  | hub-49540 | Oluwaseun       | Bakare         |                   | seun.bakare@example.com         |               | api       | warm   | qualified   | en       | Lagos          | 3 5   |                 |
15.9  |           | 지우              | 김              | jiwoo.draws       |                                 |               | instagram | hot    | engaged     | ko       | 서울             | 1 3   |                 |
14.3  |           | Noémie          | Lacroix        |                   |                                 | +33639980288  | whatsapp  | warm   | contacted   | fr       | Metz           | 4     |                 |
12.7  |           | Rohan           | मेहता          | rohanmehta.design | rohan.mehta@example.com         |               | instagram | warm   | contacted   | hi       | मुंबई          | 1 4   |                 |
11.2  |           | Valentina       | Rossi          |                   | valentina.rossi@example.com     | +33639980295  | calendly  | hot    | call_booked | it       | Nice           | 6     |                 |
9.8   |           | Bartłomiej      | Żak            |                   | b.zak@example.org               |               | webhook   | cold   | new         | pl       | Gdańsk         | 2     |                 |
8.4   |           | Maëlle          | Le Goff        | maelle.legoff     | maelle.legoff@example.com       | +33639980312  | instagram | warm   | engaged     | fr       | Brest          | 1 4   |                 |
7.1   |           |                 |                |                   |                                 | +14155550171  | whatsapp  | cold   | new         |          |                |       |                 | optout
6.0   |           | Tomás           | Calderón       |                   | tomas.calderon@example.com      | +17875550163  | iclosed   | hot    | call_booked | es       | Ponce          | 3 6   |                 |
4.7   |           | Fatoumata       | Diallo         |                   |                                 | +33639980329  | whatsapp  | warm   | engaged     | fr       | Saint-Denis    | 4     |                 |
3.5   |           | Oskar           | Weiß           |                   | oskar.weiss@example.org         | +491713920047 | webhook   | warm   | new         | de       | Leipzig        | 3     |                 |
2.3   |           | Juliana         | Peçanha        | ju.pecanha        |                                 |               | instagram | hot    | contacted   | pt       | Belo Horizonte | 1 4   |                 |
1.2   |           |                 |                |                   | hello@example.org               |               | webhook   |        | new         |          |                | 2     |                 |
0.6   |           | Léo             | Garnier 🚴      |                   |                                 | +33639980343  | whatsapp  | warm   | contacted   | fr       | Annecy         | 4     |                 |
0.2   |           | Yasmine         | El Amrani      | yasmine.ela       | yasmine.elamrani@example.com    |               | instagram | hot    | new         | fr       | Rabat          | 1     |                 |
`;

// Where leads have talked with us: days before the load of the last message in, of the last out, and what was said.
export const conversations = `
lead | platform | in | out | messages | summary
1 | whatsapp | 31.4 | 31.2 | 46 | Finished the programme in spring and opened her ceramics studio. Happy to speak at the next webinar.
2 | whatsapp | | 92.5 | 2 |
3 | whatsapp | 74.1 | 73.9 | 18 | Wanted to join, but her training budget was refused twice. Asked to be told when a longer payment plan exists.
3 | instagram | 101.6 | 101.5 | 5 |
5 | instagram | 12.3 | 12.1 | 9 | Watched the webinar with her sister. Asks whether lessons can be followed in Spanish.
6 | whatsapp | 40.8 | 40.7 | 33 | Enrolled after two calls. Prefers voice messages; starts in January.
7 | instagram | 22.6 | 22.5 | 51 | Paid in full on the first call. Sends us friends from São Paulo.
8 | instagram | 66.3 | 66.2 | 14 | Found the price too high next to a course at his local school. Polite refusal.
9 | whatsapp | 18.9 | 18.7 | 38 | Enrolled for the spring group. Wants her invoice made out to her company.
10 | instagram | 9.4 | 9.3 | 7 | Asks for material in Arabic and whether evening sessions exist.
12 | instagram | 5.2 | 5.1 | 21 | Hesitates between two tracks. Will decide after the portfolio review.
13 | whatsapp | 2.1 | 2.0 | 16 | Call booked. Wants to know how many hours a week the programme takes.
14 | whatsapp | 58.7 | 60.2 | 3 | Asked not to be written to any more.
15 | instagram | 3.8 | 3.7 | 24 | Strong portfolio. Asks about instalments and certificates.
16 | whatsapp | 30.2 | 30.1 | 6 |
18 | instagram | 35.9 | 35.8 | 4 |
19 | whatsapp | 15.5 | 15.4 | 29 | Enrolled. Left his workshop in Bilbao to a colleague for six months.
21 | whatsapp | 1.4 | 1.3 | 19 | Call booked for Thursday. Wants a colleague to join the call.
22 | instagram | 11.8 | 11.7 | 8 | Reacts to every story, answers late. No question about the programme so far.
23 | whatsapp | 6.7 | 6.5 | 17 | Qualified. Waits for his employer to sign the training leave.
25 | whatsapp | 33.3 | 33.1 | 12 | Second child on the way. Wants to talk again next autumn.
26 | whatsapp | 0.9 | 0.8 | 22 | Call booked. Has been teaching evening classes for two years.
27 | instagram | 14.6 | 14.5 | 9 | Asks whether the live sessions are recorded.
29 | whatsapp | 46.9 | | 1 |
30 | instagram | 29.7 | 29.6 | 11 | Lost his job in the spring; can't pay for now.
31 | instagram | 8.1 | 8.0 | 10 | Downloaded the guide and shared it with her class.
32 | whatsapp | 10.5 | 10.4 | 31 | Enrolled in both tracks. Asked for a reading list.
33 | whatsapp | 4.6 | 4.4 | 13 | Came to the webinar, read the guide, wants to compare the two tracks.
36 | whatsapp | 0.5 | 0.4 | 15 | Qualified. Her file for public financing is being examined.
38 | whatsapp | 2.9 | 2.8 | 9 |
40 | whatsapp | 1.1 | 1.0 | 20 | Call booked with the founder. Manages a cultural centre.
43 | whatsapp | 1.9 | 1.8 | 11 | Call booked. Curious about the scholarship.
44 | whatsapp | 6.1 | 6.0 | 5 |
47 | instagram | 0.7 | 0.6 | 18 | Sends sketches every evening. Asked for the start date of the next group.
50 | whatsapp | 3.3 | 3.2 | 8 | Call booked. Compares us with a school in Milan.
53 | whatsapp | 6.9 | 7.0 | 2 |
55 | whatsapp | 0.3 | 0.2 | 7 |
57 | instagram | 0.4 | 0.35 | 3 |
59 | whatsapp | 0.15 | 0.1 | 4 |
`;
