-- The demo workspace of local development. Made by generate.mjs.
-- Times count back from the moment of loading, which the workspace's updated_at holds.
insert into workspaces (id, name, default_country, created_at, updated_at)
select 1, 'Atelier Horizon', 'FR', ms - 10368000000, ms
from (select cast(unixepoch('subsec') * 1000 as integer) as ms);

with demo(id, workspace_id, name, hash, abilities, last_used_at, created_at) as (values
  (1, 1, 'Demo', 'ea18bbc662d74dba405685e836974c114383072a9a5b372c15956cecd9561c91', '["*"]', 43200000, 10368000000)
)
insert into tokens (id, workspace_id, name, hash, abilities, last_used_at, created_at)
select id, workspace_id, name, hash, abilities, loaded.ms - last_used_at, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, label, label_key, description, pipeline_stage, created_at, updated_at) as (values
  (1, 1, 'Instagram ad', 'instagram ad', 'Came from one of our ads', null, 10368000000, 10368000000),
  (2, 1, 'Newsletter', 'newsletter', 'Reads the monthly letter', null, 10368000000, 10368000000),
  (3, 1, 'Webinar attendee', 'webinar attendee', 'Came to a webinar, or watched the replay', 'engaged', 10368000000, 10368000000),
  (4, 1, 'Guide downloaded', 'guide downloaded', 'Has our guide to changing career', 'contacted', 10368000000, 10368000000),
  (5, 1, 'Needs financing', 'needs financing', 'Decides when the money is there', null, 10368000000, 10368000000),
  (6, 1, 'Call booked', 'call booked', null, 'call_booked', 10368000000, 10368000000),
  (7, 1, 'VIP ⭐', 'vip ⭐', 'Answered by the founder', null, 10368000000, 10368000000),
  (8, 1, 'Élève inscrit', 'élève inscrit', 'Has enrolled and paid', 'won', 10368000000, 10368000000)
)
insert into tags (id, workspace_id, label, label_key, description, pipeline_stage, created_at, updated_at)
select id, workspace_id, label, label_key, description, pipeline_stage, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, seq, ext_id, first_name, last_name, username, image, email, email_key, phone, first_name_search, last_name_search, username_search, email_search, phone_search, source, warmth, pipeline_stage, is_optout, variables, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile, profile_extracted_at, last_inbound_at, last_outbound_at, created_at, updated_at) as (values
  (1, 1, 1, 'crm-1001', 'Élodie', 'Marchand', null, null, 'elodie.marchand@example.com', 'elodie.marchand@example.com', '+33639980101', 'elodie', 'marchand', null, 'elodie.marchand@example.com', '+33639980101', 'import', 'hot', 'won', 0, '{"language":"fr","city":"Lyon"}', 41, 'self_employed', 'advanced', 'high', 0, null, '{"professional_situation":"Runs a ceramics studio, opened after fifteen years in retail.","primary_objective":"Live from her own work.","blockers":[],"levers":["Proud of her result","Likes to be asked for advice"],"verbatim":"J''aurais dû commencer dix ans plus tôt.","lost_reason_detail":null}', 2694816000, 2712960000, 2695680000, 10221120000, 2694816000),
  (2, 1, 2, 'crm-1002', 'Søren', 'Kjær', null, null, 'soren.kjaer@example.org', 'soren.kjaer@example.org', '+46701740618', 'soren', 'kjaer', null, 'soren.kjaer@example.org', '+46701740618', 'import', 'cold', 'contacted', 0, '{"language":"da","city":"Malmö"}', null, null, null, null, 0, null, null, null, null, 7992000000, 10186560000, 7992000000),
  (3, 1, 3, 'crm-1003', 'Anaïs', 'Lefèvre', 'anais.lfv', null, 'anais.lefevre@example.com', 'anais.lefevre@example.com', '+33639980117', 'anais', 'lefevre', 'anais.lfv', 'anais.lefevre@example.com', '+33639980117', 'import', 'warm', 'lost', 0, '{"language":"fr","city":"Nantes"}', 36, 'unemployed', 'intermediate', 'medium', 1, 'no_financing', '{"professional_situation":"Former office manager, looking for work since March.","primary_objective":"Retrain as an illustrator.","blockers":["Budget","Application for financing refused"],"levers":[],"verbatim":"Sans financement, ce sera non, malheureusement.","lost_reason_detail":"Public financing refused twice; no savings to spend."}', 6384096000, 6402240000, 6384960000, 10126080000, 6384096000),
  (4, 1, 4, 'crm-1004', 'Łukasz', 'Wójcik', null, null, 'lukasz.wojcik@example.com', 'lukasz.wojcik@example.com', null, 'lukasz', 'wojcik', null, 'lukasz.wojcik@example.com', null, 'import', 'cold', 'lost', 0, '{"language":"pl","city":"Kraków"}', null, null, null, null, 1, 'unresponsive', null, null, null, null, 10091520000, 10091520000),
  (5, 1, 5, 'crm-1005', 'María José', 'Fernández Ruiz', 'mjose.fr', null, 'mariajose@example.com', 'mariajose@example.com', null, 'maria jose', 'fernandez ruiz', 'mjose.fr', 'mariajose@example.com', null, 'import', 'warm', 'engaged', 0, '{"language":"es","city":"Sevilla"}', 29, 'employee', 'beginner', 'medium', 0, null, '{"professional_situation":"Nurse in a public hospital, works in shifts.","primary_objective":"Find out whether a creative job could support her.","blockers":["Language of the lessons","Irregular hours"],"levers":["Her sister would join her"],"verbatim":"¿Las clases se pueden seguir en español?","lost_reason_detail":null}', 1044576000, 1062720000, 1045440000, 9711360000, 1044576000),
  (6, 1, 6, null, 'Jürgen', 'Groß', null, null, 'juergen.gross@example.org', 'juergen.gross@example.org', '+491713920012', 'jurgen', 'gross', null, 'juergen.gross@example.org', '+491713920012', 'webhook', 'warm', 'won', 0, '{"language":"de","city":"Köln"}', 52, 'business_owner', 'advanced', 'high', 0, null, '{"professional_situation":"Owns a carpentry shop with six employees.","primary_objective":"Design his own furniture line.","blockers":[],"levers":["Clear project","Own budget"],"verbatim":"Endlich etwas Eigenes entwerfen.","lost_reason_detail":null}', 3515616000, 3525120000, 3516480000, 9460800000, 3515616000),
  (7, 1, 7, null, 'Beatriz', 'Gonçalves', 'bia.goncalves', null, null, null, null, 'beatriz', 'goncalves', 'bia.goncalves', null, null, 'instagram', 'hot', 'won', 0, '{"language":"pt","city":"São Paulo"}', 33, 'self_employed', 'intermediate', 'high', 0, null, '{"professional_situation":"Wedding photographer.","primary_objective":"Move from weddings to art direction.","blockers":[],"levers":["Recommended by a former student"],"verbatim":"Era exatamente o que eu procurava!","lost_reason_detail":null}', 1943136000, 1952640000, 1944000000, 8994240000, 1943136000),
  (8, 1, 8, null, 'João', 'da Conceição', 'joao.dacon', 'https://example.com/avatars/8.jpg', 'joao.conceicao@example.com', 'joao.conceicao@example.com', null, 'joao', 'da conceicao', 'joao.dacon', 'joao.conceicao@example.com', null, 'instagram', 'cold', 'lost', 0, '{"language":"pt","city":"Porto"}', 24, 'student', 'beginner', 'low', 1, 'price_objection', '{"professional_situation":"In the last year of a business degree.","primary_objective":"Learn to draw properly.","blockers":["Price","A cheaper course nearby"],"levers":[],"verbatim":"É muito dinheiro para mim agora.","lost_reason_detail":"Chose an evening course at a third of the price."}', 5718816000, 5728320000, 5719680000, 8786880000, 5718816000),
  (9, 1, 9, null, 'Hannah', 'Whitfield', null, null, 'hannah.whitfield@example.com', 'hannah.whitfield@example.com', '+447700900114', 'hannah', 'whitfield', null, 'hannah.whitfield@example.com', '+447700900114', 'calendly', 'hot', 'won', 0, '{"language":"en","city":"Leeds"}', 38, 'business_owner', 'advanced', 'high', 0, null, '{"professional_situation":"Runs a small publishing house for children''s books.","primary_objective":"Illustrate one of her own titles.","blockers":[],"levers":["Can deduct the fee","Short programme"],"verbatim":"If it fits around school runs, I''m in.","lost_reason_detail":null}', 1614816000, 1632960000, 1615680000, 8484480000, 1614816000),
  (10, 1, 10, null, 'ليلى', 'بنعلي', 'leila.benali', null, null, null, null, 'ليلى', 'بنعلي', 'leila.benali', null, null, 'instagram', 'warm', 'engaged', 0, '{"language":"ar","city":"الدار البيضاء"}', null, null, null, null, 0, null, null, null, 812160000, 803520000, 8259840000, 803520000),
  (11, 1, 11, null, 'Thibault', 'Nguyễn', null, null, 'thibault.nguyen@example.com', 'thibault.nguyen@example.com', '+33639980142', 'thibault', 'nguyen', null, 'thibault.nguyen@example.com', '+33639980142', 'webhook', 'cold', 'lost', 0, '{"language":"fr","city":"Toulouse"}', null, null, null, null, 1, 'not_interested', null, null, null, null, 7888320000, 7888320000),
  (12, 1, 12, null, '美咲', '佐藤', 'misaki_s', 'https://example.com/avatars/12.jpg', 'misaki.sato@example.org', 'misaki.sato@example.org', null, '美咲', '佐藤', 'misaki_s', 'misaki.sato@example.org', null, 'instagram', 'warm', 'qualified', 0, '{"language":"ja","city":"京都"}', 27, 'employee', 'intermediate', 'high', 0, null, '{"professional_situation":"Graphic designer in an agency.","primary_objective":"Build a portfolio that gets her hired abroad.","blockers":["Can''t choose between two tracks","Time difference"],"levers":["Portfolio review"],"verbatim":"どちらのコースが私に合いますか？","lost_reason_detail":null}', 439776000, 449280000, 440640000, 7672320000, 439776000),
  (13, 1, 13, null, 'Marcus', 'O''Neill', null, null, 'marcus.oneill@example.com', 'marcus.oneill@example.com', '+14155550134', 'marcus', 'o''neill', null, 'marcus.oneill@example.com', '+14155550134', 'iclosed', 'hot', 'call_booked', 0, '{"language":"en","city":"Oakland"}', 45, 'employee', 'beginner', 'medium', 0, null, '{"professional_situation":"Software engineer, four-day week since last year.","primary_objective":"Use the free day for something made by hand.","blockers":["Hours per week"],"levers":["Sees the call as a commitment"],"verbatim":"Give me the honest number of hours.","lost_reason_detail":null}', 171936000, 181440000, 172800000, 7464960000, 171936000),
  (14, 1, 14, 'crm-1006', 'Chloé', 'Dubois-Perrin', null, null, 'chloe.dp@example.com', 'chloe.dp@example.com', '+33639980155', 'chloe', 'dubois-perrin', null, 'chloe.dp@example.com', '+33639980155', 'import', 'cold', 'contacted', 1, '{"language":"fr","city":"Rennes"}', null, null, null, null, 0, null, null, null, 5071680000, 5201280000, 7248960000, 5071680000),
  (15, 1, 15, null, 'प्रिया', 'शर्मा', 'priya.sharma.k', null, 'priya.sharma@example.com', 'priya.sharma@example.com', null, 'प्रिया', 'शर्मा', 'priya.sharma.k', 'priya.sharma@example.com', null, 'instagram', 'hot', 'qualified', 0, '{"language":"hi","city":"जयपुर"}', 23, 'student', 'advanced', 'high', 0, null, '{"professional_situation":"Finishing a degree in textile design.","primary_objective":"Sell her prints to European brands.","blockers":["Paying in one go"],"levers":["Instalments","Certificate"],"verbatim":"क्या किस्तों में भुगतान हो सकता है?","lost_reason_detail":null}', 318816000, 328320000, 319680000, 6955200000, 318816000),
  (16, 1, 16, null, 'Zoë', 'van den Berg', null, null, 'zoe.vdberg@example.org', 'zoe.vdberg@example.org', '+447700900138', 'zoe', 'van den berg', null, 'zoe.vdberg@example.org', '+447700900138', 'webhook', 'warm', 'engaged', 0, '{"language":"nl","city":"Bristol"}', null, null, null, null, 0, null, null, null, 2609280000, 2600640000, 6747840000, 2600640000),
  (17, 1, 17, null, null, null, 'sunset.painter', null, null, null, null, null, null, 'sunset.painter', null, null, 'instagram', 'cold', 'new', 0, '{}', null, null, null, null, 0, null, null, null, null, null, 6540480000, 6540480000),
  (18, 1, 18, null, 'Αναστασία', 'Παπαδοπούλου', 'nastasia.p', null, 'anastasia@example.com', 'anastasia@example.com', null, 'αναστασια', 'παπαδοπουλου', 'nastasia.p', 'anastasia@example.com', null, 'instagram', 'warm', 'contacted', 0, '{"language":"el","city":"Αθήνα"}', null, null, null, null, 0, null, null, null, 3101760000, 3093120000, 6324480000, 3093120000),
  (19, 1, 19, null, 'Íñigo', 'Etxeberria', null, null, 'inigo.etx@example.com', 'inigo.etx@example.com', '+33639980189', 'inigo', 'etxeberria', null, 'inigo.etx@example.com', '+33639980189', 'calendly', 'hot', 'won', 0, '{"language":"es","city":"Biarritz"}', null, null, null, null, 0, null, null, null, 1339200000, 1330560000, 6099840000, 1330560000),
  (20, 1, 20, null, null, null, null, null, null, null, '+33639980178', null, null, null, null, '+33639980178', 'whatsapp', 'cold', 'lost', 0, '{}', null, null, null, null, 1, 'invalid_lead', null, null, null, null, 5909760000, 5909760000),
  (21, 1, 21, 'hub-48213', 'Grace', 'Adeyemi', null, null, 'grace.adeyemi@example.com', 'grace.adeyemi@example.com', '+447700900163', 'grace', 'adeyemi', null, 'grace.adeyemi@example.com', '+447700900163', 'api', 'hot', 'call_booked', 0, '{"language":"en","city":"Manchester"}', 40, 'employee', 'intermediate', 'high', 0, null, '{"professional_situation":"Head of training in a museum.","primary_objective":"Train her team of four as a group.","blockers":[],"levers":["Company pays","Colleague wants to join"],"verbatim":"Could we do this as a team?","lost_reason_detail":null}', 111456000, 120960000, 112320000, 5702400000, 111456000),
  (22, 1, 22, null, 'Camille 💫', null, 'camille.en.vrai', null, null, null, null, 'camille 💫', null, 'camille.en.vrai', null, null, 'instagram', 'warm', 'engaged', 0, '{"language":"fr","city":"Lille"}', null, null, null, null, 0, null, null, null, 1019520000, 1010880000, 5469120000, 1010880000),
  (23, 1, 23, null, 'François-Xavier', 'Müller', null, null, 'fx.muller@example.com', 'fx.muller@example.com', '+33639980203', 'francois-xavier', 'muller', null, 'fx.muller@example.com', '+33639980203', 'whatsapp', 'warm', 'qualified', 0, '{"language":"fr","city":"Strasbourg"}', 34, 'employee', 'intermediate', 'medium', 0, null, '{"professional_situation":"Industrial draughtsman.","primary_objective":"Change to set design for the stage.","blockers":["Employer has not signed yet"],"levers":["Training leave would pay for everything"],"verbatim":"J''attends juste la signature de mon chef 🤞","lost_reason_detail":null}', 560736000, 578880000, 561600000, 5261760000, 560736000),
  (24, 1, 24, null, 'İrem', 'Yıldız', 'irem.yildiz', 'https://example.com/avatars/24.jpg', 'irem.yildiz@example.org', 'irem.yildiz@example.org', null, 'irem', 'yildiz', 'irem.yildiz', 'irem.yildiz@example.org', null, 'instagram', 'cold', 'contacted', 0, '{"language":"tr","city":"İzmir"}', null, null, null, null, 0, null, null, null, null, null, 5028480000, 5028480000),
  (25, 1, 25, 'hub-48377', 'Daniel', 'Okonkwo', null, null, 'daniel.okonkwo@example.com', 'daniel.okonkwo@example.com', '+15145550118', 'daniel', 'okonkwo', null, 'daniel.okonkwo@example.com', '+15145550118', 'api', 'warm', 'lost', 0, '{"language":"en","city":"Montréal"}', 37, 'self_employed', 'intermediate', 'medium', 1, 'wrong_timing', '{"professional_situation":"Freelance translator.","primary_objective":"Write and draw a comic.","blockers":["Second child due in January"],"levers":[],"verbatim":"Right idea, wrong year.","lost_reason_detail":"Asked to be contacted again next autumn."}', 2858976000, 2877120000, 2859840000, 4795200000, 2858976000),
  (26, 1, 26, null, 'Inès', 'Benhaddou', null, null, null, null, '+33639980219', 'ines', 'benhaddou', null, null, '+33639980219', 'whatsapp', 'hot', 'call_booked', 0, '{"language":"fr","city":"Marseille"}', 31, 'self_employed', 'advanced', 'high', 0, null, '{"professional_situation":"Teaches evening classes in calligraphy.","primary_objective":"Turn her classes into a business.","blockers":[],"levers":["Already has students"],"verbatim":"Je veux en vivre, pas seulement l''aimer.","lost_reason_detail":null}', 68256000, 77760000, 69120000, 4648320000, 68256000),
  (27, 1, 27, null, 'Анна', 'Соколова', 'anna_sokol', null, 'anna.sokolova@example.com', 'anna.sokolova@example.com', null, 'анна', 'соколова', 'anna_sokol', 'anna.sokolova@example.com', null, 'instagram', 'warm', 'engaged', 0, '{"language":"ru","city":"Тбилиси"}', null, null, null, null, 0, null, null, null, 1261440000, 1252800000, 4415040000, 1252800000),
  (28, 1, 28, null, 'Wei', '陈', null, null, 'wei.chen@example.com', 'wei.chen@example.com', '+61491570156', 'wei', '陈', null, 'wei.chen@example.com', '+61491570156', 'iclosed', 'warm', 'qualified', 0, '{"language":"zh","city":"Melbourne"}', null, null, null, null, 0, null, null, null, null, null, 4199040000, 4199040000),
  (29, 1, 29, null, null, null, null, null, null, null, '+33639980226', null, null, null, null, '+33639980226', 'whatsapp', null, 'new', 0, '{}', null, null, null, null, 0, null, null, null, 4052160000, null, 4052160000, 4052160000),
  (30, 1, 30, null, 'Guilherme', 'Araújo', 'gui.araujo', null, null, null, null, 'guilherme', 'araujo', 'gui.araujo', null, null, 'instagram', 'cold', 'lost', 0, '{"language":"pt","city":"Recife"}', null, null, null, null, 1, 'no_financing', null, null, 2566080000, 2557440000, 3862080000, 2557440000),
  (31, 1, 31, null, 'Nour 🌙', null, 'nour.elbakri', null, null, null, null, 'nour 🌙', null, 'nour.elbakri', null, null, 'instagram', 'warm', 'engaged', 0, '{"language":"ar","city":"بيروت"}', null, null, null, null, 0, null, null, null, 699840000, 691200000, 3628800000, 691200000),
  (32, 1, 32, null, 'Elizabeth', 'Strömberg', null, null, 'elizabeth.stromberg@example.org', 'elizabeth.stromberg@example.org', '+46701740612', 'elizabeth', 'stromberg', null, 'elizabeth.stromberg@example.org', '+46701740612', 'calendly', 'hot', 'won', 0, '{"language":"sv","city":"Göteborg"}', 58, 'retired', 'beginner', 'high', 0, null, '{"professional_situation":"Retired pharmacist.","primary_objective":"A serious hobby with a yearly exhibition.","blockers":[],"levers":["Plenty of time","Own budget"],"verbatim":"Äntligen har jag tid!","lost_reason_detail":null}', 897696000, 907200000, 898560000, 3481920000, 897696000),
  (33, 1, 33, null, 'Amélie', 'Roux', null, null, 'amelie.roux@example.com', 'amelie.roux@example.com', '+33639980241', 'amelie', 'roux', null, 'amelie.roux@example.com', '+33639980241', 'webhook', 'warm', 'engaged', 0, '{"language":"fr","city":"Grenoble"}', null, null, null, null, 0, null, null, null, 397440000, 380160000, 3326400000, 380160000),
  (34, 1, 34, null, 'Diego', 'Peña', 'diego.pena.mx', null, 'diego.pena@example.com', 'diego.pena@example.com', null, 'diego', 'pena', 'diego.pena.mx', 'diego.pena@example.com', null, 'instagram', 'cold', 'contacted', 0, '{"language":"es","city":"Guadalajara"}', null, null, null, null, 0, null, null, null, null, null, 3119040000, 3119040000),
  (35, 1, 35, 'hub-49002', 'Jiří', 'Dvořák', null, null, 'jiri.dvorak@example.com', 'jiri.dvorak@example.com', null, 'jiri', 'dvorak', null, 'jiri.dvorak@example.com', null, 'api', 'cold', 'new', 0, '{"language":"cs","city":"Brno"}', null, null, null, null, 0, null, null, null, null, null, 3006720000, 3006720000),
  (36, 1, 36, null, 'Aïcha', 'Traoré', null, null, null, null, '+33639980257', 'aicha', 'traore', null, null, '+33639980257', 'whatsapp', 'hot', 'qualified', 0, '{"language":"fr","city":"Paris"}', 30, 'unemployed', 'intermediate', 'high', 0, null, '{"professional_situation":"Seamstress, between two contracts.","primary_objective":"Launch her clothing brand.","blockers":["Waits for the financing decision"],"levers":["Strong network","Financing likely"],"verbatim":"Dès que j''ai l''accord, je signe.","lost_reason_detail":null}', 33696000, 43200000, 34560000, 2868480000, 33696000),
  (37, 1, 37, null, 'Kenji', '高橋', 'kenji.tk', null, null, null, null, 'kenji', '高橋', 'kenji.tk', null, null, 'instagram', 'cold', 'lost', 0, '{"language":"ja","city":"大阪"}', null, null, null, null, 1, 'already_handled', null, null, null, null, 2738880000, 2738880000),
  (38, 1, 38, null, 'Sofía', 'Villanueva', 'sofi.villa', null, 'sofia.villanueva@example.com', 'sofia.villanueva@example.com', '+17875550146', 'sofia', 'villanueva', 'sofi.villa', 'sofia.villanueva@example.com', '+17875550146', 'whatsapp', 'warm', 'engaged', 0, '{"language":"es","city":"San Juan"}', null, null, null, null, 0, null, null, null, 250560000, 241920000, 2583360000, 241920000),
  (39, 1, 39, null, null, null, 'the_real_kiwi 🥝', null, null, null, null, null, null, 'the_real_kiwi 🥝', null, null, 'instagram', null, 'new', 1, '{"language":"en"}', null, null, null, null, 0, null, null, null, null, null, 2453760000, 2453760000),
  (40, 1, 40, null, 'Marie-Thérèse', 'Ouédraogo', null, null, 'mt.ouedraogo@example.com', 'mt.ouedraogo@example.com', '+33639980264', 'marie-therese', 'ouedraogo', null, 'mt.ouedraogo@example.com', '+33639980264', 'calendly', 'hot', 'call_booked', 0, '{"language":"fr","city":"Bordeaux"}', 47, 'employee', 'advanced', 'high', 0, null, '{"professional_situation":"Director of a cultural centre.","primary_objective":"Host one of our groups in her centre.","blockers":[],"levers":["Partnership"],"verbatim":"Et si vous veniez chez nous ?","lost_reason_detail":null}', 85536000, 95040000, 86400000, 2332800000, 85536000),
  (41, 1, 41, null, 'Ren', '田中', null, null, 'ren.tanaka@example.com', 'ren.tanaka@example.com', null, 'ren', '田中', null, 'ren.tanaka@example.com', null, 'webhook', 'warm', 'contacted', 0, '{"language":"ja","city":"札幌"}', null, null, null, null, 0, null, null, null, null, null, 2185920000, 2185920000),
  (42, 1, 42, null, 'Björk', 'Guðmundsdóttir', null, null, 'bjork.g@example.org', 'bjork.g@example.org', null, 'bjork', 'gudmundsdottir', null, 'bjork.g@example.org', null, 'webhook', 'cold', 'contacted', 0, '{"language":"is","city":"Reykjavík"}', null, null, null, null, 0, null, null, null, null, null, 2056320000, 2056320000),
  (43, 1, 43, null, 'Lucas', 'Bianchi', null, null, 'lucas.bianchi@example.com', 'lucas.bianchi@example.com', '+33639980276', 'lucas', 'bianchi', null, 'lucas.bianchi@example.com', '+33639980276', 'iclosed', 'hot', 'call_booked', 0, '{"language":"it","city":"Menton"}', null, null, null, null, 0, null, null, null, 164160000, 155520000, 1909440000, 155520000),
  (44, 1, 44, null, 'رامي', 'حداد', null, null, null, null, '+447700900187', 'رامي', 'حداد', null, null, '+447700900187', 'whatsapp', 'warm', 'engaged', 0, '{"language":"ar","city":"London"}', null, null, null, null, 0, null, null, null, 527040000, 518400000, 1779840000, 518400000),
  (45, 1, 45, null, 'Cécile', 'd''Aubigné', null, null, 'cecile.daubigne@example.com', 'cecile.daubigne@example.com', '+33639980272', 'cecile', 'd''aubigne', null, 'cecile.daubigne@example.com', '+33639980272', 'webhook', 'warm', 'lost', 0, '{"language":"fr","city":"Tours"}', 63, 'other', 'beginner', 'low', 1, 'other', '{"professional_situation":"Cares for a relative full time.","primary_objective":"Take her mind off things.","blockers":["No time of her own"],"levers":[],"verbatim":null,"lost_reason_detail":"Family reasons; thanked us for the webinar."}', 1658016000, null, null, 1658880000, 1658016000),
  (46, 1, 46, 'hub-49540', 'Oluwaseun', 'Bakare', null, null, 'seun.bakare@example.com', 'seun.bakare@example.com', null, 'oluwaseun', 'bakare', null, 'seun.bakare@example.com', null, 'api', 'warm', 'qualified', 0, '{"language":"en","city":"Lagos"}', 26, 'employee', 'intermediate', 'medium', 0, null, '{"professional_situation":"Works in a bank and designs posters at night.","primary_objective":"Be paid for design within a year.","blockers":["Currency makes the price high"],"levers":["Scholarship"],"verbatim":"Is there a scholarship for people outside Europe?","lost_reason_detail":null}', 1511136000, null, null, 1512000000, 1511136000),
  (47, 1, 47, null, '지우', '김', 'jiwoo.draws', null, null, null, null, '지우', '김', 'jiwoo.draws', null, null, 'instagram', 'hot', 'engaged', 0, '{"language":"ko","city":"서울"}', null, null, null, null, 0, null, null, null, 60480000, 51840000, 1373760000, 51840000),
  (48, 1, 48, null, 'Noémie', 'Lacroix', null, null, null, null, '+33639980288', 'noemie', 'lacroix', null, null, '+33639980288', 'whatsapp', 'warm', 'contacted', 0, '{"language":"fr","city":"Metz"}', null, null, null, null, 0, null, null, null, null, null, 1235520000, 1235520000),
  (49, 1, 49, null, 'Rohan', 'मेहता', 'rohanmehta.design', null, 'rohan.mehta@example.com', 'rohan.mehta@example.com', null, 'rohan', 'मेहता', 'rohanmehta.design', 'rohan.mehta@example.com', null, 'instagram', 'warm', 'contacted', 0, '{"language":"hi","city":"मुंबई"}', null, null, null, null, 0, null, null, null, null, null, 1097280000, 1097280000),
  (50, 1, 50, null, 'Valentina', 'Rossi', null, null, 'valentina.rossi@example.com', 'valentina.rossi@example.com', '+33639980295', 'valentina', 'rossi', null, 'valentina.rossi@example.com', '+33639980295', 'calendly', 'hot', 'call_booked', 0, '{"language":"it","city":"Nice"}', 35, 'business_owner', 'advanced', 'medium', 0, null, '{"professional_situation":"Owns a stationery shop in Nice.","primary_objective":"Sell her own designs.","blockers":["Compares us with a school in Milan"],"levers":["Nearest group is in her city"],"verbatim":"A Milano costa uguale, perché voi?","lost_reason_detail":null}', 275616000, 285120000, 276480000, 967680000, 275616000),
  (51, 1, 51, null, 'Bartłomiej', 'Żak', null, null, 'b.zak@example.org', 'b.zak@example.org', null, 'bartlomiej', 'zak', null, 'b.zak@example.org', null, 'webhook', 'cold', 'new', 0, '{"language":"pl","city":"Gdańsk"}', null, null, null, null, 0, null, null, null, null, null, 846720000, 846720000),
  (52, 1, 52, null, 'Maëlle', 'Le Goff', 'maelle.legoff', 'https://example.com/avatars/52.jpg', 'maelle.legoff@example.com', 'maelle.legoff@example.com', '+33639980312', 'maelle', 'le goff', 'maelle.legoff', 'maelle.legoff@example.com', '+33639980312', 'instagram', 'warm', 'engaged', 0, '{"language":"fr","city":"Brest"}', null, null, null, null, 0, null, null, null, null, null, 725760000, 725760000),
  (53, 1, 53, null, null, null, null, null, null, null, '+14155550171', null, null, null, null, '+14155550171', 'whatsapp', 'cold', 'new', 1, '{}', null, null, null, null, 0, null, null, null, 596160000, 604800000, 613440000, 596160000),
  (54, 1, 54, null, 'Tomás', 'Calderón', null, null, 'tomas.calderon@example.com', 'tomas.calderon@example.com', '+17875550163', 'tomas', 'calderon', null, 'tomas.calderon@example.com', '+17875550163', 'iclosed', 'hot', 'call_booked', 0, '{"language":"es","city":"Ponce"}', null, null, null, null, 0, null, null, null, null, null, 518400000, 518400000),
  (55, 1, 55, null, 'Fatoumata', 'Diallo', null, null, null, null, '+33639980329', 'fatoumata', 'diallo', null, null, '+33639980329', 'whatsapp', 'warm', 'engaged', 0, '{"language":"fr","city":"Saint-Denis"}', null, null, null, null, 0, null, null, null, 25920000, 17280000, 406080000, 17280000),
  (56, 1, 56, null, 'Oskar', 'Weiß', null, null, 'oskar.weiss@example.org', 'oskar.weiss@example.org', '+491713920047', 'oskar', 'weiss', null, 'oskar.weiss@example.org', '+491713920047', 'webhook', 'warm', 'new', 0, '{"language":"de","city":"Leipzig"}', null, null, null, null, 0, null, null, null, null, null, 302400000, 302400000),
  (57, 1, 57, null, 'Juliana', 'Peçanha', 'ju.pecanha', null, null, null, null, 'juliana', 'pecanha', 'ju.pecanha', null, null, 'instagram', 'hot', 'contacted', 0, '{"language":"pt","city":"Belo Horizonte"}', null, null, null, null, 0, null, null, null, 34560000, 30240000, 198720000, 30240000),
  (58, 1, 58, null, null, null, null, null, 'hello@example.org', 'hello@example.org', null, null, null, null, 'hello@example.org', null, 'webhook', null, 'new', 0, '{}', null, null, null, null, 0, null, null, null, null, null, 103680000, 103680000),
  (59, 1, 59, null, 'Léo', 'Garnier 🚴', null, null, null, null, '+33639980343', 'leo', 'garnier 🚴', null, null, '+33639980343', 'whatsapp', 'warm', 'contacted', 0, '{"language":"fr","city":"Annecy"}', null, null, null, null, 0, null, null, null, 12960000, 8640000, 51840000, 8640000),
  (60, 1, 60, null, 'Yasmine', 'El Amrani', 'yasmine.ela', 'https://example.com/avatars/60.jpg', 'yasmine.elamrani@example.com', 'yasmine.elamrani@example.com', null, 'yasmine', 'el amrani', 'yasmine.ela', 'yasmine.elamrani@example.com', null, 'instagram', 'hot', 'new', 0, '{"language":"fr","city":"Rabat"}', null, null, null, null, 0, null, null, null, null, null, 17280000, 17280000)
)
insert into leads (id, workspace_id, seq, ext_id, first_name, last_name, username, image, email, email_key, phone, first_name_search, last_name_search, username_search, email_search, phone_search, source, warmth, pipeline_stage, is_optout, variables, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile, profile_extracted_at, last_inbound_at, last_outbound_at, created_at, updated_at)
select id, workspace_id, seq, ext_id, first_name, last_name, username, image, email, email_key, phone, first_name_search, last_name_search, username_search, email_search, phone_search, source, warmth, pipeline_stage, is_optout, variables, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile, loaded.ms - profile_extracted_at, loaded.ms - last_inbound_at, loaded.ms - last_outbound_at, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(lead_id, tag_id, created_at) as (values
  (1, 3, 10221120000),
  (1, 6, 10221120000),
  (1, 8, 10221120000),
  (2, 2, 10186560000),
  (3, 2, 10126080000),
  (3, 5, 10126080000),
  (4, 2, 10091520000),
  (5, 2, 9711360000),
  (5, 3, 9711360000),
  (6, 3, 9460800000),
  (6, 6, 9460800000),
  (6, 8, 9460800000),
  (7, 1, 8994240000),
  (7, 6, 8994240000),
  (7, 8, 8994240000),
  (8, 1, 8786880000),
  (9, 6, 8484480000),
  (9, 7, 8484480000),
  (9, 8, 8484480000),
  (10, 1, 8259840000),
  (11, 4, 7888320000),
  (12, 1, 7672320000),
  (12, 3, 7672320000),
  (13, 6, 7464960000),
  (14, 2, 7248960000),
  (14, 4, 7248960000),
  (15, 1, 6955200000),
  (15, 3, 6955200000),
  (16, 3, 6747840000),
  (17, 1, 6540480000),
  (18, 1, 6324480000),
  (18, 4, 6324480000),
  (19, 6, 6099840000),
  (19, 8, 6099840000),
  (21, 6, 5702400000),
  (21, 7, 5702400000),
  (22, 1, 5469120000),
  (23, 3, 5261760000),
  (23, 5, 5261760000),
  (24, 1, 5028480000),
  (24, 4, 5028480000),
  (25, 3, 4795200000),
  (26, 6, 4648320000),
  (27, 1, 4415040000),
  (28, 3, 4199040000),
  (28, 7, 4199040000),
  (30, 1, 3862080000),
  (31, 1, 3628800000),
  (31, 4, 3628800000),
  (32, 6, 3481920000),
  (32, 8, 3481920000),
  (33, 3, 3326400000),
  (33, 4, 3326400000),
  (34, 1, 3119040000),
  (34, 2, 3119040000),
  (36, 3, 2868480000),
  (36, 5, 2868480000),
  (37, 1, 2738880000),
  (38, 4, 2583360000),
  (39, 1, 2453760000),
  (40, 6, 2332800000),
  (40, 7, 2332800000),
  (41, 4, 2185920000),
  (42, 2, 2056320000),
  (42, 4, 2056320000),
  (43, 3, 1909440000),
  (43, 6, 1909440000),
  (44, 4, 1779840000),
  (45, 3, 1658880000),
  (46, 3, 1512000000),
  (46, 5, 1512000000),
  (47, 1, 1373760000),
  (47, 3, 1373760000),
  (48, 4, 1235520000),
  (49, 1, 1097280000),
  (49, 4, 1097280000),
  (50, 6, 967680000),
  (51, 2, 846720000),
  (52, 1, 725760000),
  (52, 4, 725760000),
  (54, 3, 518400000),
  (54, 6, 518400000),
  (55, 4, 406080000),
  (56, 3, 302400000),
  (57, 1, 198720000),
  (57, 4, 198720000),
  (58, 2, 103680000),
  (59, 4, 51840000),
  (60, 1, 17280000)
)
insert into lead_tags (lead_id, tag_id, created_at)
select lead_id, tag_id, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, lead_id, platform, last_inbound_at, last_outbound_at, summary, summary_generated_at, messages_count, created_at, updated_at) as (values
  (1, 1, 1, 'whatsapp', 2712960000, 2695680000, 'Finished the programme in spring and opened her ceramics studio. Happy to speak at the next webinar.', 2694816000, 46, 10221120000, 2695680000),
  (2, 1, 2, 'whatsapp', null, 7992000000, null, null, 2, 10186560000, 7992000000),
  (3, 1, 3, 'whatsapp', 6402240000, 6384960000, 'Wanted to join, but her training budget was refused twice. Asked to be told when a longer payment plan exists.', 6384096000, 18, 10126080000, 6384960000),
  (4, 1, 3, 'instagram', 8778240000, 8769600000, null, null, 5, 10126080000, 8769600000),
  (5, 1, 5, 'instagram', 1062720000, 1045440000, 'Watched the webinar with her sister. Asks whether lessons can be followed in Spanish.', 1044576000, 9, 9711360000, 1045440000),
  (6, 1, 6, 'whatsapp', 3525120000, 3516480000, 'Enrolled after two calls. Prefers voice messages; starts in January.', 3515616000, 33, 9460800000, 3516480000),
  (7, 1, 7, 'instagram', 1952640000, 1944000000, 'Paid in full on the first call. Sends us friends from São Paulo.', 1943136000, 51, 8994240000, 1944000000),
  (8, 1, 8, 'instagram', 5728320000, 5719680000, 'Found the price too high next to a course at his local school. Polite refusal.', 5718816000, 14, 8786880000, 5719680000),
  (9, 1, 9, 'whatsapp', 1632960000, 1615680000, 'Enrolled for the spring group. Wants her invoice made out to her company.', 1614816000, 38, 8484480000, 1615680000),
  (10, 1, 10, 'instagram', 812160000, 803520000, 'Asks for material in Arabic and whether evening sessions exist.', 802656000, 7, 8259840000, 803520000),
  (11, 1, 12, 'instagram', 449280000, 440640000, 'Hesitates between two tracks. Will decide after the portfolio review.', 439776000, 21, 7672320000, 440640000),
  (12, 1, 13, 'whatsapp', 181440000, 172800000, 'Call booked. Wants to know how many hours a week the programme takes.', 171936000, 16, 7464960000, 172800000),
  (13, 1, 14, 'whatsapp', 5071680000, 5201280000, 'Asked not to be written to any more.', 5070816000, 3, 7248960000, 5071680000),
  (14, 1, 15, 'instagram', 328320000, 319680000, 'Strong portfolio. Asks about instalments and certificates.', 318816000, 24, 6955200000, 319680000),
  (15, 1, 16, 'whatsapp', 2609280000, 2600640000, null, null, 6, 6747840000, 2600640000),
  (16, 1, 18, 'instagram', 3101760000, 3093120000, null, null, 4, 6324480000, 3093120000),
  (17, 1, 19, 'whatsapp', 1339200000, 1330560000, 'Enrolled. Left his workshop in Bilbao to a colleague for six months.', 1329696000, 29, 6099840000, 1330560000),
  (18, 1, 21, 'whatsapp', 120960000, 112320000, 'Call booked for Thursday. Wants a colleague to join the call.', 111456000, 19, 5702400000, 112320000),
  (19, 1, 22, 'instagram', 1019520000, 1010880000, 'Reacts to every story, answers late. No question about the programme so far.', 1010016000, 8, 5469120000, 1010880000),
  (20, 1, 23, 'whatsapp', 578880000, 561600000, 'Qualified. Waits for his employer to sign the training leave.', 560736000, 17, 5261760000, 561600000),
  (21, 1, 25, 'whatsapp', 2877120000, 2859840000, 'Second child on the way. Wants to talk again next autumn.', 2858976000, 12, 4795200000, 2859840000),
  (22, 1, 26, 'whatsapp', 77760000, 69120000, 'Call booked. Has been teaching evening classes for two years.', 68256000, 22, 4648320000, 69120000),
  (23, 1, 27, 'instagram', 1261440000, 1252800000, 'Asks whether the live sessions are recorded.', 1251936000, 9, 4415040000, 1252800000),
  (24, 1, 29, 'whatsapp', 4052160000, null, null, null, 1, 4052160000, 4052160000),
  (25, 1, 30, 'instagram', 2566080000, 2557440000, 'Lost his job in the spring; can''t pay for now.', 2556576000, 11, 3862080000, 2557440000),
  (26, 1, 31, 'instagram', 699840000, 691200000, 'Downloaded the guide and shared it with her class.', 690336000, 10, 3628800000, 691200000),
  (27, 1, 32, 'whatsapp', 907200000, 898560000, 'Enrolled in both tracks. Asked for a reading list.', 897696000, 31, 3481920000, 898560000),
  (28, 1, 33, 'whatsapp', 397440000, 380160000, 'Came to the webinar, read the guide, wants to compare the two tracks.', 379296000, 13, 3326400000, 380160000),
  (29, 1, 36, 'whatsapp', 43200000, 34560000, 'Qualified. Her file for public financing is being examined.', 33696000, 15, 2868480000, 34560000),
  (30, 1, 38, 'whatsapp', 250560000, 241920000, null, null, 9, 2583360000, 241920000),
  (31, 1, 40, 'whatsapp', 95040000, 86400000, 'Call booked with the founder. Manages a cultural centre.', 85536000, 20, 2332800000, 86400000),
  (32, 1, 43, 'whatsapp', 164160000, 155520000, 'Call booked. Curious about the scholarship.', 154656000, 11, 1909440000, 155520000),
  (33, 1, 44, 'whatsapp', 527040000, 518400000, null, null, 5, 1779840000, 518400000),
  (34, 1, 47, 'instagram', 60480000, 51840000, 'Sends sketches every evening. Asked for the start date of the next group.', 50976000, 18, 1373760000, 51840000),
  (35, 1, 50, 'whatsapp', 285120000, 276480000, 'Call booked. Compares us with a school in Milan.', 275616000, 8, 967680000, 276480000),
  (36, 1, 53, 'whatsapp', 596160000, 604800000, null, null, 2, 613440000, 596160000),
  (37, 1, 55, 'whatsapp', 25920000, 17280000, null, null, 7, 406080000, 17280000),
  (38, 1, 57, 'instagram', 34560000, 30240000, null, null, 3, 198720000, 30240000),
  (39, 1, 59, 'whatsapp', 12960000, 8640000, null, null, 4, 51840000, 8640000)
)
insert into conversations (id, workspace_id, lead_id, platform, last_inbound_at, last_outbound_at, summary, summary_generated_at, messages_count, created_at, updated_at)
select id, workspace_id, lead_id, platform, loaded.ms - last_inbound_at, loaded.ms - last_outbound_at, summary, loaded.ms - summary_generated_at, messages_count, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, name, platform, is_active, tracked_tag_ids, webhook_url, version, created_at, updated_at) as (values
  (1, 1, 'Webinar follow-up', 'whatsapp', 1, '[3,6]', 'https://example.com/hooks/webinar', 1, 6912000000, 6912000000),
  (2, 1, 'Instagram welcome', 'instagram', 0, '[1]', null, 1, 3888000000, 3888000000)
)
insert into scenarios (id, workspace_id, name, platform, is_active, tracked_tag_ids, webhook_url, version, created_at, updated_at)
select id, workspace_id, name, platform, is_active, tracked_tag_ids, webhook_url, version, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(scenario_id, version, nodes, edges, created_at) as (values
  (1, 1, '[{"id":"start","type":"start","position":{"x":0,"y":200},"data":{}},{"id":"language","type":"condition","position":{"x":220,"y":200},"data":{"branches":[{"handle":"french","all":[{"field":"variables.language","op":"equals","value":"fr"}]}]}},{"id":"hello-fr","type":"message","position":{"x":460,"y":80},"data":{"text":"Bonjour {{first_name|à vous}} 👋 Le replay de l''atelier est là : http://localhost:8787/webinar"}},{"id":"hello-en","type":"message","position":{"x":460,"y":320},"data":{"text":"Hello {{first_name|there}} 👋 The replay of the workshop: http://localhost:8787/webinar"}},{"id":"watched","type":"wait_for_event","position":{"x":700,"y":200},"data":{"event":"link_clicked","timeout_seconds":172800}},{"id":"attendee","type":"add_tag","position":{"x":940,"y":80},"data":{"tag_ids":[3]}},{"id":"pause","type":"delay","position":{"x":1180,"y":80},"data":{"seconds":14400}},{"id":"question","type":"message","position":{"x":1420,"y":80},"data":{"text":"What did you think of it? Answer 1 to talk about it on a call, 2 for the guide."}},{"id":"answer","type":"wait_for_reply","position":{"x":1660,"y":80},"data":{"timeout_seconds":259200,"save_to":"webinar_answer","matches":[{"handle":"call","op":"equals","value":"1"},{"handle":"guide","op":"equals","value":"2"}]}},{"id":"book","type":"message","position":{"x":1900,"y":-40},"data":{"text":"Choose your hour: http://localhost:8787/call"}},{"id":"send-guide","type":"message","position":{"x":1900,"y":120},"data":{"text":"Here it is: http://localhost:8787/guide"}},{"id":"person","type":"handoff","position":{"x":1900,"y":280},"data":{"reason":"Answered in their own words"}},{"id":"cold","type":"update_lead","position":{"x":940,"y":320},"data":{"warmth":"cold"}},{"id":"end","type":"exit","position":{"x":2140,"y":200},"data":{"reason":"End of the follow-up"}}]', '[{"id":"start-next-language","source":"start","target":"language"},{"id":"language-french-hello-fr","source":"language","target":"hello-fr","source_handle":"french"},{"id":"language-else-hello-en","source":"language","target":"hello-en","source_handle":"else"},{"id":"hello-fr-next-watched","source":"hello-fr","target":"watched"},{"id":"hello-en-next-watched","source":"hello-en","target":"watched"},{"id":"watched-event-attendee","source":"watched","target":"attendee","source_handle":"event"},{"id":"watched-timeout-cold","source":"watched","target":"cold","source_handle":"timeout"},{"id":"attendee-next-pause","source":"attendee","target":"pause"},{"id":"pause-next-question","source":"pause","target":"question"},{"id":"question-next-answer","source":"question","target":"answer"},{"id":"answer-call-book","source":"answer","target":"book","source_handle":"call"},{"id":"answer-guide-send-guide","source":"answer","target":"send-guide","source_handle":"guide"},{"id":"answer-reply-person","source":"answer","target":"person","source_handle":"reply"},{"id":"answer-timeout-end","source":"answer","target":"end","source_handle":"timeout"},{"id":"cold-next-end","source":"cold","target":"end"}]', 6912000000),
  (2, 1, '[{"id":"start","type":"start","position":{"x":0,"y":160},"data":{}},{"id":"thanks","type":"message","position":{"x":240,"y":160},"data":{"text":"Thank you for writing, {{first_name|you}} ✨ What would you like to make?"}},{"id":"dream","type":"wait_for_reply","position":{"x":480,"y":160},"data":{"timeout_seconds":72000,"save_to":"dream"}},{"id":"half","type":"split","position":{"x":720,"y":80},"data":{"branches":[{"handle":"guide","percent":50},{"handle":"webinar","percent":50}]}},{"id":"guide","type":"message","position":{"x":960,"y":0},"data":{"text":"This will help: http://localhost:8787/guide"}},{"id":"webinar","type":"message","position":{"x":960,"y":160},"data":{"text":"We made a film about it: http://localhost:8787/webinar"}},{"id":"warm","type":"update_lead","position":{"x":1200,"y":80},"data":{"warmth":"warm"}},{"id":"end","type":"exit","position":{"x":1440,"y":160},"data":{"reason":"Welcomed"}}]', '[{"id":"start-next-thanks","source":"start","target":"thanks"},{"id":"thanks-next-dream","source":"thanks","target":"dream"},{"id":"dream-reply-half","source":"dream","target":"half","source_handle":"reply"},{"id":"dream-timeout-end","source":"dream","target":"end","source_handle":"timeout"},{"id":"half-guide-guide","source":"half","target":"guide","source_handle":"guide"},{"id":"half-webinar-webinar","source":"half","target":"webinar","source_handle":"webinar"},{"id":"guide-next-warm","source":"guide","target":"warm"},{"id":"webinar-next-warm","source":"webinar","target":"warm"}]', 3888000000)
)
insert into scenario_versions (scenario_id, version, nodes, edges, created_at)
select scenario_id, version, nodes, edges, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, scenario_id, lead_id, version, state, node_id, next_at, enrolled_at, end_reason, ended_at, created_at, updated_at) as (values
  (1, 1, 1, 6, 1, 'completed', 'book', null, 6739200000, 'reached_end', 6307200000, 6739200000, 6307200000),
  (2, 1, 1, 9, 1, 'completed', 'book', null, 6696000000, 'reached_end', 6220800000, 6696000000, 6220800000),
  (3, 1, 1, 14, 1, 'exited', 'watched', null, 5356800000, 'opted_out', 5071680000, 5356800000, 5071680000),
  (4, 1, 1, 16, 1, 'exited', 'end', null, 5184000000, 'exit_node', 5011200000, 5184000000, 5011200000),
  (5, 1, 1, 23, 1, 'handed_off', 'person', null, 3801600000, 'handoff', 3637440000, 3801600000, 3637440000),
  (6, 1, 2, 22, 1, 'completed', 'warm', null, 3456000000, 'reached_end', 3369600000, 3456000000, 3369600000),
  (7, 1, 2, 31, 1, 'waiting', 'dream', -34560000, 3283200000, null, null, 3283200000, 3283200000),
  (8, 1, 1, 33, 1, 'cancelled', 'answer', null, 2592000000, 'cancelled', 2160000000, 2592000000, 2160000000),
  (9, 1, 2, 47, 1, 'waiting', 'dream', -51840000, 1209600000, null, null, 1209600000, 1209600000),
  (10, 1, 1, 44, 1, 'waiting', 'answer', -77760000, 561600000, null, null, 561600000, 561600000),
  (11, 1, 1, 38, 1, 'waiting', 'answer', -103680000, 259200000, null, null, 259200000, 259200000),
  (12, 1, 1, 54, 1, 'waiting', 'watched', -77760000, 95040000, null, null, 95040000, 95040000),
  (13, 1, 1, 56, 1, 'waiting', 'watched', -129600000, 43200000, null, null, 43200000, 43200000),
  (14, 1, 2, 57, 1, 'pending', null, 25920000, 25920000, null, null, 25920000, 25920000),
  (15, 1, 1, 59, 1, 'pending', null, 8640000, 8640000, null, null, 8640000, 8640000)
)
insert into runs (id, workspace_id, scenario_id, lead_id, version, state, node_id, next_at, enrolled_at, end_reason, ended_at, created_at, updated_at)
select id, workspace_id, scenario_id, lead_id, version, state, node_id, loaded.ms - next_at, loaded.ms - enrolled_at, end_reason, loaded.ms - ended_at, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, slug, slug_key, label, destination_url, is_active, base_clicks_count, bot_clicks_count, tag_on_sent_id, tag_on_clicked_id, created_at, updated_at) as (values
  (1, 1, 'guide', 'guide', 'Guide to changing career', 'https://example.com/guide.pdf', 1, 412, 57, null, 4, 9504000000, 9504000000),
  (2, 1, 'webinar', 'webinar', 'Webinar replay', 'https://example.com/webinar?name={{first_name|friend}}&lang={{language|en}}', 1, 268, 31, 3, 3, 7776000000, 7776000000),
  (3, 1, 'early-bird', 'early-bird', 'Early bird price', 'https://example.com/early-bird', 0, 95, 12, null, null, 6480000000, 6480000000),
  (4, 1, 'call', 'call', 'Book a call', 'https://example.org/book?lead={{lead_id}}', 1, 143, 9, null, 6, 5184000000, 5184000000)
)
insert into short_links (id, workspace_id, slug, slug_key, label, destination_url, is_active, base_clicks_count, bot_clicks_count, tag_on_sent_id, tag_on_clicked_id, created_at, updated_at)
select id, workspace_id, slug, slug_key, label, destination_url, is_active, base_clicks_count, bot_clicks_count, tag_on_sent_id, tag_on_clicked_id, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;
