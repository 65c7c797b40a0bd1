-- The demo workspace of local development. Made by generate.mjs.
-- Times count back from the moment of loading, which the workspace's updated_at holds.
insert into workspaces (id, database, name, name_key, default_country, created_at, updated_at)
select 1, 'DB', 'Atelier Horizon', 'atelier horizon', 'FR', ms - 10368000000, ms
from (select cast(unixepoch('subsec') * 1000 as integer) as ms);

with demo(id, workspace_id, name, hash, abilities, last_used_at, created_at) as (values
  (1, 1, 'Demo', 'ea18bbc662d74dba405685e836974c114383072a9a5b372c15956cecd9561c91', '["*"]', 43200000, 10368000000),
  (2, 1, 'Camille', 'c3929487ebe4341cdc2923688ce4da0c325870ad0bd0733816c238815157075e', '["conversations:read","conversations:write","leads:read"]', 43200000, 8640000000),
  (3, 1, 'Noah', '88d06cd6c1ac04f3a4f85f978aa8a6cd75819da5ee452e447ab97d10fbfcf239', '["conversations:read","conversations:write","leads:read"]', 43200000, 8640000000)
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

with demo(id, workspace_id, name, name_key, filter, created_at, updated_at) as (values
  (1, 1, 'Hot and open', 'hot and open', '{"warmth":"hot","is_optout":false,"is_lost":false}', 10368000000, 10368000000),
  (2, 1, 'Webinar, no call yet', 'webinar, no call yet', '{"tag_ids":[3],"exclude_tag_ids":[6,8]}', 10368000000, 10368000000),
  (3, 1, 'Lost for money', 'lost for money', '{"lost_reason":"no_financing"}', 10368000000, 10368000000)
)
insert into segments (id, workspace_id, name, name_key, filter, created_at, updated_at)
select id, workspace_id, name, name_key, filter, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, seq, ext_id, first_name, last_name, username, image, email, email_key, phone, phone_key, first_name_search, last_name_search, username_search, source, warmth, pipeline_stage, is_optout, variables, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile, profile_pinned, created_at, updated_at) as (values
  (1, 1, 1, 'crm-1001', 'Élodie', 'Marchand', null, null, 'elodie.marchand@example.com', 'elodie.marchand@example.com', '+33639980101', '+33639980101', 'elodie', 'marchand', null, 'import', 'hot', 'won', 0, '{"language":"fr","city":"Lyon"}', 41, 'self_employed', 'advanced', 'high', 0, null, '{"professional_situation":"Runs a ceramics studio, opened after fifteen years in retail.","primary_objective":"Live from her own work.","blockers":[],"levers":["Proud of her result","Likes to be asked for advice"],"verbatim":"J''aurais dû commencer dix ans plus tôt.","lost_reason_detail":null}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"levers":true,"verbatim":true}', 10221120000, 2694816000),
  (2, 1, 2, 'crm-1002', 'Søren', 'Kjær', null, null, 'soren.kjaer@example.org', 'soren.kjaer@example.org', '+46701740618', '+46701740618', 'soren', 'kjaer', null, 'import', 'cold', 'contacted', 0, '{"language":"da","city":"Malmö"}', null, null, null, null, 0, null, null, '{}', 10186560000, 8769600000),
  (3, 1, 3, 'crm-1003', 'Anaïs', 'Lefèvre', 'anais.lfv', null, 'anais.lefevre@example.com', 'anais.lefevre@example.com', '+33639980117', '+33639980117', 'anais', 'lefevre', 'anais.lfv', 'import', 'warm', 'lost', 0, '{"language":"fr","city":"Nantes"}', 36, 'unemployed', 'intermediate', 'medium', 1, 'no_financing', '{"professional_situation":"J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars.","primary_objective":"Je veux me reconvertir dans l''illustration.","blockers":["Même en six fois je ne peux pas, je n''ai pas d''économies."],"levers":[],"verbatim":"Sans financement, ce sera non, malheureusement.","lost_reason_detail":"Public financing refused twice; no savings to spend."}', '{"maturity_level":true,"engagement_level":true,"verbatim":true,"lost_reason_detail":true,"is_lost":true,"lost_reason":true}', 10126080000, 6384096000),
  (4, 1, 4, 'crm-1004', 'Łukasz', 'Wójcik', null, null, 'lukasz.wojcik@example.com', 'lukasz.wojcik@example.com', null, null, 'lukasz', 'wojcik', null, 'import', 'cold', 'lost', 0, '{"language":"pl","city":"Kraków"}', null, null, null, null, 1, 'unresponsive', null, '{"is_lost":true,"lost_reason":true}', 10091520000, 10091520000),
  (5, 1, 5, 'crm-1005', 'María José', 'Fernández Ruiz', 'mjose.fr', null, 'mariajose@example.com', 'mariajose@example.com', null, null, 'maria jose', 'fernandez ruiz', 'mjose.fr', 'import', 'warm', 'engaged', 0, '{"language":"es","city":"Sevilla"}', 29, 'employee', 'beginner', 'medium', 0, null, '{"professional_situation":"Tengo 29 años, soy enfermera en un hospital público.","primary_objective":"Find out whether a creative job could support her.","blockers":["Language of the lessons","Irregular hours"],"levers":["Her sister would join her"],"verbatim":"¿Las clases se pueden seguir en español?","lost_reason_detail":null}', '{"maturity_level":true,"engagement_level":true,"primary_objective":true,"blockers":true,"levers":true,"verbatim":true}', 9711360000, 1044576000),
  (6, 1, 6, null, 'Jürgen', 'Groß', null, null, 'juergen.gross@example.org', 'juergen.gross@example.org', '+491713920012', '+491713920012', 'jurgen', 'gross', null, 'webhook', 'warm', 'won', 0, '{"language":"de","city":"Köln"}', 52, 'business_owner', 'advanced', 'high', 0, null, '{"professional_situation":"Owns a carpentry shop with six employees.","primary_objective":"Design his own furniture line.","blockers":[],"levers":["Clear project","Own budget"],"verbatim":"Endlich etwas Eigenes entwerfen.","lost_reason_detail":null}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"levers":true,"verbatim":true}', 9460800000, 3515616000),
  (7, 1, 7, null, 'Beatriz', 'Gonçalves', 'bia.goncalves', null, null, null, null, null, 'beatriz', 'goncalves', 'bia.goncalves', 'instagram', 'hot', 'won', 0, '{"language":"pt","city":"São Paulo"}', 33, 'self_employed', 'intermediate', 'high', 0, null, '{"professional_situation":"Tenho 33 anos e sou fotógrafa de casamentos, por conta própria.","primary_objective":"Move from weddings to art direction.","blockers":[],"levers":["Recommended by a former student"],"verbatim":"Era exatamente o que eu procurava!","lost_reason_detail":null}', '{"occupation_status":true,"maturity_level":true,"engagement_level":true,"primary_objective":true,"levers":true,"verbatim":true}', 8994240000, 1943136000),
  (8, 1, 8, null, 'João', 'da Conceição', 'joao.dacon', 'https://example.com/avatars/8.jpg', 'joao.conceicao@example.com', 'joao.conceicao@example.com', null, null, 'joao', 'da conceicao', 'joao.dacon', 'instagram', 'cold', 'lost', 0, '{"language":"pt","city":"Porto"}', 24, 'student', 'beginner', 'low', 1, 'price_objection', '{"professional_situation":"Sou estudante, tenho 24 anos, estou no último ano de gestão.","primary_objective":"Quero aprender a desenhar a sério.","blockers":["Mas é muito caro.","É muito dinheiro para mim agora."],"levers":[],"verbatim":"É muito dinheiro para mim agora.","lost_reason_detail":"Chose an evening course at a third of the price."}', '{"maturity_level":true,"engagement_level":true,"verbatim":true,"lost_reason_detail":true,"is_lost":true,"lost_reason":true}', 8786880000, 5718816000),
  (9, 1, 9, null, 'Hannah', 'Whitfield', null, null, 'hannah.whitfield@example.com', 'hannah.whitfield@example.com', '+447700900114', '+447700900114', 'hannah', 'whitfield', null, 'calendly', 'hot', 'won', 0, '{"language":"en","city":"Leeds"}', 38, 'business_owner', 'advanced', 'high', 0, null, '{"professional_situation":"Runs a small publishing house for children''s books.","primary_objective":"Illustrate one of her own titles.","blockers":[],"levers":["Can deduct the fee","Short programme"],"verbatim":"If it fits around school runs, I''m in.","lost_reason_detail":null}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"levers":true,"verbatim":true}', 8484480000, 1614816000),
  (10, 1, 10, null, 'ليلى', 'بنعلي', 'leila.benali', null, null, null, null, null, 'ليلى', 'بنعلي', 'leila.benali', 'instagram', 'warm', 'engaged', 0, '{"language":"ar","city":"الدار البيضاء"}', null, null, null, null, 0, null, null, '{}', 8259840000, 802656000),
  (11, 1, 11, null, 'Thibault', 'Nguyễn', null, null, 'thibault.nguyen@example.com', 'thibault.nguyen@example.com', '+33639980142', '+33639980142', 'thibault', 'nguyen', null, 'webhook', 'cold', 'lost', 0, '{"language":"fr","city":"Toulouse"}', null, null, null, null, 1, 'not_interested', '{"professional_situation":null,"primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":"Le programme ne m''intéresse pas."}', '{"is_lost":true,"lost_reason":true}', 7888320000, 5174496000),
  (12, 1, 12, null, '美咲', '佐藤', 'misaki_s', 'https://example.com/avatars/12.jpg', 'misaki.sato@example.org', 'misaki.sato@example.org', null, null, '美咲', '佐藤', 'misaki_s', 'instagram', 'warm', 'qualified', 0, '{"language":"ja","city":"京都"}', 27, 'employee', 'intermediate', 'high', 0, null, '{"professional_situation":"I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.","primary_objective":"Build a portfolio that gets her hired abroad.","blockers":["Can''t choose between two tracks","Time difference"],"levers":["Portfolio review"],"verbatim":"どちらのコースが私に合いますか？","lost_reason_detail":null}', '{"maturity_level":true,"engagement_level":true,"primary_objective":true,"blockers":true,"levers":true,"verbatim":true}', 7672320000, 439776000),
  (13, 1, 13, null, 'Marcus', 'O''Neill', null, null, 'marcus.oneill@example.com', 'marcus.oneill@example.com', '+14155550134', '+14155550134', 'marcus', 'o''neill', null, 'iclosed', 'hot', 'call_booked', 0, '{"language":"en","city":"Oakland"}', 45, 'employee', 'beginner', 'high', 0, null, '{"professional_situation":"I''m a software engineer, 45, and I went to a four-day week last year.","primary_objective":"Use the free day for something made by hand.","blockers":["Hours per week"],"levers":["Sees the call as a commitment"],"verbatim":"Give me the honest number of hours.","lost_reason_detail":null}', '{"occupation_status":true,"maturity_level":true,"primary_objective":true,"blockers":true,"levers":true,"verbatim":true}', 7464960000, 171936000),
  (14, 1, 14, 'crm-1006', 'Chloé', 'Dubois-Perrin', null, null, 'chloe.dp@example.com', 'chloe.dp@example.com', '+33639980155', '+33639980155', 'chloe', 'dubois-perrin', null, 'import', 'cold', 'contacted', 1, '{"language":"fr","city":"Rennes"}', null, null, null, 'low', 1, 'not_interested', '{"professional_situation":null,"primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":"STOP"}', '{}', 7248960000, 5062176000),
  (15, 1, 15, null, 'प्रिया', 'शर्मा', 'priya.sharma.k', null, 'priya.sharma@example.com', 'priya.sharma@example.com', null, null, 'प्रिया', 'शर्मा', 'priya.sharma.k', 'instagram', 'hot', 'qualified', 0, '{"language":"hi","city":"जयपुर"}', 23, 'student', 'advanced', 'high', 0, null, '{"professional_situation":"Finishing a degree in textile design.","primary_objective":"I''m finishing my degree in textile design, I''m 23, and I want to sell my prints to European brands.","blockers":["Paying in one go"],"levers":["Instalments","Certificate"],"verbatim":"क्या किस्तों में भुगतान हो सकता है?","lost_reason_detail":null}', '{"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"blockers":true,"levers":true,"verbatim":true}', 6955200000, 318816000),
  (16, 1, 16, null, 'Zoë', 'van den Berg', null, null, 'zoe.vdberg@example.org', 'zoe.vdberg@example.org', '+447700900138', '+447700900138', 'zoe', 'van den berg', null, 'webhook', 'warm', 'engaged', 0, '{"language":"nl","city":"Bristol"}', null, null, null, null, 0, null, null, '{}', 6747840000, 2599776000),
  (17, 1, 17, null, null, null, 'sunset.painter', null, null, null, null, null, null, null, 'sunset.painter', 'instagram', 'cold', 'new', 0, '{}', null, null, null, null, 0, null, null, '{}', 6540480000, 6540480000),
  (18, 1, 18, null, 'Αναστασία', 'Παπαδοπούλου', 'nastasia.p', null, 'anastasia@example.com', 'anastasia@example.com', null, null, 'αναστασια', 'παπαδοπουλου', 'nastasia.p', 'instagram', 'warm', 'contacted', 0, '{"language":"el","city":"Αθήνα"}', null, null, null, null, 0, null, null, '{}', 6324480000, 3092256000),
  (19, 1, 19, null, 'Íñigo', 'Etxeberria', null, null, 'inigo.etx@example.com', 'inigo.etx@example.com', '+33639980189', '+33639980189', 'inigo', 'etxeberria', null, 'calendly', 'hot', 'won', 0, '{"language":"es","city":"Biarritz"}', null, null, null, 'high', 0, null, null, '{}', 6099840000, 1329696000),
  (20, 1, 20, null, null, null, null, null, null, null, '+33639980178', '+33639980178', null, null, null, 'whatsapp', 'cold', 'lost', 0, '{}', null, null, null, null, 1, 'invalid_lead', '{"professional_situation":null,"primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":"Je me suis trompé de numéro, désolé !"}', '{"is_lost":true,"lost_reason":true}', 5909760000, 5900256000),
  (21, 1, 21, 'hub-48213', 'Grace', 'Adeyemi', null, null, 'grace.adeyemi@example.com', 'grace.adeyemi@example.com', '+447700900163', '+447700900163', 'grace', 'adeyemi', null, 'api', 'hot', 'call_booked', 0, '{"language":"en","city":"Manchester"}', 40, 'employee', 'intermediate', 'high', 0, null, '{"professional_situation":"Head of training in a museum.","primary_objective":"Train her team of four as a group.","blockers":[],"levers":["Company pays","Colleague wants to join"],"verbatim":"Could we do this as a team?","lost_reason_detail":null}', '{"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"levers":true,"verbatim":true}', 5702400000, 111456000),
  (22, 1, 22, null, 'Camille 💫', null, 'camille.en.vrai', null, null, null, null, null, 'camille 💫', null, 'camille.en.vrai', 'instagram', 'warm', 'engaged', 0, '{"language":"fr","city":"Lille"}', null, null, null, null, 0, null, null, '{}', 5469120000, 1010016000),
  (23, 1, 23, null, 'François-Xavier', 'Müller', null, null, 'fx.muller@example.com', 'fx.muller@example.com', '+33639980203', '+33639980203', 'francois-xavier', 'muller', null, 'whatsapp', 'warm', 'qualified', 0, '{"language":"fr","city":"Strasbourg"}', 34, 'employee', 'intermediate', 'medium', 0, null, '{"professional_situation":"Industrial draughtsman.","primary_objective":"Change to set design for the stage.","blockers":["Employer has not signed yet"],"levers":["Training leave would pay for everything"],"verbatim":"J''attends juste la signature de mon chef 🤞","lost_reason_detail":null}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"blockers":true,"levers":true,"verbatim":true}', 5261760000, 560736000),
  (24, 1, 24, null, 'İrem', 'Yıldız', 'irem.yildiz', 'https://example.com/avatars/24.jpg', 'irem.yildiz@example.org', 'irem.yildiz@example.org', null, null, 'irem', 'yildiz', 'irem.yildiz', 'instagram', 'cold', 'contacted', 0, '{"language":"tr","city":"İzmir"}', null, null, null, null, 0, null, null, '{}', 5028480000, 5028480000),
  (25, 1, 25, 'hub-48377', 'Daniel', 'Okonkwo', null, null, 'daniel.okonkwo@example.com', 'daniel.okonkwo@example.com', '+15145550118', '+15145550118', 'daniel', 'okonkwo', null, 'api', 'warm', 'lost', 0, '{"language":"en","city":"Montréal"}', 37, 'self_employed', 'intermediate', 'medium', 1, 'wrong_timing', '{"professional_situation":"I''m a freelance translator, 37, and I''ve been carrying a comic around for years.","primary_objective":"Write and draw a comic.","blockers":["Second child due in January"],"levers":[],"verbatim":"Right idea, wrong year.","lost_reason_detail":"Asked to be contacted again next autumn."}', '{"maturity_level":true,"engagement_level":true,"primary_objective":true,"blockers":true,"verbatim":true,"lost_reason_detail":true,"is_lost":true,"lost_reason":true}', 4795200000, 2858976000),
  (26, 1, 26, null, 'Inès', 'Benhaddou', null, null, null, null, '+33639980219', '+33639980219', 'ines', 'benhaddou', null, 'whatsapp', 'hot', 'call_booked', 0, '{"language":"fr","city":"Marseille"}', 31, 'self_employed', 'advanced', 'high', 0, null, '{"professional_situation":"J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves.","primary_objective":"Turn her classes into a business.","blockers":[],"levers":["Already has students"],"verbatim":"Je veux en vivre, pas seulement l''aimer.","lost_reason_detail":null}', '{"maturity_level":true,"engagement_level":true,"primary_objective":true,"levers":true,"verbatim":true}', 4648320000, 68256000),
  (27, 1, 27, null, 'Анна', 'Соколова', 'anna_sokol', null, 'anna.sokolova@example.com', 'anna.sokolova@example.com', null, null, 'анна', 'соколова', 'anna_sokol', 'instagram', 'warm', 'engaged', 0, '{"language":"ru","city":"Тбилиси"}', null, null, null, null, 0, null, null, '{}', 4415040000, 1251936000),
  (28, 1, 28, null, 'Wei', '陈', null, null, 'wei.chen@example.com', 'wei.chen@example.com', '+61491570156', '+61491570156', 'wei', '陈', null, 'iclosed', 'warm', 'qualified', 0, '{"language":"zh","city":"Melbourne"}', null, null, null, null, 0, null, null, '{}', 4199040000, 164160000),
  (29, 1, 29, null, null, null, null, null, null, null, '+33639980226', '+33639980226', null, null, null, 'whatsapp', null, 'new', 0, '{}', null, null, null, null, 0, null, null, '{}', 4052160000, 4051296000),
  (30, 1, 30, null, 'Guilherme', 'Araújo', 'gui.araujo', null, null, null, null, null, 'guilherme', 'araujo', 'gui.araujo', 'instagram', 'cold', 'lost', 0, '{"language":"pt","city":"Recife"}', null, 'unemployed', null, null, 1, 'no_financing', '{"professional_situation":"Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.","primary_objective":null,"blockers":["Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora."],"levers":[],"verbatim":null,"lost_reason_detail":null}', '{"is_lost":true,"lost_reason":true}', 3862080000, 2556576000),
  (31, 1, 31, null, 'Nour 🌙', null, 'nour.elbakri', null, null, null, null, null, 'nour 🌙', null, 'nour.elbakri', 'instagram', 'warm', 'engaged', 0, '{"language":"ar","city":"بيروت"}', null, null, null, null, 0, null, null, '{}', 3628800000, 690336000),
  (32, 1, 32, null, 'Elizabeth', 'Strömberg', null, null, 'elizabeth.stromberg@example.org', 'elizabeth.stromberg@example.org', '+46701740612', '+46701740612', 'elizabeth', 'stromberg', null, 'calendly', 'hot', 'won', 0, '{"language":"sv","city":"Göteborg"}', 58, 'retired', 'beginner', 'high', 0, null, '{"professional_situation":"Retired pharmacist.","primary_objective":"A serious hobby with a yearly exhibition.","blockers":[],"levers":["Plenty of time","Own budget"],"verbatim":"Äntligen har jag tid!","lost_reason_detail":null}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"levers":true,"verbatim":true}', 3481920000, 724896000),
  (33, 1, 33, null, 'Amélie', 'Roux', null, null, 'amelie.roux@example.com', 'amelie.roux@example.com', '+33639980241', '+33639980241', 'amelie', 'roux', null, 'webhook', 'warm', 'engaged', 0, '{"language":"fr","city":"Grenoble"}', null, null, null, null, 0, null, null, '{}', 3326400000, 379296000),
  (34, 1, 34, null, 'Diego', 'Peña', 'diego.pena.mx', null, 'diego.pena@example.com', 'diego.pena@example.com', null, null, 'diego', 'pena', 'diego.pena.mx', 'instagram', 'cold', 'contacted', 0, '{"language":"es","city":"Guadalajara"}', null, null, null, null, 0, null, null, '{}', 3119040000, 3119040000),
  (35, 1, 35, 'hub-49002', 'Jiří', 'Dvořák', null, null, 'jiri.dvorak@example.com', 'jiri.dvorak@example.com', null, null, 'jiri', 'dvorak', null, 'api', 'cold', 'new', 0, '{"language":"cs","city":"Brno"}', null, null, null, null, 0, null, null, '{}', 3006720000, 3006720000),
  (36, 1, 36, null, 'Aïcha', 'Traoré', null, null, null, null, '+33639980257', '+33639980257', 'aicha', 'traore', null, 'whatsapp', 'hot', 'qualified', 0, '{"language":"fr","city":"Paris"}', 30, 'unemployed', 'intermediate', 'high', 0, null, '{"professional_situation":"Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment.","primary_objective":"Je veux lancer ma marque de vêtements.","blockers":["Waits for the financing decision"],"levers":["Strong network","Financing likely"],"verbatim":"Dès que j''ai l''accord, je signe.","lost_reason_detail":null}', '{"age":true,"maturity_level":true,"engagement_level":true,"blockers":true,"levers":true,"verbatim":true}', 2868480000, 33696000),
  (37, 1, 37, null, 'Kenji', '高橋', 'kenji.tk', null, null, null, null, null, 'kenji', '高橋', 'kenji.tk', 'instagram', 'cold', 'lost', 0, '{"language":"ja","city":"大阪"}', null, null, null, null, 1, 'already_handled', '{"professional_situation":null,"primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":"Thanks, but I have already enrolled at a school here in Osaka, last month."}', '{"is_lost":true,"lost_reason":true}', 2738880000, 2280096000),
  (38, 1, 38, null, 'Sofía', 'Villanueva', 'sofi.villa', null, 'sofia.villanueva@example.com', 'sofia.villanueva@example.com', '+17875550146', '+17875550146', 'sofia', 'villanueva', 'sofi.villa', 'whatsapp', 'warm', 'engaged', 0, '{"language":"es","city":"San Juan"}', null, null, null, null, 0, null, '{"professional_situation":null,"primary_objective":null,"blockers":["Ok, lo voy a pensar."],"levers":[],"verbatim":null,"lost_reason_detail":null}', '{}', 2583360000, 241056000),
  (39, 1, 39, null, null, null, 'the_real_kiwi 🥝', null, null, null, null, null, null, null, 'the_real_kiwi 🥝', 'instagram', null, 'new', 1, '{"language":"en"}', null, null, null, null, 0, null, null, '{}', 2453760000, 2453760000),
  (40, 1, 40, null, 'Marie-Thérèse', 'Ouédraogo', null, null, 'mt.ouedraogo@example.com', 'mt.ouedraogo@example.com', '+33639980264', '+33639980264', 'marie-therese', 'ouedraogo', null, 'calendly', 'hot', 'new', 0, '{"language":"fr","city":"Bordeaux"}', 47, 'employee', 'advanced', 'high', 0, null, '{"professional_situation":"Je suis salariée, c''est la ville qui paie.","primary_objective":"Host one of our groups in her centre.","blockers":[],"levers":["Partnership"],"verbatim":"Et si vous veniez chez nous ?","lost_reason_detail":null}', '{"maturity_level":true,"engagement_level":true,"primary_objective":true,"levers":true,"verbatim":true}', 2332800000, 85536000),
  (41, 1, 41, null, 'Ren', '田中', null, null, 'ren.tanaka@example.com', 'ren.tanaka@example.com', null, null, 'ren', '田中', null, 'webhook', 'warm', 'contacted', 0, '{"language":"ja","city":"札幌"}', null, null, null, null, 0, null, null, '{}', 2185920000, 2185920000),
  (42, 1, 42, null, 'Björk', 'Guðmundsdóttir', null, null, 'bjork.g@example.org', 'bjork.g@example.org', null, null, 'bjork', 'gudmundsdottir', null, 'webhook', 'cold', 'contacted', 0, '{"language":"is","city":"Reykjavík"}', null, null, null, null, 0, null, null, '{}', 2056320000, 2056320000),
  (43, 1, 43, null, 'Lucas', 'Bianchi', null, null, 'lucas.bianchi@example.com', 'lucas.bianchi@example.com', '+33639980276', '+33639980276', 'lucas', 'bianchi', null, 'iclosed', 'hot', 'call_booked', 0, '{"language":"it","city":"Menton"}', null, null, null, null, 0, null, null, '{}', 1909440000, 154656000),
  (44, 1, 44, null, 'رامي', 'حداد', null, null, null, null, '+447700900187', '+447700900187', 'رامي', 'حداد', null, 'whatsapp', 'warm', 'engaged', 0, '{"language":"ar","city":"London"}', null, null, null, null, 0, null, null, '{}', 1779840000, 517536000),
  (45, 1, 45, null, 'Cécile', 'd''Aubigné', null, null, 'cecile.daubigne@example.com', 'cecile.daubigne@example.com', '+33639980272', '+33639980272', 'cecile', 'd''aubigne', null, 'webhook', 'warm', 'lost', 0, '{"language":"fr","city":"Tours"}', 63, 'other', 'beginner', 'low', 1, 'other', '{"professional_situation":"Cares for a relative full time.","primary_objective":"Take her mind off things.","blockers":["No time of her own"],"levers":[],"verbatim":null,"lost_reason_detail":"Family reasons; thanked us for the webinar."}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"blockers":true,"lost_reason_detail":true,"is_lost":true,"lost_reason":true}', 1658880000, 1035936000),
  (46, 1, 46, 'hub-49540', 'Oluwaseun', 'Bakare', 'seun.posters', null, 'seun.bakare@example.com', 'seun.bakare@example.com', null, null, 'oluwaseun', 'bakare', 'seun.posters', 'api', 'warm', 'qualified', 0, '{"language":"en","city":"Lagos"}', 26, 'employee', 'intermediate', 'medium', 0, null, '{"professional_situation":"I''m 26, I work in a bank and design posters at night.","primary_objective":"I want to be paid for design within a year.","blockers":["Currency makes the price high"],"levers":["Scholarship"],"verbatim":"Is there a scholarship for people outside Europe?","lost_reason_detail":null}', '{"maturity_level":true,"engagement_level":true,"blockers":true,"levers":true,"verbatim":true}', 1512000000, 259200000),
  (47, 1, 47, null, '지우', '김', 'jiwoo.draws', null, null, null, null, null, '지우', '김', 'jiwoo.draws', 'instagram', 'hot', 'engaged', 0, '{"language":"ko","city":"서울"}', null, null, null, null, 0, null, null, '{}', 1373760000, 50976000),
  (48, 1, 48, null, 'Noémie', 'Lacroix', null, null, null, null, '+33639980288', '+33639980288', 'noemie', 'lacroix', null, 'whatsapp', 'warm', 'contacted', 0, '{"language":"fr","city":"Metz"}', null, null, null, null, 0, null, null, '{}', 1235520000, 52704000),
  (49, 1, 49, null, 'Rohan', 'मेहता', 'rohanmehta.design', null, 'rohan.mehta@example.com', 'rohan.mehta@example.com', null, null, 'rohan', 'मेहता', 'rohanmehta.design', 'instagram', 'warm', 'contacted', 0, '{"language":"hi","city":"मुंबई"}', null, null, null, null, 0, null, null, '{}', 1097280000, 1097280000),
  (50, 1, 50, null, 'Valentina', 'Rossi', null, null, 'valentina.rossi@example.com', 'valentina.rossi@example.com', '+33639980295', '+33639980295', 'valentina', 'rossi', null, 'calendly', 'hot', 'new', 0, '{"language":"it","city":"Nice","webinar_at":"{the next webinar}"}', 35, 'business_owner', 'advanced', 'medium', 0, null, '{"professional_situation":"Owns a stationery shop in Nice.","primary_objective":"Sell her own designs.","blockers":["Compares us with a school in Milan"],"levers":["Nearest group is in her city"],"verbatim":"A Milano costa uguale, perché voi?","lost_reason_detail":null}', '{"age":true,"occupation_status":true,"maturity_level":true,"engagement_level":true,"professional_situation":true,"primary_objective":true,"blockers":true,"levers":true,"verbatim":true}', 967680000, 275616000),
  (51, 1, 51, null, 'Bartłomiej', 'Żak', null, null, 'b.zak@example.org', 'b.zak@example.org', null, null, 'bartlomiej', 'zak', null, 'webhook', 'cold', 'new', 0, '{"language":"pl","city":"Gdańsk"}', null, null, null, null, 0, null, null, '{}', 846720000, 846720000),
  (52, 1, 52, null, 'Maëlle', 'Le Goff', 'maelle.legoff', 'https://example.com/avatars/52.jpg', 'maelle.legoff@example.com', 'maelle.legoff@example.com', '+33639980312', '+33639980312', 'maelle', 'le goff', 'maelle.legoff', 'instagram', 'warm', 'engaged', 0, '{"language":"fr","city":"Brest"}', null, null, null, null, 0, null, null, '{}', 725760000, 347328000),
  (53, 1, 53, null, null, null, null, null, null, null, '+14155550171', '+14155550171', null, null, null, 'whatsapp', 'cold', 'new', 1, '{}', null, null, null, 'low', 1, 'not_interested', '{"professional_situation":null,"primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":"Stop."}', '{}', 613440000, 595296000),
  (54, 1, 54, null, 'Tomás', 'Calderón', null, null, 'tomas.calderon@example.com', 'tomas.calderon@example.com', '+17875550163', '+17875550163', 'tomas', 'calderon', null, 'iclosed', 'hot', 'new', 0, '{"language":"es","city":"Ponce"}', null, null, null, null, 0, null, null, '{}', 518400000, 35424000),
  (55, 1, 55, null, 'Fatoumata', 'Diallo', null, null, null, null, '+33639980329', '+33639980329', 'fatoumata', 'diallo', null, 'whatsapp', 'warm', 'engaged', 0, '{"language":"fr","city":"Saint-Denis"}', null, null, null, null, 0, null, '{"professional_situation":"Je suis aide-soignante et je couds le soir.","primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":null}', '{}', 406080000, 12096000),
  (56, 1, 56, null, 'Oskar', 'Weiß', null, null, 'oskar.weiss@example.org', 'oskar.weiss@example.org', '+491713920047', '+491713920047', 'oskar', 'weiss', null, 'webhook', 'warm', 'new', 0, '{"language":"de","city":"Leipzig","webinar_at":"{the next webinar}"}', null, null, null, null, 0, null, null, '{}', 302400000, 18144000),
  (57, 1, 57, null, 'Juliana', 'Peçanha', 'ju.pecanha', null, null, null, null, null, 'juliana', 'pecanha', 'ju.pecanha', 'instagram', 'hot', 'contacted', 0, '{"language":"pt","city":"Belo Horizonte"}', null, null, null, null, 0, null, '{"professional_situation":"Sou professora e pinto nos fins de semana.","primary_objective":null,"blockers":[],"levers":[],"verbatim":null,"lost_reason_detail":null}', '{}', 198720000, 29376000),
  (58, 1, 58, null, null, null, null, null, 'hello@example.org', 'hello@example.org', null, null, null, null, null, 'webhook', null, 'new', 0, '{}', null, null, null, null, 0, null, null, '{}', 103680000, 103680000),
  (59, 1, 59, null, 'Léo', 'Garnier 🚴', null, null, null, null, '+33639980343', '+33639980343', 'leo', 'garnier 🚴', null, 'whatsapp', 'warm', 'contacted', 0, '{"language":"fr","city":"Annecy","webinar_at":"{the next webinar}"}', null, null, null, null, 0, null, null, '{}', 51840000, 7776000),
  (60, 1, 60, null, 'Yasmine', 'El Amrani', 'yasmine.ela', 'https://example.com/avatars/60.jpg', 'yasmine.elamrani@example.com', 'yasmine.elamrani@example.com', null, null, 'yasmine', 'el amrani', 'yasmine.ela', 'instagram', 'hot', 'new', 0, '{"language":"fr","city":"Rabat"}', null, null, null, null, 0, null, null, '{}', 17280000, 17280000)
)
insert into leads (id, workspace_id, seq, ext_id, first_name, last_name, username, image, email, email_key, phone, phone_key, first_name_search, last_name_search, username_search, source, warmth, pipeline_stage, is_optout, variables, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile, profile_pinned, created_at, updated_at)
select id, workspace_id, seq, ext_id, first_name, last_name, username, image, email, email_key, phone, phone_key, first_name_search, last_name_search, username_search, source, warmth, pipeline_stage, is_optout, replace(variables, '{the next webinar}', strftime('%Y-%m-%dT18:00:00Z', loaded.ms / 1000, 'unixepoch', '+7 days')), age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile, profile_pinned, loaded.ms - created_at, loaded.ms - updated_at
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

with demo(id, workspace_id, kind, name, settings, key_hashes, changed_by, created_at, updated_at) as (values
  (1, 1, 'calendly', 'Discovery calls', '{"verification":{"scheme":"hmac","header":"Calendly-Webhook-Signature","algorithm":"sha256","encoding":"hex","prefix":"v1=","timestamp":"signature","tolerance_seconds":300},"items":null,"create":true,"tag_ids":[],"default_country":null,"dedupe":null,"times":null,"stages":{"booked":"call_booked","from":["new","contacted","engaged","qualified"],"cancelled":"back","no_show":null,"outcomes":{}},"consent":null,"form":null,"preset":null,"match_by":["lead_ref","email","phone"],"update":"fill","mapping":[{"to":"lead_ref","from":["tracking.utm_content"]},{"to":"full_name","from":["lead.full_name"]},{"to":"first_name","from":["lead.first_name"]},{"to":"last_name","from":["lead.last_name"]},{"to":"email","from":["lead.email"]},{"to":"phone","from":["lead.text_reminder_number","lead.answered_phone","lead.called_phone"],"as":"phone"},{"to":"age","from":[["answers","How old are you?"]]}]}', '[{"hash":"1fb4ad991a0c28923cef9b5b7beb5de0fa120474a0722a660a55fea5dda27536","ends_at":null}]', 't1', 2548800000, 2548800000),
  (2, 1, 'iclosed', 'Strategy calls', '{"verification":{"scheme":"none"},"items":null,"create":true,"tag_ids":[],"default_country":null,"dedupe":null,"times":null,"stages":{"booked":"call_booked","from":["new","contacted","engaged","qualified"],"cancelled":"back","no_show":null,"outcomes":{"SALE":{"stage":"won"},"NO_SALE":{"stage":"lost","lost_reason":"not_interested"}}},"consent":null,"form":null,"preset":null,"match_by":["lead_ref","email","phone"],"update":"fill","mapping":[{"to":"lead_ref","from":["tracking.utm_content"]},{"to":"full_name","from":["lead.full_name"]},{"to":"first_name","from":["lead.first_name"]},{"to":"last_name","from":["lead.last_name"]},{"to":"email","from":["lead.email"]},{"to":"phone","from":["lead.phone","lead.answered_phone","lead.second_phone"],"as":"phone"},{"to":"variables.iclosed_status","from":["lead.status"]},{"to":"booking.state","from":["booking.no_show"]}]}', '[{"hash":"8017cd3f2dddc6caccd4bc7d1d189c3ec0377fe0a9f3f5060f35d234d4c45e8f","ends_at":null}]', 't1', 2073600000, 2073600000),
  (3, 1, 'form', 'Open day', '{"verification":{"scheme":"none"},"items":null,"create":true,"tag_ids":[],"default_country":null,"dedupe":null,"times":null,"stages":{"booked":"call_booked","from":["new","contacted","engaged","qualified"],"cancelled":"back","no_show":null,"outcomes":{}},"consent":null,"form":{"origins":["https://example.com","http://localhost:8787"],"honeypot":"website","redirect_url":null},"preset":null,"match_by":["lead_ref","phone","email"],"update":"none","mapping":[{"to":"lead_ref","from":["lead_ref","tracking.lead_ref","tracking.utm_content"]},{"to":"full_name","from":["lead.full_name"]},{"to":"first_name","from":["lead.first_name"]},{"to":"last_name","from":["lead.last_name"]},{"to":"email","from":["lead.email"]},{"to":"phone","from":["lead.phone"]}]}', '[{"hash":"711c8a4ad7768dec341b0ec27508aa76f8cb1a7da4bbbcc1abb7c7b650908570","ends_at":null}]', 't1', 432000000, 432000000)
)
insert into sources (id, workspace_id, kind, name, settings, key_hashes, changed_by, created_at, updated_at)
select id, workspace_id, kind, name, settings, key_hashes, changed_by, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

insert into source_keys (key_hash, source_id, workspace_id, ends_at, version)
select value ->> 'hash', sources.id, sources.workspace_id, null, seq
from sources
  join outbox on outbox.kind = 'source' and row_id = sources.id
  join json_each(key_hashes);

delete from outbox where kind = 'source';

with demo(id, source, external, lead, name, state, length, hours, weekday, begins, first_begins, first_weekday, first_hours, made_at, ended_at, after, zone, person, host, host_email, joining, reschedule, cancel, answers, worth, by, moved_to) as (values
  (1, 1, 'https://api.calendly.com/scheduled_events/MO-01/invitees/MO-01', 40, 'Discovery call', 'no_show', 1800000, null, null, -2199600000, -2199600000, null, null, 2332800000, null, 900000, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-01', 'https://example.com/calendly/cancellations/MO-01', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null),
  (2, 1, 'https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02', 9, 'Discovery call', 'held', 1800000, null, null, -1692000000, -1774800000, null, null, 2073600000, 1898208000, 1200000, 'Europe/London', 'Hannah Whitfield', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/HW-02', 'https://example.com/calendly/cancellations/HW-02', '{"What would you like to make?":"Pictures for one of our own titles"}', 2400, 't2', 'https://api.calendly.com/scheduled_events/HW-02-2/invitees/HW-02'),
  (3, 1, 'https://api.calendly.com/scheduled_events/IE-03/invitees/IE-03', 19, 'Discovery call', 'held', 1800000, null, null, -1350000000, -1350000000, null, null, 1641600000, null, 2100000, 'Europe/Madrid', 'Íñigo Etxeberria', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/IE-03', 'https://example.com/calendly/cancellations/IE-03', '{"What would you like to make?":"Objects, with six months for it"}', 2400, 't3', null),
  (4, 1, 'https://api.calendly.com/scheduled_events/ES-04/invitees/ES-04', 32, 'Discovery call', 'held', 1800000, null, null, -918000000, -918000000, null, null, 1166400000, null, 1200000, 'Europe/Stockholm', 'Elizabeth Strömberg', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/ES-04', 'https://example.com/calendly/cancellations/ES-04', '{"What would you like to make?":"An exhibition every year"}', 4800, 't2', null),
  (5, 1, 'https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05', 50, 'Discovery call', 'booked', 1800000, null, 4, 43200000, -136800000, null, null, 967680000, 298080000, null, 'Europe/Paris', 'Valentina Rossi', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/VR-05', 'https://example.com/calendly/cancellations/VR-05', '{"What would you like to make?":"Cards of my own for my shop"}', null, 'w1', 'https://api.calendly.com/scheduled_events/VR-05-2/invitees/VR-05'),
  (6, 1, 'https://api.calendly.com/scheduled_events/FM-06/invitees/FM-06', 23, 'Discovery call', 'cancelled', 1800000, null, null, -372600000, -372600000, null, null, 777600000, 604800000, null, 'Europe/Paris', 'François-Xavier Müller', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/FM-06', 'https://example.com/calendly/cancellations/FM-06', '{"What would you like to make?":"Stage sets"}', null, 'w1', null),
  (7, 2, '45107', 54, 'Strategy call', 'booked', 2700000, 0, null, null, null, null, 0, 518400000, null, null, 'America/Puerto_Rico', 'Tomás Calderón', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (8, 1, 'https://api.calendly.com/scheduled_events/OB-08/invitees/OB-08', 46, 'Discovery call', 'moved', 1800000, null, null, 374400000, 374400000, null, null, 259200000, 4320000, null, 'Africa/Lagos', 'Oluwaseun Bakare', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/OB-08', 'https://example.com/calendly/cancellations/OB-08', '{"What would you like to make?":"Posters"}', null, 'w1', null),
  (9, 2, '45122', 28, 'Strategy call', 'booked', 2700000, 86400000, null, null, null, null, 86400000, 164160000, null, null, 'Australia/Melbourne', 'Wei 陈', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (10, 1, 'https://api.calendly.com/scheduled_events/MO-10/invitees/MO-10', 40, 'Discovery call', 'booked', 1800000, null, 5, 50400000, 50400000, 5, null, 125280000, null, null, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-10', 'https://example.com/calendly/cancellations/MO-10', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null)
),
began as (
  select demo.*, loaded.ms - made_at as made, loaded.ms - ended_at as ended,
    case
    when hours is not null then hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when weekday is null then begins + loaded.ms / 86400000 * 86400000
    else begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || weekday)
  end as starts,
    case
    when first_hours is not null then first_hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when first_weekday is null then first_begins + loaded.ms / 86400000 * 86400000
    else first_begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || first_weekday)
  end as first_starts
  from demo, (select updated_at as ms from workspaces where id = 1) as loaded
),
timed as (select *, starts + length + after as settled from began)
insert into bookings (id, workspace_id, lead_id, source_id, external_id, name, state, starts_at, ends_at, time_zone, host_name, host_email, join_url, reschedule_url, cancel_url, answers, changed_at, changed_by, created_at, updated_at)
select id, 1, lead, source, external, name, 'booked', first_starts, first_starts + length, zone, host, host_email, joining, reschedule, cancel, answers, iif(source = 1, (made / 1000 - 1) * 1000, made), 'w' || source, made, made
from timed;

insert into booking_stages (booking_id, move, stage, lost_reason, from_stages, actor)
select id, 'booked', 'call_booked', null, '["new","contacted","engaged","qualified"]', changed_by from bookings order by id;

with demo(id, source, external, lead, name, state, length, hours, weekday, begins, first_begins, first_weekday, first_hours, made_at, ended_at, after, zone, person, host, host_email, joining, reschedule, cancel, answers, worth, by, moved_to) as (values
  (1, 1, 'https://api.calendly.com/scheduled_events/MO-01/invitees/MO-01', 40, 'Discovery call', 'no_show', 1800000, null, null, -2199600000, -2199600000, null, null, 2332800000, null, 900000, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-01', 'https://example.com/calendly/cancellations/MO-01', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null),
  (2, 1, 'https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02', 9, 'Discovery call', 'held', 1800000, null, null, -1692000000, -1774800000, null, null, 2073600000, 1898208000, 1200000, 'Europe/London', 'Hannah Whitfield', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/HW-02', 'https://example.com/calendly/cancellations/HW-02', '{"What would you like to make?":"Pictures for one of our own titles"}', 2400, 't2', 'https://api.calendly.com/scheduled_events/HW-02-2/invitees/HW-02'),
  (3, 1, 'https://api.calendly.com/scheduled_events/IE-03/invitees/IE-03', 19, 'Discovery call', 'held', 1800000, null, null, -1350000000, -1350000000, null, null, 1641600000, null, 2100000, 'Europe/Madrid', 'Íñigo Etxeberria', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/IE-03', 'https://example.com/calendly/cancellations/IE-03', '{"What would you like to make?":"Objects, with six months for it"}', 2400, 't3', null),
  (4, 1, 'https://api.calendly.com/scheduled_events/ES-04/invitees/ES-04', 32, 'Discovery call', 'held', 1800000, null, null, -918000000, -918000000, null, null, 1166400000, null, 1200000, 'Europe/Stockholm', 'Elizabeth Strömberg', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/ES-04', 'https://example.com/calendly/cancellations/ES-04', '{"What would you like to make?":"An exhibition every year"}', 4800, 't2', null),
  (5, 1, 'https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05', 50, 'Discovery call', 'booked', 1800000, null, 4, 43200000, -136800000, null, null, 967680000, 298080000, null, 'Europe/Paris', 'Valentina Rossi', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/VR-05', 'https://example.com/calendly/cancellations/VR-05', '{"What would you like to make?":"Cards of my own for my shop"}', null, 'w1', 'https://api.calendly.com/scheduled_events/VR-05-2/invitees/VR-05'),
  (6, 1, 'https://api.calendly.com/scheduled_events/FM-06/invitees/FM-06', 23, 'Discovery call', 'cancelled', 1800000, null, null, -372600000, -372600000, null, null, 777600000, 604800000, null, 'Europe/Paris', 'François-Xavier Müller', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/FM-06', 'https://example.com/calendly/cancellations/FM-06', '{"What would you like to make?":"Stage sets"}', null, 'w1', null),
  (7, 2, '45107', 54, 'Strategy call', 'booked', 2700000, 0, null, null, null, null, 0, 518400000, null, null, 'America/Puerto_Rico', 'Tomás Calderón', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (8, 1, 'https://api.calendly.com/scheduled_events/OB-08/invitees/OB-08', 46, 'Discovery call', 'moved', 1800000, null, null, 374400000, 374400000, null, null, 259200000, 4320000, null, 'Africa/Lagos', 'Oluwaseun Bakare', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/OB-08', 'https://example.com/calendly/cancellations/OB-08', '{"What would you like to make?":"Posters"}', null, 'w1', null),
  (9, 2, '45122', 28, 'Strategy call', 'booked', 2700000, 86400000, null, null, null, null, 86400000, 164160000, null, null, 'Australia/Melbourne', 'Wei 陈', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (10, 1, 'https://api.calendly.com/scheduled_events/MO-10/invitees/MO-10', 40, 'Discovery call', 'booked', 1800000, null, 5, 50400000, 50400000, 5, null, 125280000, null, null, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-10', 'https://example.com/calendly/cancellations/MO-10', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null)
),
began as (
  select demo.*, loaded.ms - made_at as made, loaded.ms - ended_at as ended,
    case
    when hours is not null then hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when weekday is null then begins + loaded.ms / 86400000 * 86400000
    else begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || weekday)
  end as starts,
    case
    when first_hours is not null then first_hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when first_weekday is null then first_begins + loaded.ms / 86400000 * 86400000
    else first_begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || first_weekday)
  end as first_starts
  from demo, (select updated_at as ms from workspaces where id = 1) as loaded
),
timed as (select *, starts + length + after as settled from began)
update bookings set
  external_id = moved_to, starts_at = starts, ends_at = starts + length,
  previous_starts_at = first_starts, moves = 1,
  changed_at = iif(source = 1, (ended / 1000 - 1) * 1000, ended), updated_at = ended
from timed
where bookings.id = timed.id and moved_to is not null;

with demo(id, source, external, lead, name, state, length, hours, weekday, begins, first_begins, first_weekday, first_hours, made_at, ended_at, after, zone, person, host, host_email, joining, reschedule, cancel, answers, worth, by, moved_to) as (values
  (1, 1, 'https://api.calendly.com/scheduled_events/MO-01/invitees/MO-01', 40, 'Discovery call', 'no_show', 1800000, null, null, -2199600000, -2199600000, null, null, 2332800000, null, 900000, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-01', 'https://example.com/calendly/cancellations/MO-01', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null),
  (2, 1, 'https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02', 9, 'Discovery call', 'held', 1800000, null, null, -1692000000, -1774800000, null, null, 2073600000, 1898208000, 1200000, 'Europe/London', 'Hannah Whitfield', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/HW-02', 'https://example.com/calendly/cancellations/HW-02', '{"What would you like to make?":"Pictures for one of our own titles"}', 2400, 't2', 'https://api.calendly.com/scheduled_events/HW-02-2/invitees/HW-02'),
  (3, 1, 'https://api.calendly.com/scheduled_events/IE-03/invitees/IE-03', 19, 'Discovery call', 'held', 1800000, null, null, -1350000000, -1350000000, null, null, 1641600000, null, 2100000, 'Europe/Madrid', 'Íñigo Etxeberria', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/IE-03', 'https://example.com/calendly/cancellations/IE-03', '{"What would you like to make?":"Objects, with six months for it"}', 2400, 't3', null),
  (4, 1, 'https://api.calendly.com/scheduled_events/ES-04/invitees/ES-04', 32, 'Discovery call', 'held', 1800000, null, null, -918000000, -918000000, null, null, 1166400000, null, 1200000, 'Europe/Stockholm', 'Elizabeth Strömberg', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/ES-04', 'https://example.com/calendly/cancellations/ES-04', '{"What would you like to make?":"An exhibition every year"}', 4800, 't2', null),
  (5, 1, 'https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05', 50, 'Discovery call', 'booked', 1800000, null, 4, 43200000, -136800000, null, null, 967680000, 298080000, null, 'Europe/Paris', 'Valentina Rossi', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/VR-05', 'https://example.com/calendly/cancellations/VR-05', '{"What would you like to make?":"Cards of my own for my shop"}', null, 'w1', 'https://api.calendly.com/scheduled_events/VR-05-2/invitees/VR-05'),
  (6, 1, 'https://api.calendly.com/scheduled_events/FM-06/invitees/FM-06', 23, 'Discovery call', 'cancelled', 1800000, null, null, -372600000, -372600000, null, null, 777600000, 604800000, null, 'Europe/Paris', 'François-Xavier Müller', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/FM-06', 'https://example.com/calendly/cancellations/FM-06', '{"What would you like to make?":"Stage sets"}', null, 'w1', null),
  (7, 2, '45107', 54, 'Strategy call', 'booked', 2700000, 0, null, null, null, null, 0, 518400000, null, null, 'America/Puerto_Rico', 'Tomás Calderón', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (8, 1, 'https://api.calendly.com/scheduled_events/OB-08/invitees/OB-08', 46, 'Discovery call', 'moved', 1800000, null, null, 374400000, 374400000, null, null, 259200000, 4320000, null, 'Africa/Lagos', 'Oluwaseun Bakare', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/OB-08', 'https://example.com/calendly/cancellations/OB-08', '{"What would you like to make?":"Posters"}', null, 'w1', null),
  (9, 2, '45122', 28, 'Strategy call', 'booked', 2700000, 86400000, null, null, null, null, 86400000, 164160000, null, null, 'Australia/Melbourne', 'Wei 陈', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (10, 1, 'https://api.calendly.com/scheduled_events/MO-10/invitees/MO-10', 40, 'Discovery call', 'booked', 1800000, null, 5, 50400000, 50400000, 5, null, 125280000, null, null, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-10', 'https://example.com/calendly/cancellations/MO-10', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null)
),
began as (
  select demo.*, loaded.ms - made_at as made, loaded.ms - ended_at as ended,
    case
    when hours is not null then hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when weekday is null then begins + loaded.ms / 86400000 * 86400000
    else begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || weekday)
  end as starts,
    case
    when first_hours is not null then first_hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when first_weekday is null then first_begins + loaded.ms / 86400000 * 86400000
    else first_begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || first_weekday)
  end as first_starts
  from demo, (select updated_at as ms from workspaces where id = 1) as loaded
),
timed as (select *, starts + length + after as settled from began)
update bookings set
  state = timed.state,
  outcome = iif(worth is null, null, 'SALE'), outcome_value = worth,
  cancelled_by = iif(timed.state = 'cancelled', person, null),
  cancel_reason = iif(timed.state = 'cancelled', 'Meeting at work, I''ll book again.', null),
  changed_at = iif(timed.by glob 't*', settled, changed_at),
  settled_at = case
    when settled is null then 0
    when timed.by glob 't*' then settled
    else iif(source = 1, (settled / 1000 - 1) * 1000, settled)
  end,
  changed_by = timed.by, updated_at = ifnull(settled, ended)
from timed
where bookings.id = timed.id and timed.state <> 'booked';

insert into booking_stages (booking_id, move, stage, lost_reason, from_stages, actor)
select id, 'left', null, null, null, 'w1' from bookings where state = 'cancelled';

with demo(id, source, external, lead, name, state, length, hours, weekday, begins, first_begins, first_weekday, first_hours, made_at, ended_at, after, zone, person, host, host_email, joining, reschedule, cancel, answers, worth, by, moved_to) as (values
  (1, 1, 'https://api.calendly.com/scheduled_events/MO-01/invitees/MO-01', 40, 'Discovery call', 'no_show', 1800000, null, null, -2199600000, -2199600000, null, null, 2332800000, null, 900000, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-01', 'https://example.com/calendly/cancellations/MO-01', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null),
  (2, 1, 'https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02', 9, 'Discovery call', 'held', 1800000, null, null, -1692000000, -1774800000, null, null, 2073600000, 1898208000, 1200000, 'Europe/London', 'Hannah Whitfield', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/HW-02', 'https://example.com/calendly/cancellations/HW-02', '{"What would you like to make?":"Pictures for one of our own titles"}', 2400, 't2', 'https://api.calendly.com/scheduled_events/HW-02-2/invitees/HW-02'),
  (3, 1, 'https://api.calendly.com/scheduled_events/IE-03/invitees/IE-03', 19, 'Discovery call', 'held', 1800000, null, null, -1350000000, -1350000000, null, null, 1641600000, null, 2100000, 'Europe/Madrid', 'Íñigo Etxeberria', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/IE-03', 'https://example.com/calendly/cancellations/IE-03', '{"What would you like to make?":"Objects, with six months for it"}', 2400, 't3', null),
  (4, 1, 'https://api.calendly.com/scheduled_events/ES-04/invitees/ES-04', 32, 'Discovery call', 'held', 1800000, null, null, -918000000, -918000000, null, null, 1166400000, null, 1200000, 'Europe/Stockholm', 'Elizabeth Strömberg', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/ES-04', 'https://example.com/calendly/cancellations/ES-04', '{"What would you like to make?":"An exhibition every year"}', 4800, 't2', null),
  (5, 1, 'https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05', 50, 'Discovery call', 'booked', 1800000, null, 4, 43200000, -136800000, null, null, 967680000, 298080000, null, 'Europe/Paris', 'Valentina Rossi', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/VR-05', 'https://example.com/calendly/cancellations/VR-05', '{"What would you like to make?":"Cards of my own for my shop"}', null, 'w1', 'https://api.calendly.com/scheduled_events/VR-05-2/invitees/VR-05'),
  (6, 1, 'https://api.calendly.com/scheduled_events/FM-06/invitees/FM-06', 23, 'Discovery call', 'cancelled', 1800000, null, null, -372600000, -372600000, null, null, 777600000, 604800000, null, 'Europe/Paris', 'François-Xavier Müller', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', 'https://example.com/calendly/reschedulings/FM-06', 'https://example.com/calendly/cancellations/FM-06', '{"What would you like to make?":"Stage sets"}', null, 'w1', null),
  (7, 2, '45107', 54, 'Strategy call', 'booked', 2700000, 0, null, null, null, null, 0, 518400000, null, null, 'America/Puerto_Rico', 'Tomás Calderón', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (8, 1, 'https://api.calendly.com/scheduled_events/OB-08/invitees/OB-08', 46, 'Discovery call', 'moved', 1800000, null, null, 374400000, 374400000, null, null, 259200000, 4320000, null, 'Africa/Lagos', 'Oluwaseun Bakare', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/OB-08', 'https://example.com/calendly/cancellations/OB-08', '{"What would you like to make?":"Posters"}', null, 'w1', null),
  (9, 2, '45122', 28, 'Strategy call', 'booked', 2700000, 86400000, null, null, null, null, 86400000, 164160000, null, null, 'Australia/Melbourne', 'Wei 陈', 'Noah', 'noah@example.com', 'https://example.com/meet/noah', null, null, '{}', null, 'w2', null),
  (10, 1, 'https://api.calendly.com/scheduled_events/MO-10/invitees/MO-10', 40, 'Discovery call', 'booked', 1800000, null, 5, 50400000, 50400000, 5, null, 125280000, null, null, 'Europe/Paris', 'Marie-Thérèse Ouédraogo', 'Camille', 'camille@example.com', 'https://example.com/meet/camille', 'https://example.com/calendly/reschedulings/MO-10', 'https://example.com/calendly/cancellations/MO-10', '{"What would you like to make?":"Something with our two workshops"}', null, 'w1', null)
),
began as (
  select demo.*, loaded.ms - made_at as made, loaded.ms - ended_at as ended,
    case
    when hours is not null then hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when weekday is null then begins + loaded.ms / 86400000 * 86400000
    else begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || weekday)
  end as starts,
    case
    when first_hours is not null then first_hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when first_weekday is null then first_begins + loaded.ms / 86400000 * 86400000
    else first_begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || first_weekday)
  end as first_starts
  from demo, (select updated_at as ms from workspaces where id = 1) as loaded
),
timed as (select *, starts + length + after as settled from began)
insert into booking_refs (workspace_id, source_id, external_id, booking_id, ended, at, booked_at, starts_at)
select 1, source, external, id,
  iif(moved_to is null, iif(state in ('moved', 'cancelled'), state, null), 'moved'),
  ifnull(iif(source = 1, (ended / 1000 - 1) * 1000, ended), 0), iif(source = 1, (made / 1000 - 1) * 1000, made), first_starts
from timed
union all
select 1, source, moved_to, id, null, 0, iif(source = 1, (ended / 1000 - 1) * 1000, ended), starts
from timed where moved_to is not null;

with demo(id, updated_at) as (values
  (23, 560736000),
  (28, 164160000),
  (40, 85536000),
  (46, 259200000),
  (50, 275616000),
  (54, 35424000)
)
update leads set updated_at = loaded.ms - demo.updated_at, changed_by = null
from demo, (select updated_at as ms from workspaces where id = 1) as loaded
where leads.id = demo.id;

with demo(seq, source, at, hours, weekday, begins, length, after, fact, status, lead, booking, dedupe, result, body) as (values
  (1, 1, 2332800000, null, null, -2199600000, 1800000, null, 'booked', 'created', 40, 1, '6b78593af4cdc9490da31e271525d85b', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/MO-01/invitees/MO-01","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Marie-Thérèse Ouédraogo","first_name":null,"last_name":null,"email":"mt.ouedraogo@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Something with our two workshops","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/MO-01","reschedule_url":"https://example.com/calendly/reschedulings/MO-01","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (2, 1, null, null, null, -2199600000, 1800000, 900000, 'no_show', 'updated', 40, 1, '39f68bea6945fe65654a2f442489216a', null, '{"event":"invitee_no_show.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/MO-01/invitees/MO-01","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":{"uri":"https://api.calendly.com/invitee_no_shows/1","created_at":"{told}"},"name":"Marie-Thérèse Ouédraogo","first_name":null,"last_name":null,"email":"mt.ouedraogo@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Something with our two workshops","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/MO-01","reschedule_url":"https://example.com/calendly/reschedulings/MO-01","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (3, 1, 2073600000, null, null, -1774800000, 1800000, null, 'booked', 'created', 9, 2, '5db9d9e9c72835f7741cc2e38671c152', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Hannah Whitfield","first_name":null,"last_name":null,"email":"hannah.whitfield@example.com","text_reminder_number":null,"timezone":"Europe/London","questions_and_answers":[{"question":"What would you like to make?","answer":"Pictures for one of our own titles","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/HW-02","reschedule_url":"https://example.com/calendly/reschedulings/HW-02","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (4, 1, 1898208000, null, null, -1692000000, 1800000, null, 'booked', 'updated', 9, 2, '461d3646c2476a6d0d0a0cdd68210725', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/HW-02-2/invitees/HW-02","old_invitee":"https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02","new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Hannah Whitfield","first_name":null,"last_name":null,"email":"hannah.whitfield@example.com","text_reminder_number":null,"timezone":"Europe/London","questions_and_answers":[{"question":"What would you like to make?","answer":"Pictures for one of our own titles","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/HW-02","reschedule_url":"https://example.com/calendly/reschedulings/HW-02","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (5, 1, 1898208000, null, null, -1774800000, 1800000, null, 'moved', 'unchanged', 9, 2, '96f1f07074806986803a5a9dcd16df3e', null, '{"event":"invitee.canceled","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/HW-02/invitees/HW-02","old_invitee":null,"new_invitee":null,"status":"canceled","rescheduled":true,"no_show":null,"name":"Hannah Whitfield","first_name":null,"last_name":null,"email":"hannah.whitfield@example.com","text_reminder_number":null,"timezone":"Europe/London","questions_and_answers":[{"question":"What would you like to make?","answer":"Pictures for one of our own titles","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/HW-02","reschedule_url":"https://example.com/calendly/reschedulings/HW-02","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]},"cancellation":{"canceled_by":"Hannah Whitfield","reason":"","canceler_type":"invitee"}}}'),
  (6, 1, 1641600000, null, null, -1350000000, 1800000, null, 'booked', 'created', 19, 3, '96b61e9083c3344381c91dcf997522b7', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/IE-03/invitees/IE-03","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Íñigo Etxeberria","first_name":null,"last_name":null,"email":"inigo.etx@example.com","text_reminder_number":null,"timezone":"Europe/Madrid","questions_and_answers":[{"question":"What would you like to make?","answer":"Objects, with six months for it","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/IE-03","reschedule_url":"https://example.com/calendly/reschedulings/IE-03","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/noah"},"event_memberships":[{"user_email":"noah@example.com","user_name":"Noah"}]}}}'),
  (7, 1, 1166400000, null, null, -918000000, 1800000, null, 'booked', 'created', 32, 4, '38602afef2cdde2159d6d4529fcf5c82', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/ES-04/invitees/ES-04","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Elizabeth Strömberg","first_name":null,"last_name":null,"email":"elizabeth.stromberg@example.org","text_reminder_number":null,"timezone":"Europe/Stockholm","questions_and_answers":[{"question":"What would you like to make?","answer":"An exhibition every year","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/ES-04","reschedule_url":"https://example.com/calendly/reschedulings/ES-04","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (8, 1, 967680000, null, null, -136800000, 1800000, null, 'booked', 'created', 50, 5, '5f8999e59fbfd13d558409d75aa3726e', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Valentina Rossi","first_name":null,"last_name":null,"email":"valentina.rossi@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Cards of my own for my shop","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/VR-05","reschedule_url":"https://example.com/calendly/reschedulings/VR-05","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (9, 1, 777600000, null, null, -372600000, 1800000, null, 'booked', 'created', 23, 6, '58dbb03faed200860c7e8675d647d118', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/FM-06/invitees/FM-06","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"François-Xavier Müller","first_name":null,"last_name":null,"email":"fx.muller@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Stage sets","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/FM-06","reschedule_url":"https://example.com/calendly/reschedulings/FM-06","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/noah"},"event_memberships":[{"user_email":"noah@example.com","user_name":"Noah"}]}}}'),
  (10, 1, 604800000, null, null, -372600000, 1800000, null, 'cancelled', 'updated', 23, 6, '1e6560a7493200c013e2822609209f44', null, '{"event":"invitee.canceled","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/FM-06/invitees/FM-06","old_invitee":null,"new_invitee":null,"status":"canceled","rescheduled":false,"no_show":null,"name":"François-Xavier Müller","first_name":null,"last_name":null,"email":"fx.muller@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Stage sets","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/FM-06","reschedule_url":"https://example.com/calendly/reschedulings/FM-06","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/noah"},"event_memberships":[{"user_email":"noah@example.com","user_name":"Noah"}]},"cancellation":{"canceled_by":"François-Xavier Müller","reason":"Meeting at work, I''ll book again.","canceler_type":"invitee"}}}'),
  (1, 2, 518400000, 0, null, null, 2700000, null, 'booked', 'created', 54, 7, null, null, '{"hookType":"New call scheduled","event_type":{"uuid":"12","name":"Strategy call","duration":"45","durationUnit":"MINUTES"},"event":{"uuid":"45107","type":"STRATEGY_CALL","start_time":"{starts}","end_time":"{ends}","utc_start_time":"{starts}","extended_assigned_to":{"1":{"name":"Noah","email":"noah@example.com"}},"location":"https://example.com/meet/noah","canceled":false},"invitee":{"uuid":"945107","name":"Tomás Calderón","email":"tomas.calderon@example.com","phone":"+17875550163","timezone":"America/Puerto_Rico","is_reschedule":false}}'),
  (11, 1, 345600000, null, null, 482400000, 1800000, null, null, 'ignored', null, null, 'e015cd9bd22edf1ab4a943a4e1e67cc8', null, '{"event":"routing_form_submission.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/routing_form_submissions/1"}}'),
  (1, 3, 302400000, 0, null, null, 0, null, 'contact', 'created', 56, null, null, null, '{"name":"Oskar Weiß","email":"oskar.weiss@example.org","phone":"+491713920047","website":""}'),
  (12, 1, 298080000, null, 4, 43200000, 1800000, null, 'booked', 'updated', 50, 5, '7639005c32c4363107292567d4878b48', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/VR-05-2/invitees/VR-05","old_invitee":"https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05","new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Valentina Rossi","first_name":null,"last_name":null,"email":"valentina.rossi@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Cards of my own for my shop","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/VR-05","reschedule_url":"https://example.com/calendly/reschedulings/VR-05","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (13, 1, 298080000, null, null, -136800000, 1800000, null, 'moved', 'unchanged', 50, 5, 'c1ca2c2a9884b1493bd73316b5f8e2fe', null, '{"event":"invitee.canceled","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/VR-05/invitees/VR-05","old_invitee":null,"new_invitee":null,"status":"canceled","rescheduled":true,"no_show":null,"name":"Valentina Rossi","first_name":null,"last_name":null,"email":"valentina.rossi@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Cards of my own for my shop","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/VR-05","reschedule_url":"https://example.com/calendly/reschedulings/VR-05","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]},"cancellation":{"canceled_by":"Valentina Rossi","reason":"","canceler_type":"invitee"}}}'),
  (14, 1, 259200000, null, null, 374400000, 1800000, null, 'booked', 'created', 46, 8, '9d5e54785399fece0179f8d70cab586e', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/OB-08/invitees/OB-08","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Oluwaseun Bakare","first_name":null,"last_name":null,"email":"seun.bakare@example.com","text_reminder_number":null,"timezone":"Africa/Lagos","questions_and_answers":[{"question":"What would you like to make?","answer":"Posters","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/OB-08","reschedule_url":"https://example.com/calendly/reschedulings/OB-08","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (2, 2, 164160000, 86400000, null, null, 2700000, null, 'booked', 'created', 28, 9, null, null, '{"hookType":"New call scheduled","event_type":{"uuid":"12","name":"Strategy call","duration":"45","durationUnit":"MINUTES"},"event":{"uuid":"45122","type":"STRATEGY_CALL","start_time":"{starts}","end_time":"{ends}","utc_start_time":"{starts}","extended_assigned_to":{"1":{"name":"Noah","email":"noah@example.com"}},"location":"https://example.com/meet/noah","canceled":false},"invitee":{"uuid":"945122","name":"Wei 陈","email":"wei.chen@example.com","phone":"+61491570156","timezone":"Australia/Melbourne","is_reschedule":false}}'),
  (15, 1, 125280000, null, 5, 50400000, 1800000, null, 'booked', 'created', 40, 10, '90829d3173924504b65fde81c910360d', null, '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/MO-10/invitees/MO-10","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Marie-Thérèse Ouédraogo","first_name":null,"last_name":null,"email":"mt.ouedraogo@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"What would you like to make?","answer":"Something with our two workshops","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/MO-10","reschedule_url":"https://example.com/calendly/reschedulings/MO-10","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (2, 3, 103680000, 0, null, null, 0, null, 'contact', 'created', 58, null, null, null, '{"email":"hello@example.org","website":""}'),
  (3, 3, 69120000, 0, null, null, 0, null, null, 'spam', null, null, null, null, '{"email":"win@example.org","website":"https://example.org/win"}'),
  (16, 1, 30240000, null, null, 482400000, 1800000, null, 'booked', 'invalid', null, null, 'b7556a1955082ad80aa19932a78a58ec', '{"errors":{"age":["The age field must be an integer."]}}', '{"event":"invitee.created","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/AM-11/invitees/AM-11","old_invitee":null,"new_invitee":null,"status":"active","rescheduled":false,"no_show":null,"name":"Agathe Morvan","first_name":null,"last_name":null,"email":"agathe.morvan@example.com","text_reminder_number":null,"timezone":"Europe/Paris","questions_and_answers":[{"question":"How old are you?","answer":"34 ans","position":0},{"question":"Your mobile number","answer":"06 39 98 03 51","position":1}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/AM-11","reschedule_url":"https://example.com/calendly/reschedulings/AM-11","scheduled_event":{"name":"Portfolio review","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]}}}'),
  (17, 1, 4320000, null, null, 374400000, 1800000, null, 'moved', 'updated', 46, 8, 'd9a1d8fe97e388343c92e3b6d7c4c04a', null, '{"event":"invitee.canceled","created_at":"{told}","created_by":"https://api.calendly.com/users/ATELIER","payload":{"uri":"https://api.calendly.com/scheduled_events/OB-08/invitees/OB-08","old_invitee":null,"new_invitee":null,"status":"canceled","rescheduled":true,"no_show":null,"name":"Oluwaseun Bakare","first_name":null,"last_name":null,"email":"seun.bakare@example.com","text_reminder_number":null,"timezone":"Africa/Lagos","questions_and_answers":[{"question":"What would you like to make?","answer":"Posters","position":0}],"tracking":{"utm_campaign":null,"utm_source":null,"utm_content":null},"cancel_url":"https://example.com/calendly/cancellations/OB-08","reschedule_url":"https://example.com/calendly/reschedulings/OB-08","scheduled_event":{"name":"Discovery call","start_time":"{starts}","end_time":"{ends}","location":{"type":"custom","join_url":"https://example.com/meet/camille"},"event_memberships":[{"user_email":"camille@example.com","user_name":"Camille"}]},"cancellation":{"canceled_by":"Oluwaseun Bakare","reason":"","canceler_type":"invitee"}}}')
),
timed as (
  select demo.*, case
    when hours is not null then hours + (loaded.ms / 1800000 * 1800000 + 7200000) + case
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 < 28800000 then 28800000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      when (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000 > 64800000 then 115200000 - (loaded.ms / 1800000 * 1800000 + 7200000) % 86400000
      else 0
    end
    when weekday is null then begins + loaded.ms / 86400000 * 86400000
    else begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || weekday)
  end as starts, loaded.ms - at as sent
  from demo, (select updated_at as ms from workspaces where id = 1) as loaded
),
dated as (select *, ifnull(sent, starts + length + "after") as came from timed),
written as (
  select *, replace(replace(replace(body,
    '{told}', strftime('%Y-%m-%dT%H:%M:%S.000000Z', (came - 1000) / 1000, 'unixepoch')),
    '{starts}', strftime('%Y-%m-%dT%H:%M:%S.000000Z', starts / 1000, 'unixepoch')),
    '{ends}', strftime('%Y-%m-%dT%H:%M:%S.000000Z', (starts + length) / 1000, 'unixepoch')) as text
  from dated
)
insert into source_deliveries (source_id, seq, workspace_id, received_at, fact, status, lead_id, booking_id, dedupe, result, body, bytes)
select source, seq, 1, came, fact, status, lead, booking, dedupe, result, text, octet_length(text)
from written;

update sources set
  received_at = (select max(received_at) from source_deliveries where source_id = sources.id),
  kept_bytes = (select sum(bytes) from source_deliveries where source_id = sources.id);

insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
select 1, 'lead.event_reported', lead_id, null,
  json_object('name', 'form_submitted', 'data', json_object('source_id', source_id)), 'w3'
from source_deliveries where source_id = 3 and lead_id is not null;

with demo(id, workspace_id, platform, provider, name, is_default, created_at, updated_at) as (values
  (1, 1, 'whatsapp', 'sandbox', 'Atelier Horizon on WhatsApp', 1, 10368000000, 10368000000),
  (2, 1, 'instagram', 'sandbox', '@atelier.horizon', 1, 10368000000, 10368000000)
)
insert into channels (id, workspace_id, platform, provider, name, is_default, created_at, updated_at)
select id, workspace_id, platform, provider, name, is_default, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

insert into channel_owners (id, workspace_id, platform, provider, external_id, version)
select channels.id, channels.workspace_id, platform, provider, external_id, seq
from channels join outbox on kind = 'channel' and row_id = channels.id;

delete from outbox where kind = 'channel';

with demo(workspace_id, channel_id, id, name, language, category, status, quality, components, external_id, status_at, created_at, updated_at) as (values
  (1, 1, 1, 'guide_ready', 'en_US', 'utility', 'approved', 'green', '[{"type":"BODY","text":"Hello {{1}}, your guide to changing career is ready. Shall we send it here?","example":{"body_text":[["Zoë"]]}}]', '710000000001', 9483264000, 9676800000, 9483264000),
  (1, 1, 2, 'guide_ready', 'fr', 'utility', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, votre guide de reconversion est prêt. Voulez-vous le recevoir ici ?","example":{"body_text":[["Zoé"]]}}]', '710000000002', 9483264000, 9676800000, 9483264000),
  (1, 1, 3, 'webinar_invitation', 'en_US', 'marketing', 'approved', 'yellow', '[{"type":"BODY","text":"Hello {{1}}, on Thursday evening we show how a year with us looks. Will you come?","example":{"body_text":[["Zoë"]]}}]', '710000000003', 8890560000, 9072000000, 8890560000),
  (1, 1, 4, 'webinar_replay', 'en_US', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Hello {{1}}, you could not make it on Thursday? Here is the replay.","example":{"body_text":[["Zoë"]]}},{"type":"BUTTONS","buttons":[{"type":"URL","text":"▶","url":"https://example.com/replay?to={{1}}"}]}]', '710000000004', 8467200000, 8640000000, 8467200000),
  (1, 1, 5, 'webinar_replay', 'fr', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, vous n''avez pas pu venir jeudi ? Voici le replay.","example":{"body_text":[["Zoé"]]}},{"type":"BUTTONS","buttons":[{"type":"URL","text":"▶","url":"https://example.com/replay?to={{1}}"}]}]', '710000000005', 8467200000, 8640000000, 8467200000),
  (1, 1, 6, 'after_the_webinar', 'en_US', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Hello {{1}}, what did you think of the workshop? Answer 1 for a call, 2 for the guide.","example":{"body_text":[["Zoë"]]}}]', '710000000006', 8128512000, 8294400000, 8128512000),
  (1, 1, 7, 'after_the_webinar', 'fr', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, qu''avez-vous pensé de l''atelier ? Répondez 1 pour un appel, 2 pour le guide.","example":{"body_text":[["Zoé"]]}}]', '710000000007', 8128512000, 8294400000, 8128512000),
  (1, 1, 8, 'guide_read', 'en_US', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Hello {{1}}, have you found the time to read our guide?","example":{"body_text":[["Zoë"]]}}]', '710000000008', 7620480000, 7776000000, 7620480000),
  (1, 1, 9, 'guide_read', 'fr', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, avez-vous eu le temps de lire notre guide ?","example":{"body_text":[["Zoé"]]}}]', '710000000009', 7620480000, 7776000000, 7620480000),
  (1, 1, 10, 'open_day', 'en_US', 'marketing', 'approved', 'red', '[{"type":"BODY","text":"Hello {{1}}, our doors are open on Saturday. Come and see the studio!","example":{"body_text":[["Zoë"]]}}]', '710000000010', 7112448000, 7257600000, 7112448000),
  (1, 1, 11, 'call_follow_up', 'fr', 'utility', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, merci pour notre échange. Avez-vous d''autres questions ?","example":{"body_text":[["Zoé"]]}}]', '710000000011', 6773760000, 6912000000, 6773760000),
  (1, 1, 12, 'call_confirmed', 'en_US', 'utility', 'approved', 'green', '[{"type":"BODY","text":"Hello {{1}}, our call is confirmed: {{2}}. We look forward to it.","example":{"body_text":[["Zoë","Tuesday 18:00"]]}}]', '710000000012', 6604416000, 6739200000, 6604416000),
  (1, 1, 13, 'call_confirmed', 'fr', 'utility', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, notre appel est confirmé : {{2}}. À bientôt !","example":{"body_text":[["Zoé","mardi 18 h"]]}}]', '710000000013', 6604416000, 6739200000, 6604416000),
  (1, 1, 14, 'call_confirmed', 'it', 'utility', 'approved', null, '[{"type":"BODY","text":"Ciao {{1}}, la nostra chiamata è confermata: {{2}}. A presto!","example":{"body_text":[["Zoe","martedì 18:00"]]}}]', '710000000014', 3386880000, 3456000000, 3386880000),
  (1, 1, 15, 'after_the_call', 'de', 'utility', 'approved', 'green', '[{"type":"BODY","text":"Guten Tag {{1}}, danke für das Gespräch. Haben Sie noch Fragen?","example":{"body_text":[["Jürgen"]]}}]', '710000000015', 5249664000, 5356800000, 5249664000),
  (1, 1, 16, 'financing_news', 'fr', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, il y a du nouveau pour le financement de votre formation.","example":{"body_text":[["Zoé"]]}}]', '710000000016', 5080320000, 5184000000, 5080320000),
  (1, 1, 17, 'news_from_you', 'fr', 'marketing', 'approved', 'green', '[{"type":"BODY","text":"Bonjour {{1}}, comment se passent vos premières semaines ?","example":{"body_text":[["Zoé"]]}}]', '710000000017', 4656960000, 4752000000, 4656960000),
  (1, 1, 18, 'last_chance', 'en_US', 'marketing', 'pending', null, '[{"type":"BODY","text":"{{1}}!!! LAST CHANCE, only today: 70 % off, click before it is gone","example":{"body_text":[["Zoë"]]}}]', '710000000018', 1016064000, 1036800000, 1016064000),
  (1, 1, 19, 'spring_course', 'en_US', 'marketing', 'pending', null, '[{"type":"BODY","text":"Hello {{1}}, the spring course has eight places left. Shall we keep one for you?","example":{"body_text":[["Zoë"]]}},{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"Keep one for me"}]}]', '710000000019', 25401600, 25920000, 25401600)
)
insert into templates (workspace_id, channel_id, id, name, language, category, status, quality, components, external_id, status_at, created_at, updated_at)
select workspace_id, channel_id, id, name, language, category, status, quality, components, external_id, loaded.ms - status_at, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

update templates
set status = 'paused', reason = 'Low quality: too many people have blocked or reported it.', changed_by = 'p', status_at = past.at, updated_at = past.at
from (select updated_at - 777600000 as at from workspaces where id = 1) as past
where channel_id = 1 and name = 'open_day';

update templates
set status = 'rejected', reason = 'INVALID_FORMAT: it must not begin with a parameter.', changed_by = 'p', status_at = past.at, updated_at = past.at
from (select updated_at - 1019520000.0000001 as at from workspaces where id = 1) as past
where channel_id = 1 and name = 'last_chance';

with demo(workspace_id, kind, value, lead_id, unreachable_at, created_at, updated_at) as (values
  (1, 'instagram_id', '99000000000003', 3, null, 8782080000, 8773200000),
  (1, 'wa_id', '46701740618', 2, 7992000000, 7992000000, 7992000000),
  (1, 'wa_id', '33639980117', 3, null, 7367580000, 6399360000),
  (1, 'wa_id', '33639980178', 20, null, 5902860000, 5901720000),
  (1, 'instagram_id', '99000000000008', 8, null, 5743500000, 5726880000),
  (1, 'wa_id', '33639980142', 11, null, 5181600000, 5178960000),
  (1, 'wa_id', '33639980155', 14, null, 5086680000, 5070480000),
  (1, 'wa_id', '491713920012', 6, null, 4048920000, 3523680000),
  (1, 'wa_id', '33639980226', 29, null, 4052160000, 4052160000),
  (1, 'instagram_id', '99000000000007', 7, null, 3533820000, 1951200000),
  (1, 'instagram_id', '99000000000022', 22, null, 3356880000, 1018080000),
  (1, 'instagram_id', '99000000000018', 18, null, 3112620000, 3100320000),
  (1, 'wa_id', '447700900138', 16, null, 2953680000, 2867040000),
  (1, 'wa_id', '15145550118', 25, null, 2883600000, 2874240000),
  (1, 'wa_id', '33639980101', 1, null, 2716140000, 2713680000),
  (1, 'instagram_id', '99000000000030', 30, null, 2577960000, 2564640000),
  (1, 'instagram_id', '99000000000037', 37, null, 2292000000, 2284560000),
  (1, 'wa_id', '447700900114', 9, null, 1899780000, 1633680000),
  (1, 'wa_id', '33639980257', 36, null, 1801740000, 38160000),
  (1, 'wa_id', '33639980189', 19, null, 1434540000, 1337760000),
  (1, 'instagram_id', '99000000000027', 27, null, 1269240000, 1260000000),
  (1, 'wa_id', '46701740612', 32, null, 1088520000, 725760000),
  (1, 'instagram_id', '99000000000005', 5, null, 1071360000, 1063440000),
  (1, 'wa_id', '33639980272', 45, null, 1055280000, 1044000000),
  (1, 'instagram_id', '99000000000046', 46, null, 1042320000, 1035360000),
  (1, 'wa_id', '33639980203', 23, null, 1020120000, 579600000),
  (1, 'wa_id', '447700900187', 44, null, 876480000, 871200000),
  (1, 'instagram_id', '99000000000010', 10, null, 816300000, 810720000),
  (1, 'instagram_id', '99000000000031', 31, null, 707220000, 694800000),
  (1, 'wa_id', '14155550171', 53, null, 612300000, 596400000),
  (1, 'wa_id', '33639980312', 52, null, 470592000, 348192000),
  (1, 'instagram_id', '99000000000012', 12, null, 465060000, 447840000),
  (1, 'wa_id', '33639980241', 33, null, 400680000, 390960000),
  (1, 'instagram_id', '99000000000015', 15, null, 339600000, 326880000),
  (1, 'wa_id', '33639980295', 50, null, 289500000, 283680000),
  (1, 'wa_id', '17875550146', 38, null, 252300000, 249120000),
  (1, 'instagram_id', '99000000000047', 47, null, 222600000, 62640000),
  (1, 'wa_id', '14155550134', 13, null, 182400000, 180000000),
  (1, 'wa_id', '33639980276', 43, null, 168120000, 162720000),
  (1, 'wa_id', '447700900163', 21, null, 135120000, 119520000),
  (1, 'wa_id', '33639980219', 26, null, 130260000, 76320000),
  (1, 'wa_id', '33639980264', 40, null, 117240000, 93600000),
  (1, 'wa_id', '33639980288', 48, null, 53568000, 53568000),
  (1, 'instagram_id', '99000000000057', 57, null, 37260000, 33840000),
  (1, 'wa_id', '17875550163', 54, null, 36288000, 36288000),
  (1, 'wa_id', '33639980329', 55, null, 30780000, 12960000),
  (1, 'wa_id', '33639980343', 59, null, 19680000, 12240000),
  (1, 'wa_id', '491713920047', 56, null, 19008000, 19008000)
)
insert into lead_identities (workspace_id, kind, value, lead_id, unreachable_at, created_at, updated_at)
select workspace_id, kind, value, lead_id, loaded.ms - unreachable_at, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, lead_id, platform, channel_id, created_at, updated_at) as (values
  (1, 1, 3, 'instagram', 2, 8782080000, 8782080000),
  (2, 1, 2, 'whatsapp', 1, 8769600000, 8769600000),
  (3, 1, 3, 'whatsapp', 1, 7374780000, 7374780000),
  (4, 1, 20, 'whatsapp', 1, 5902860000, 5902860000),
  (5, 1, 8, 'instagram', 2, 5743500000, 5743500000),
  (6, 1, 11, 'whatsapp', 1, 5203200000, 5203200000),
  (7, 1, 14, 'whatsapp', 1, 5173080000, 5173080000),
  (8, 1, 6, 'whatsapp', 1, 4056120000, 4056120000),
  (9, 1, 29, 'whatsapp', 1, 4052160000, 4052160000),
  (10, 1, 7, 'instagram', 2, 3533820000, 3533820000),
  (11, 1, 22, 'instagram', 2, 3356880000, 3356880000),
  (12, 1, 18, 'instagram', 2, 3112620000, 3112620000),
  (13, 1, 16, 'whatsapp', 1, 2964480000, 2964480000),
  (14, 1, 25, 'whatsapp', 1, 2887200000, 2887200000),
  (15, 1, 1, 'whatsapp', 1, 2788140000, 2788140000),
  (16, 1, 30, 'instagram', 2, 2577960000, 2577960000),
  (17, 1, 37, 'instagram', 2, 2292000000, 2292000000),
  (18, 1, 9, 'whatsapp', 1, 1899780000, 1899780000),
  (19, 1, 36, 'whatsapp', 1, 1801740000, 1801740000),
  (20, 1, 19, 'whatsapp', 1, 1434540000, 1434540000),
  (21, 1, 27, 'instagram', 2, 1269240000, 1269240000),
  (22, 1, 32, 'whatsapp', 1, 1088520000, 1088520000),
  (23, 1, 5, 'instagram', 2, 1071360000, 1071360000),
  (24, 1, 45, 'whatsapp', 1, 1066080000, 1066080000),
  (25, 1, 46, 'instagram', 2, 1042320000, 1042320000),
  (26, 1, 23, 'whatsapp', 1, 1020120000, 1020120000),
  (27, 1, 44, 'whatsapp', 1, 901680000, 901680000),
  (28, 1, 10, 'instagram', 2, 816300000, 816300000),
  (29, 1, 31, 'instagram', 2, 707220000, 707220000),
  (30, 1, 53, 'whatsapp', 1, 612300000, 612300000),
  (31, 1, 52, 'whatsapp', 1, 470592000, 470592000),
  (32, 1, 12, 'instagram', 2, 465060000, 465060000),
  (33, 1, 33, 'whatsapp', 1, 418680000, 418680000),
  (34, 1, 15, 'instagram', 2, 339600000, 339600000),
  (35, 1, 50, 'whatsapp', 1, 291300000, 291300000),
  (36, 1, 38, 'whatsapp', 1, 252300000, 252300000),
  (37, 1, 47, 'instagram', 2, 222600000, 222600000),
  (38, 1, 13, 'whatsapp', 1, 185100000, 185100000),
  (39, 1, 43, 'whatsapp', 1, 168120000, 168120000),
  (40, 1, 21, 'whatsapp', 1, 135120000, 135120000),
  (41, 1, 26, 'whatsapp', 1, 130260000, 130260000),
  (42, 1, 40, 'whatsapp', 1, 120840000, 120840000),
  (43, 1, 48, 'whatsapp', 1, 53568000, 53568000),
  (44, 1, 57, 'instagram', 2, 37260000, 37260000),
  (45, 1, 54, 'whatsapp', 1, 36288000, 36288000),
  (46, 1, 55, 'whatsapp', 1, 30780000, 30780000),
  (47, 1, 59, 'whatsapp', 1, 30480000, 30480000),
  (48, 1, 56, 'whatsapp', 1, 19008000, 19008000)
)
insert into conversations (id, workspace_id, lead_id, platform, channel_id, created_at, updated_at)
select id, workspace_id, lead_id, platform, channel_id, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at) as (values
  (1, 1, 1, 2, 'inbound', 'text', 'Bonjour ! Je viens de m''abonner. Vous formez aussi à l''illustration jeunesse ?', '{}', 'received', null, null, 'in_1', null, 8782080000, null, null, 0, 8782079000),
  (2, 1, 1, 2, 'outbound', 'text', 'Bonjour Anaïs ! Oui, c''est le cinquième module.', '{}', 'read', null, 'person', 'sandbox_2', null, null, 8780878000, 8780760000, 1, 8780880000),
  (3, 1, 1, 2, 'inbound', 'text', 'Super, c''est mon rêve depuis toujours.', '{}', 'received', null, null, 'in_3', null, 8780640000, null, null, 0, 8780639000),
  (4, 1, 1, 2, 'outbound', 'text', 'Parlons-en ! Préférez-vous continuer sur WhatsApp ?', '{}', 'read', null, 'person', 'sandbox_4', null, null, 8780398000, 8776800000, 1, 8780400000),
  (5, 1, 1, 2, 'inbound', 'text', 'Oui, c''est plus simple pour moi.', '{}', 'received', null, null, 'in_5', null, 8773200000, null, null, 0, 8773199000),
  (6, 1, 1, 2, 'outbound', 'text', 'Parfait, je vous y écris.', '{}', 'read', null, 'person', 'sandbox_6', null, null, 8769598000, 8769000000, 1, 8769600000),
  (7, 1, 2, 1, 'outbound', 'template', null, '{"template":{"name":"guide_ready","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"Søren"}]}]}}', 'delivered', null, null, 'sandbox_7', null, null, 8769598000, null, 1, 8769600000),
  (8, 1, 2, 1, 'outbound', 'template', null, '{"template":{"name":"webinar_invitation","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"Søren"}]}]}}', 'failed', '{"reason":"undeliverable","code":131026,"message":"Message undeliverable","retry_at":null}', null, null, null, null, null, null, 1, 7992000000),
  (9, 1, 3, 1, 'outbound', 'template', null, '{"template":{"name":"call_follow_up","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Anaïs"}]}]}}', 'read', null, null, 'sandbox_9', null, null, 7374778000, 7371180000, 1, 7374780000),
  (10, 1, 3, 1, 'inbound', 'text', 'Bonjour Claire. J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars. Je veux me reconvertir dans l''illustration.', '{}', 'received', null, null, 'in_10', null, 7367580000, null, null, 0, 7367579000),
  (11, 1, 3, 1, 'outbound', 'text', 'Votre dossier de financement a-t-il avancé ?', '{}', 'read', null, 'person', 'sandbox_11', null, null, 7367338000, 7324140000, 1, 7367340000),
  (12, 1, 3, 1, 'inbound', 'text', 'Refusé. Je fais appel.', '{}', 'received', null, null, 'in_12', null, 7280940000, null, null, 0, 7280939000),
  (13, 1, 3, 1, 'outbound', 'text', 'Courage ! Souhaitez-vous un paiement en six fois en attendant ?', '{}', 'read', null, 'person', 'sandbox_13', null, null, 7279138000, 7279020000, 1, 7279140000),
  (14, 1, 3, 1, 'inbound', 'text', 'Même en six fois je ne peux pas, je n''ai pas d''économies.', '{}', 'received', null, null, 'in_14', null, 7278900000, null, null, 0, 7278899000),
  (15, 1, 3, 1, 'outbound', 'text', 'Bonjour Anaïs, des nouvelles de votre appel ?', '{}', 'failed', '{"reason":"window_closed","code":null,"message":"The lead has not written for 24 hours: WhatsApp takes only templates then, Instagram nothing.","retry_at":null}', 'person', null, null, null, null, null, 0, 6501300000),
  (16, 1, 3, 1, 'outbound', 'template', null, '{"template":{"name":"financing_news","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Anaïs"}]}]}}', 'read', null, null, 'sandbox_16', null, null, 6414898000, 6407700000, 1, 6414900000),
  (17, 1, 3, 1, 'inbound', 'text', 'Deuxième refus ce matin. Sans financement, ce sera non, malheureusement.', '{}', 'received', null, null, 'in_17', null, 6400500000, null, null, 0, 6400499000),
  (18, 1, 3, 1, 'outbound', 'text', 'Je suis désolée. Puis-je faire quelque chose ?', '{}', 'read', null, 'person', 'sandbox_18', null, null, 6400258000, 6399810000, 1, 6400260000),
  (19, 1, 3, 1, 'inbound', 'text', 'Prévenez-moi si un jour vous proposez un paiement sur deux ans.', '{}', 'received', null, null, 'in_19', null, 6399360000, null, null, 0, 6399359000),
  (20, 1, 3, 1, 'outbound', 'text', 'C''est promis, Anaïs. Bon courage à vous.', '{}', 'read', null, 'person', 'sandbox_20', null, null, 6384958000, 6384360000, 1, 6384960000),
  (21, 1, 4, 1, 'inbound', 'text', 'Bonjour, vous avez reçu mes pneus ?', '{}', 'received', null, null, 'in_21', null, 5902860000, null, null, 0, 5902859000),
  (22, 1, 4, 1, 'outbound', 'text', 'Bonjour ! Vous êtes à l''Atelier Horizon, une école d''art en ligne. Cherchiez-vous un garage ?', '{}', 'read', null, 'person', 'sandbox_22', null, null, 5901958000, 5901840000, 1, 5901960000),
  (23, 1, 4, 1, 'inbound', 'text', 'Ah mince, oui, l''Atelier du Pneu. Je me suis trompé de numéro, désolé !', '{}', 'received', null, null, 'in_23', null, 5901720000, null, null, 0, 5901719000),
  (24, 1, 4, 1, 'outbound', 'text', 'Pas de souci, bonne route !', '{}', 'read', null, 'person', 'sandbox_24', null, null, 5901118000, 5900520000, 1, 5901120000),
  (25, 1, 5, 2, 'inbound', 'text', 'Olá! Quero aprender a desenhar a sério. Quanto custa o programa?', '{}', 'received', null, null, 'in_25', null, 5743500000, null, null, 0, 5743499000),
  (26, 1, 5, 2, 'outbound', 'text', 'Olá João! São 2.400 €, em três ou seis prestações. O que fazes?', '{}', 'read', null, 'person', 'sandbox_26', null, null, 5741998000, 5741880000, 1, 5742000000),
  (27, 1, 5, 2, 'inbound', 'text', 'Sou estudante, tenho 24 anos, estou no último ano de gestão.', '{}', 'received', null, null, 'in_27', null, 5741760000, null, null, 0, 5741759000),
  (28, 1, 5, 2, 'outbound', 'text', 'E o que gostarias de conseguir desenhar?', '{}', 'read', null, 'person', 'sandbox_28', null, null, 5741518000, 5739720000, 1, 5741520000),
  (29, 1, 5, 2, 'inbound', 'text', 'Pessoas, ruas. Mas é muito caro. É muito dinheiro para mim agora.', '{}', 'received', null, null, 'in_29', null, 5737920000, null, null, 0, 5737919000),
  (30, 1, 5, 2, 'outbound', 'text', 'Seis prestações de 400 € ajudariam?', '{}', 'read', null, 'person', 'sandbox_30', null, null, 5737678000, 5732280000, 1, 5737680000),
  (31, 1, 5, 2, 'inbound', 'text', 'A escola aqui do bairro tem um curso à noite por 800 €, um terço do preço. Vou por aí. Obrigado na mesma!', '{}', 'received', null, null, 'in_31', null, 5726880000, null, null, 0, 5726879000),
  (32, 1, 5, 2, 'outbound', 'text', 'Boa escolha para começar, João. Felicidades!', '{}', 'read', null, 'person', 'sandbox_32', null, null, 5719678000, 5719080000, 1, 5719680000),
  (33, 1, 6, 1, 'outbound', 'template', null, '{"template":{"name":"guide_ready","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Thibault"}]}]}}', 'read', null, null, 'sandbox_33', null, null, 5203198000, 5192400000, 1, 5203200000),
  (34, 1, 6, 1, 'inbound', 'text', 'Merci pour le guide, mais c''était juste par curiosité.', '{}', 'received', null, null, 'in_34', null, 5181600000, null, null, 0, 5181599000),
  (35, 1, 6, 1, 'outbound', 'text', 'Avec plaisir ! Un changement de métier vous tente-t-il ?', '{}', 'read', null, 'person', 'sandbox_35', null, null, 5181358000, 5180160000, 1, 5181360000),
  (36, 1, 6, 1, 'inbound', 'text', 'Non, je suis très bien dans mon travail. Le programme ne m''intéresse pas.', '{}', 'received', null, null, 'in_36', null, 5178960000, null, null, 0, 5178959000),
  (37, 1, 6, 1, 'outbound', 'text', 'C''est bien noté, Thibault. Bonne lecture !', '{}', 'read', null, 'person', 'sandbox_37', null, null, 5175358000, 5174760000, 1, 5175360000),
  (38, 1, 7, 1, 'outbound', 'template', null, '{"template":{"name":"webinar_replay","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Chloé"}]}]}}', 'read', null, null, 'sandbox_38', null, null, 5173078000, 5129880000, 1, 5173080000),
  (39, 1, 7, 1, 'inbound', 'text', 'Bonjour, je ne me souviens pas de m''être inscrite à quoi que ce soit. Ne m''écrivez plus s''il vous plaît.', '{}', 'received', null, null, 'in_39', null, 5086680000, null, null, 0, 5086679000),
  (40, 1, 7, 1, 'outbound', 'text', 'Toutes nos excuses, Chloé. Répondez STOP et nous n''écrirons plus.', '{}', 'read', null, 'person', 'sandbox_40', null, null, 5084878000, 5077680000, 1, 5084880000),
  (41, 1, 7, 1, 'inbound', 'text', 'STOP', '{}', 'received', null, null, 'in_41', null, 5070480000, null, null, 0, 5070479000),
  (42, 1, 7, 1, 'outbound', 'text', 'You are unsubscribed and will get no more messages. Reply START to subscribe again.', '{}', 'delivered', null, null, 'sandbox_42', 1, null, 5070238000, null, 1, 5070240000),
  (43, 1, 7, 1, 'outbound', 'text', 'Bonjour Chloé, le prochain webinaire est jeudi.', '{}', 'failed', '{"reason":"opted_out","code":null,"message":"The lead has unsubscribed.","retry_at":null}', 'person', null, null, null, null, null, 0, 5063040000),
  (44, 1, 8, 1, 'outbound', 'template', null, '{"template":{"name":"after_the_call","language":"de","components":[{"type":"body","parameters":[{"type":"text","text":"Jürgen"}]}]}}', 'read', null, null, 'sandbox_44', null, null, 4056118000, 4052520000, 1, 4056120000),
  (45, 1, 9, 1, 'inbound', 'text', '👋', '{}', 'received', null, null, 'in_45', null, 4052160000, null, null, 0, 4052159000),
  (46, 1, 8, 1, 'inbound', 'text', 'Hallo! Das Gespräch war gut. Schicken Sie mir ruhig Sprachnachrichten, ich tippe nicht gern.', '{}', 'received', null, null, 'in_46', null, 4048920000, null, null, 0, 4048919000),
  (47, 1, 8, 1, 'outbound', 'audio', null, '{"media":{"url":"https://example.com/media/the-object-track.m4a"}}', 'read', null, null, 'sandbox_47', null, null, 4048438000, 4047240000, 1, 4048440000),
  (48, 1, 8, 1, 'inbound', 'text', 'Danke, jetzt ist es klar. Ich bin 52, mir gehört eine Schreinerei mit sechs Leuten, und immer baue ich, was andere zeichnen.', '{}', 'received', null, null, 'in_48', null, 4046040000, null, null, 0, 4046039000),
  (49, 1, 8, 1, 'outbound', 'text', 'Und was möchten Sie am Ende des Programms in der Hand haben?', '{}', 'read', null, 'person', 'sandbox_49', null, null, 4045798000, 4045680000, 1, 4045800000),
  (50, 1, 8, 1, 'inbound', 'text', 'Eine eigene Möbellinie, fünf Stücke. Endlich etwas Eigenes entwerfen.', '{}', 'received', null, null, 'in_50', null, 4045560000, null, null, 0, 4045559000),
  (51, 1, 8, 1, 'outbound', 'text', 'Dann passt der Zweig „Objekt“. Möchten Sie in Raten zahlen?', '{}', 'read', null, 'person', 'sandbox_51', null, null, 4045318000, 4045200000, 1, 4045320000),
  (52, 1, 8, 1, 'inbound', 'text', 'Nein, das bezahle ich auf einmal, aus eigener Tasche.', '{}', 'received', null, null, 'in_52', null, 4045080000, null, null, 0, 4045079000),
  (53, 1, 10, 2, 'inbound', 'text', 'Oi! Uma ex-aluna de vocês me recomendou o programa. Dá para fazer tudo daqui de São Paulo?', '{}', 'received', null, null, 'in_53', null, 3533820000, null, null, 0, 3533819000),
  (54, 1, 10, 2, 'outbound', 'text', 'Oi Bia! Dá sim: as aulas são on-line e ficam gravadas. O que você faz hoje?', '{}', 'read', null, 'person', 'sandbox_54', null, null, 3533458000, 3533340000, 1, 3533460000),
  (55, 1, 10, 2, 'inbound', 'text', 'Tenho 33 anos e sou fotógrafa de casamentos, por conta própria. Quero sair dos casamentos e ir para a direção de arte.', '{}', 'received', null, null, 'in_55', null, 3533220000, null, null, 0, 3533219000),
  (56, 1, 10, 2, 'outbound', 'buttons', 'Vamos falar por telefone? Escolha um horário.', '{"buttons":[{"id":"0","title":"Hoje às 19h"},{"id":"1","title":"Amanhã às 10h"}]}', 'read', null, null, 'sandbox_56', null, null, 3532978000, 3532860000, 1, 3532980000),
  (57, 1, 10, 2, 'inbound', 'button', 'Hoje às 19h', '{"quick_reply":{"payload":"0"}}', 'received', null, null, 'in_57', null, 3532740000, null, null, 0, 3532739000),
  (58, 1, 8, 1, 'inbound', 'audio', null, '{"id":"900000058","mime_type":"audio/ogg"}', 'received', null, null, 'in_58', null, 3526680000, null, null, 0, 3526679000),
  (59, 1, 8, 1, 'outbound', 'text', 'Danke für das zweite Gespräch! Ihre Anmeldung ist angekommen. Im Januar geht es los.', '{}', 'read', null, 'person', 'sandbox_59', null, null, 3525478000, 3524580000, 1, 3525480000),
  (60, 1, 8, 1, 'inbound', 'text', 'Prima, bis Januar.', '{}', 'received', null, null, 'in_60', null, 3523680000, null, null, 0, 3523679000),
  (61, 1, 8, 1, 'outbound', 'text', 'Bis Januar, Jürgen!', '{}', 'delivered', null, 'person', 'sandbox_61', null, null, 3516478000, null, 1, 3516480000),
  (62, 1, 10, 2, 'outbound', 'text', 'Pagamento à vista recebido, Bia. A vaga é sua!', '{}', 'read', null, 'person', 'sandbox_62', null, null, 3507538000, 3507390000, 1, 3507540000),
  (63, 1, 10, 2, 'inbound', 'text', 'Era exatamente o que eu procurava!', '{}', 'received', null, null, 'in_63', null, 3507240000, null, null, 0, 3507239000),
  (64, 1, 11, 2, 'inbound', 'reaction', '😍', '{"emoji":"😍"}', 'received', null, null, 'in_64', null, 3356880000, null, null, 0, 3356879000),
  (65, 1, 11, 2, 'outbound', 'text', 'Merci Camille ! Le carnet de la story vous a plu ?', '{}', 'read', null, 'person', 'sandbox_65', null, null, 3355078000, 3139080000, 1, 3355080000),
  (66, 1, 12, 2, 'inbound', 'text', 'Γεια σας! I love your stories.', '{}', 'received', null, null, 'in_66', null, 3112620000, null, null, 0, 3112619000),
  (67, 1, 12, 2, 'outbound', 'text', 'Γεια σου Αναστασία! Thank you. Do you draw too?', '{}', 'read', null, 'person', 'sandbox_67', null, null, 3111118000, 3105720000, 1, 3111120000),
  (68, 1, 12, 2, 'inbound', 'text', 'Sometimes. I got your guide but have not opened it yet.', '{}', 'received', null, null, 'in_68', null, 3100320000, null, null, 0, 3100319000),
  (69, 1, 12, 2, 'outbound', 'text', 'Begin with page 5, it takes ten minutes.', '{}', 'read', null, 'person', 'sandbox_69', null, null, 3093118000, 3092520000, 1, 3093120000),
  (70, 1, 13, 1, 'outbound', 'template', null, '{"template":{"name":"webinar_replay","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"Zoë"}]}]}}', 'read', null, null, 'sandbox_70', null, null, 2964478000, 2959080000, 1, 2964480000),
  (71, 1, 13, 1, 'inbound', 'text', 'Thanks, watching it tonight!', '{}', 'received', null, null, 'in_71', null, 2953680000, null, null, 0, 2953679000),
  (72, 1, 13, 1, 'outbound', 'text', 'Lovely. Tell us what you think of it.', '{}', 'read', null, 'person', 'sandbox_72', null, null, 2953438000, 2910240000, 1, 2953440000),
  (73, 1, 11, 2, 'inbound', 'text', 'oups désolée, je vois ton message que maintenant 🙈 oui trop beau', '{}', 'received', null, null, 'in_73', null, 2923080000, null, null, 0, 2923079000),
  (74, 1, 11, 2, 'outbound', 'text', 'Pas de souci ! Vous dessinez aussi ?', '{}', 'read', null, 'person', 'sandbox_74', null, null, 2922478000, 2317680000, 1, 2922480000),
  (75, 1, 14, 1, 'outbound', 'template', null, '{"template":{"name":"after_the_webinar","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"Daniel"}]}]}}', 'read', null, null, 'sandbox_75', null, null, 2887198000, 2885400000, 1, 2887200000),
  (76, 1, 14, 1, 'inbound', 'text', 'Hi! Enjoyed it, even the baby kicked 😄 I''m a freelance translator, 37, and I''ve been carrying a comic around for years.', '{}', 'received', null, null, 'in_76', null, 2883600000, null, null, 0, 2883599000),
  (77, 1, 14, 1, 'outbound', 'text', 'Write it, draw it, or both?', '{}', 'read', null, 'person', 'sandbox_77', null, null, 2883358000, 2883240000, 1, 2883360000),
  (78, 1, 14, 1, 'inbound', 'text', 'Both. That''s what I''d want the programme for.', '{}', 'received', null, null, 'in_78', null, 2883120000, null, null, 0, 2883119000),
  (79, 1, 14, 1, 'outbound', 'text', 'The January group would suit that.', '{}', 'read', null, 'person', 'sandbox_79', null, null, 2882878000, 2879280000, 1, 2882880000),
  (80, 1, 14, 1, 'inbound', 'text', 'That''s the trouble: our second child is due in January. Right idea, wrong year.', '{}', 'received', null, null, 'in_80', null, 2875680000, null, null, 0, 2875679000),
  (81, 1, 14, 1, 'outbound', 'text', 'Congratulations! Shall we talk again later?', '{}', 'read', null, 'person', 'sandbox_81', null, null, 2875438000, 2874840000, 1, 2875440000),
  (82, 1, 14, 1, 'inbound', 'text', 'Please do, next autumn. I mean it.', '{}', 'received', null, null, 'in_82', null, 2874240000, null, null, 0, 2874239000),
  (83, 1, 13, 1, 'inbound', 'text', 'Liked the part about habits. I draw on the train now 🚆', '{}', 'received', null, null, 'in_83', null, 2867040000, null, null, 0, 2867039000),
  (84, 1, 13, 1, 'outbound', 'text', 'That is the best studio there is.', '{}', 'read', null, 'person', 'sandbox_84', null, null, 2859838000, 2859240000, 1, 2859840000),
  (85, 1, 14, 1, 'outbound', 'text', 'It is in our calendar. All the best to the four of you!', '{}', 'read', null, 'person', 'sandbox_85', null, null, 2859838000, 2859240000, 1, 2859840000),
  (86, 1, 15, 1, 'outbound', 'template', null, '{"template":{"name":"news_from_you","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Élodie"}]}]}}', 'read', null, null, 'sandbox_86', null, null, 2788138000, 2752140000, 1, 2788140000),
  (87, 1, 15, 1, 'inbound', 'text', 'Bonjour Claire ! Ça y est, l''atelier de céramique est ouvert depuis trois semaines 🎉', '{}', 'received', null, null, 'in_87', null, 2716140000, null, null, 0, 2716139000),
  (88, 1, 15, 1, 'outbound', 'text', 'Bravo Élodie ! Racontez-nous, comment ça se passe ?', '{}', 'read', null, 'person', 'sandbox_88', null, null, 2715898000, 2715780000, 1, 2715900000),
  (89, 1, 15, 1, 'inbound', 'text', 'Quinze ans dans le commerce, et à 41 ans je me lève enfin pour mes propres pots. J''aurais dû commencer dix ans plus tôt.', '{}', 'received', null, null, 'in_89', null, 2715660000, null, null, 0, 2715659000),
  (90, 1, 15, 1, 'inbound', 'image', 'Ma première vitrine', '{"id":"900000090","mime_type":"image/jpeg"}', 'received', null, null, 'in_90', null, 2715420000, null, null, 0, 2715419000),
  (91, 1, 15, 1, 'outbound', 'text', 'Magnifique. Qu''est-ce qui vous a le plus servi, dans le programme ?', '{}', 'read', null, 'person', 'sandbox_91', null, null, 2715178000, 2715000000, 1, 2715180000),
  (92, 1, 15, 1, 'inbound', 'text', 'Le module sur les prix. Je voulais vivre de mon travail, et c''est ce qui se passe. J''en suis fière.', '{}', 'received', null, null, 'in_92', null, 2714820000, null, null, 0, 2714819000),
  (93, 1, 15, 1, 'outbound', 'text', 'Accepteriez-vous d''en parler à notre prochain webinaire ? Vingt minutes, en ligne.', '{}', 'read', null, 'person', 'sandbox_93', null, null, 2714578000, 2714130000, 1, 2714580000),
  (94, 1, 15, 1, 'inbound', 'text', 'Avec plaisir. Demandez-moi conseil quand vous voulez, j''aime ça.', '{}', 'received', null, null, 'in_94', null, 2713680000, null, null, 0, 2713679000),
  (95, 1, 15, 1, 'outbound', 'text', 'Merci Élodie ! Je vous envoie la date dès qu''elle est fixée.', '{}', 'read', null, 'person', 'sandbox_95', null, null, 2695678000, 2695080000, 1, 2695680000),
  (96, 1, 13, 1, 'outbound', 'text', 'How are the drawings from the train?', '{}', 'failed', '{"reason":"window_closed","code":null,"message":"The lead has not written for 24 hours: WhatsApp takes only templates then, Instagram nothing.","retry_at":null}', 'person', null, null, null, null, null, 0, 2600640000),
  (97, 1, 16, 2, 'inbound', 'text', 'Oi, tudo bem? Vi o anúncio da turma nova.', '{}', 'received', null, null, 'in_97', null, 2577960000, null, null, 0, 2577959000),
  (98, 1, 16, 2, 'outbound', 'text', 'Oi Guilherme! Tudo ótimo. O programa te interessa?', '{}', 'read', null, 'person', 'sandbox_98', null, null, 2576158000, 2576040000, 1, 2576160000),
  (99, 1, 16, 2, 'inbound', 'text', 'Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.', '{}', 'received', null, null, 'in_99', null, 2575920000, null, null, 0, 2575919000),
  (100, 1, 16, 2, 'outbound', 'text', 'Sinto muito. Parcelado em seis vezes ajudaria?', '{}', 'read', null, 'person', 'sandbox_100', null, null, 2575678000, 2573880000, 1, 2575680000)
)
insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at)
select id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, loaded.ms - sent_at, loaded.ms - delivered_at, loaded.ms - read_at, attempts, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at) as (values
  (101, 1, 16, 2, 'inbound', 'text', 'Não, nem parcelado. Não tenho financiamento nenhum.', '{}', 'received', null, null, 'in_101', null, 2572080000, null, null, 0, 2572079000),
  (102, 1, 16, 2, 'outbound', 'text', 'Há uma bolsa por turma. Posso te avisar quando abrir?', '{}', 'read', null, 'person', 'sandbox_102', null, null, 2571838000, 2568240000, 1, 2571840000),
  (103, 1, 16, 2, 'inbound', 'text', 'Pode sim, obrigado.', '{}', 'received', null, null, 'in_103', null, 2564640000, null, null, 0, 2564639000),
  (104, 1, 16, 2, 'outbound', 'text', 'Aviso, prometo. Força!', '{}', 'delivered', null, 'person', 'sandbox_104', null, null, 2557438000, null, 1, 2557440000),
  (105, 1, 17, 2, 'inbound', 'text', 'こんにちは。ワークショップの写真、いいですね。', '{}', 'received', null, null, 'in_105', null, 2292000000, null, null, 0, 2291999000),
  (106, 1, 17, 2, 'outbound', 'text', 'Hello Kenji, thank you! Would you like to know more about the programme?', '{}', 'read', null, 'person', 'sandbox_106', null, null, 2284798000, 2284680000, 1, 2284800000),
  (107, 1, 17, 2, 'inbound', 'text', 'Thanks, but I have already enrolled at a school here in Osaka, last month.', '{}', 'received', null, null, 'in_107', null, 2284560000, null, null, 0, 2284559000),
  (108, 1, 17, 2, 'outbound', 'text', 'Congratulations! Enjoy it, and send us a picture one day.', '{}', 'read', null, 'person', 'sandbox_108', null, null, 2280958000, 2280360000, 1, 2280960000),
  (109, 1, 10, 2, 'inbound', 'text', 'Falei de vocês para duas amigas daqui de São Paulo. Elas vão escrever 😉', '{}', 'received', null, null, 'in_109', null, 1952040000, null, null, 0, 1952039000),
  (110, 1, 10, 2, 'outbound', 'text', 'Que alegria, obrigada! Vamos cuidar bem delas.', '{}', 'read', null, 'person', 'sandbox_110', null, null, 1951798000, 1951500000, 1, 1951800000),
  (111, 1, 10, 2, 'inbound', 'reaction', '❤️', '{"emoji":"❤️"}', 'received', null, null, 'in_111', null, 1951200000, null, null, 0, 1951199000),
  (112, 1, 10, 2, 'outbound', 'text', 'Boa aula hoje à noite!', '{}', 'read', null, 'person', 'sandbox_112', null, null, 1943998000, 1943400000, 1, 1944000000),
  (113, 1, 18, 1, 'inbound', 'text', 'Hi, I have to move Thursday''s call. Is Friday possible?', '{}', 'received', null, null, 'in_113', null, 1899780000, null, null, 0, 1899779000),
  (114, 1, 18, 1, 'outbound', 'buttons', 'Of course, Hannah. Which hour suits you?', '{"buttons":[{"id":"0","title":"Friday 10:00"},{"id":"1","title":"Friday 15:00"}]}', 'read', null, null, 'sandbox_114', null, null, 1899178000, 1899060000, 1, 1899180000),
  (115, 1, 18, 1, 'inbound', 'interactive', 'Friday 10:00', '{"type":"button_reply","button_reply":{"id":"0","title":"Friday 10:00"}}', 'received', null, null, 'in_115', null, 1898940000, null, null, 0, 1898939000),
  (116, 1, 19, 1, 'inbound', 'text', 'Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment. Je veux lancer ma marque de vêtements.', '{}', 'received', null, null, 'in_116', null, 1801740000, null, null, 0, 1801739000),
  (117, 1, 19, 1, 'outbound', 'text', 'Bonsoir Aïcha ! Avez-vous déjà des clientes ?', '{}', 'read', null, 'person', 'sandbox_117', null, null, 1801498000, 1801140000, 1, 1801500000),
  (118, 1, 19, 1, 'inbound', 'text', 'Oui, tout mon réseau attend la première collection 😄 Le seul frein, c''est l''argent.', '{}', 'received', null, null, 'in_118', null, 1800780000, null, null, 0, 1800779000),
  (119, 1, 19, 1, 'outbound', 'text', 'Avez-vous demandé un financement public ?', '{}', 'read', null, 'person', 'sandbox_119', null, null, 1800538000, 1800420000, 1, 1800540000),
  (120, 1, 19, 1, 'inbound', 'text', 'Le dossier est déposé, ma conseillère pense que ça passera.', '{}', 'received', null, null, 'in_120', null, 1800300000, null, null, 0, 1800299000),
  (121, 1, 11, 2, 'inbound', 'text', 'pardon pardon… un peu, dans les marges de mes cours', '{}', 'received', null, null, 'in_121', null, 1712880000, null, null, 0, 1712879000),
  (122, 1, 11, 2, 'outbound', 'text', 'Les marges, c''est un bon début. Qu''aimeriez-vous en faire ?', '{}', 'delivered', null, 'person', 'sandbox_122', null, null, 1709278000, null, 1, 1709280000),
  (123, 1, 18, 1, 'inbound', 'text', 'Thank you for the call. As I said, I''m 38 and run a small publishing house for children''s books. I''d love to illustrate one of our own titles.', '{}', 'received', null, null, 'in_123', null, 1639740000, null, null, 0, 1639739000),
  (124, 1, 18, 1, 'outbound', 'text', 'The spring group would suit that: a short programme, six months, eight hours a week, every lesson recorded.', '{}', 'read', null, 'person', 'sandbox_124', null, null, 1639498000, 1638750000, 1, 1639500000),
  (125, 1, 18, 1, 'inbound', 'text', 'If it fits around school runs, I''m in.', '{}', 'received', null, null, 'in_125', null, 1638000000, null, null, 0, 1637999000),
  (126, 1, 18, 1, 'outbound', 'text', 'It does. Lessons are at noon and at eight in the evening, as you like.', '{}', 'read', null, 'person', 'sandbox_126', null, null, 1637758000, 1635960000, 1, 1637760000),
  (127, 1, 18, 1, 'inbound', 'text', 'Sold! Please put me down for the spring group.', '{}', 'received', null, null, 'in_127', null, 1634160000, null, null, 0, 1634159000),
  (128, 1, 18, 1, 'outbound', 'text', 'Done, welcome! How would you like to pay?', '{}', 'read', null, 'person', 'sandbox_128', null, null, 1633918000, 1633800000, 1, 1633920000),
  (129, 1, 18, 1, 'inbound', 'text', 'By transfer, in one go. Please make the invoice out to my company, then I can deduct the fee.', '{}', 'received', null, null, 'in_129', null, 1633680000, null, null, 0, 1633679000),
  (130, 1, 18, 1, 'outbound', 'text', 'It is on its way, made out to the publishing house.', '{}', 'read', null, 'person', 'sandbox_130', null, null, 1615678000, 1615080000, 1, 1615680000),
  (131, 1, 20, 1, 'inbound', 'text', 'Hola, soy Íñigo. Tengo la llamada reservada para mañana, ¿me podéis mandar antes el programa?', '{}', 'received', null, null, 'in_131', null, 1434540000, null, null, 0, 1434539000),
  (132, 1, 20, 1, 'outbound', 'document', 'El programa completo', '{"media":{"url":"https://example.com/media/programme-es.pdf","filename":"programme-es.pdf"}}', 'read', null, null, 'sandbox_132', null, null, 1433638000, 1390440000, 1, 1433640000),
  (133, 1, 20, 1, 'inbound', 'text', 'Gracias por la llamada. Tengo un taller en Bilbao, pero puedo dejárselo a un compañero seis meses.', '{}', 'received', null, null, 'in_133', null, 1347240000, null, null, 0, 1347239000),
  (134, 1, 20, 1, 'outbound', 'text', '¡Qué bien! ¿Empezarías con el grupo de enero?', '{}', 'read', null, 'person', 'sandbox_134', null, null, 1346998000, 1346100000, 1, 1347000000),
  (135, 1, 20, 1, 'inbound', 'text', 'Sí. Ya lo he hablado con él, se queda con el taller hasta julio.', '{}', 'received', null, null, 'in_135', null, 1345200000, null, null, 0, 1345199000),
  (136, 1, 20, 1, 'outbound', 'text', 'Entonces te guardo la plaza. Solo falta el pago.', '{}', 'read', null, 'person', 'sandbox_136', null, null, 1344958000, 1341360000, 1, 1344960000),
  (137, 1, 20, 1, 'inbound', 'text', 'Pagado. ¡Allá vamos!', '{}', 'received', null, null, 'in_137', null, 1337760000, null, null, 0, 1337759000),
  (138, 1, 20, 1, 'outbound', 'text', 'Recibido, Íñigo. ¡Bienvenido!', '{}', 'read', null, 'person', 'sandbox_138', null, null, 1330558000, 1329960000, 1, 1330560000),
  (139, 1, 21, 2, 'inbound', 'text', 'Здравствуйте! Скажите, живые занятия записываются?', '{}', 'received', null, null, 'in_139', null, 1269240000, null, null, 0, 1269239000),
  (140, 1, 21, 2, 'outbound', 'text', 'Hello Anna! Yes, every live session is recorded, and the recordings are yours.', '{}', 'read', null, 'person', 'sandbox_140', null, null, 1265638000, 1264740000, 1, 1265640000),
  (141, 1, 21, 2, 'inbound', 'text', 'Great, English is fine too. I''m in Tbilisi, so your evening is my night.', '{}', 'received', null, null, 'in_141', null, 1263840000, null, null, 0, 1263839000),
  (142, 1, 21, 2, 'outbound', 'text', 'Then the recordings are for you, and the hour on Saturday morning.', '{}', 'read', null, 'person', 'sandbox_142', null, null, 1263598000, 1261800000, 1, 1263600000),
  (143, 1, 21, 2, 'inbound', 'text', 'And can I ask questions on a recording?', '{}', 'received', null, null, 'in_143', null, 1260000000, null, null, 0, 1259999000),
  (144, 1, 21, 2, 'outbound', 'text', 'Under each one, and a teacher answers within a day.', '{}', 'read', null, 'person', 'sandbox_144', null, null, 1252798000, 1252200000, 1, 1252800000),
  (145, 1, 22, 1, 'inbound', 'text', 'Hej! Jag bokade ett samtal för i morgon. Är det ni som ringer mig?', '{}', 'received', null, null, 'in_145', null, 1088520000, null, null, 0, 1088519000),
  (146, 1, 22, 1, 'outbound', 'text', 'Hej Elizabeth! Ja, vi ringer klockan tio. Vad vill du prata om?', '{}', 'read', null, 'person', 'sandbox_146', null, null, 1087918000, 1087800000, 1, 1087920000),
  (147, 1, 22, 1, 'inbound', 'text', 'Jag är 58 och pensionerad apotekare. Äntligen har jag tid! Jag vill ha en riktig hobby, med en utställning om året.', '{}', 'received', null, null, 'in_147', null, 1087680000, null, null, 0, 1087679000),
  (148, 1, 22, 1, 'outbound', 'text', 'Härligt. Målar du redan?', '{}', 'read', null, 'person', 'sandbox_148', null, null, 1087438000, 1087200000, 1, 1087440000),
  (149, 1, 22, 1, 'inbound', 'text', 'Nej, jag är nybörjare. Men tid och pengar finns.', '{}', 'received', null, null, 'in_149', null, 1086960000, null, null, 0, 1086959000),
  (150, 1, 23, 2, 'inbound', 'text', 'Hola, ayer vi el webinar con mi hermana. ¡Nos encantó! 💛', '{}', 'received', null, null, 'in_150', null, 1071360000, null, null, 0, 1071359000),
  (151, 1, 23, 2, 'outbound', 'text', '¡Hola María José! Qué alegría. ¿A qué te dedicas?', '{}', 'read', null, 'person', 'sandbox_151', null, null, 1070158000, 1070040000, 1, 1070160000),
  (152, 1, 23, 2, 'inbound', 'text', 'Tengo 29 años, soy enfermera en un hospital público. Quiero saber si se puede vivir de un trabajo creativo.', '{}', 'received', null, null, 'in_152', null, 1069920000, null, null, 0, 1069919000),
  (153, 1, 23, 2, 'outbound', 'text', 'Es posible, paso a paso. ¿Qué te frena?', '{}', 'read', null, 'person', 'sandbox_153', null, null, 1069678000, 1068480000, 1, 1069680000),
  (154, 1, 23, 2, 'inbound', 'text', 'Trabajo por turnos, nunca sé qué tardes tengo libres. Y ninguna de las dos habla francés: ¿Las clases se pueden seguir en español?', '{}', 'received', null, null, 'in_154', null, 1067280000, null, null, 0, 1067279000),
  (155, 1, 23, 2, 'outbound', 'text', 'Hay subtítulos en español, y todas las clases quedan grabadas.', '{}', 'read', null, 'person', 'sandbox_155', null, null, 1067038000, 1065240000, 1, 1067040000),
  (156, 1, 24, 1, 'outbound', 'template', null, '{"template":{"name":"after_the_webinar","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Cécile"}]}]}}', 'read', null, null, 'sandbox_156', null, null, 1066078000, 1060680000, 1, 1066080000),
  (157, 1, 23, 2, 'inbound', 'text', 'Entonces mi hermana se apuntaría conmigo.', '{}', 'received', null, null, 'in_157', null, 1063440000, null, null, 0, 1063439000),
  (158, 1, 24, 1, 'inbound', 'text', 'Merci pour ce beau webinaire. À 63 ans, ça m''a changé les idées, c''est tout ce que je cherchais.', '{}', 'received', null, null, 'in_158', null, 1055280000, null, null, 0, 1055279000),
  (159, 1, 24, 1, 'outbound', 'text', 'Quel plaisir de vous lire ! Voudriez-vous aller plus loin ?', '{}', 'read', null, 'person', 'sandbox_159', null, null, 1055038000, 1053240000, 1, 1055040000),
  (160, 1, 24, 1, 'inbound', 'text', 'Ce ne sera pas possible : je m''occupe de ma mère à plein temps, je n''ai pas une heure à moi. C''est une raison de famille, rien d''autre.', '{}', 'received', null, null, 'in_160', null, 1051440000, null, null, 0, 1051439000),
  (161, 1, 24, 1, 'outbound', 'text', 'Je comprends. Les replays restent ouverts, à votre rythme.', '{}', 'read', null, 'person', 'sandbox_161', null, null, 1051198000, 1047600000, 1, 1051200000),
  (162, 1, 23, 2, 'outbound', 'text', '¡Sería precioso! Os mando el programa para las dos.', '{}', 'read', null, 'person', 'sandbox_162', null, null, 1045438000, 1044840000, 1, 1045440000),
  (163, 1, 24, 1, 'inbound', 'text', 'Merci de votre gentillesse. Bonne continuation à vous.', '{}', 'received', null, null, 'in_163', null, 1044000000, null, null, 0, 1043999000),
  (164, 1, 25, 2, 'inbound', 'text', 'Hello from Lagos! I''m 26, I work in a bank and design posters at night. The webinar was fire 🔥', '{}', 'received', null, null, 'in_164', null, 1042320000, null, null, 0, 1042319000),
  (165, 1, 25, 2, 'outbound', 'text', 'Hello Seun! Thank you. What would you like the posters to become?', '{}', 'read', null, 'person', 'sandbox_165', null, null, 1041778000, 1041660000, 1, 1041780000),
  (166, 1, 25, 2, 'inbound', 'text', 'A job. I want to be paid for design within a year.', '{}', 'received', null, null, 'in_166', null, 1041540000, null, null, 0, 1041539000),
  (167, 1, 25, 2, 'outbound', 'text', 'That is realistic with a portfolio. Have you seen the fee?', '{}', 'read', null, 'person', 'sandbox_167', null, null, 1041298000, 1040250000, 1, 1041300000),
  (168, 1, 25, 2, 'inbound', 'text', 'Yes, and with our currency it is five months of salary. Is there a scholarship for people outside Europe?', '{}', 'received', null, null, 'in_168', null, 1039200000, null, null, 0, 1039199000),
  (169, 1, 25, 2, 'outbound', 'text', 'There is one in each group, for half of the fee: one page and three images.', '{}', 'read', null, 'person', 'sandbox_169', null, null, 1038958000, 1037160000, 1, 1038960000),
  (170, 1, 24, 1, 'outbound', 'text', 'À vous aussi, Cécile. Prenez soin de vous.', '{}', 'read', null, 'person', 'sandbox_170', null, null, 1036798000, 1036200000, 1, 1036800000),
  (171, 1, 25, 2, 'inbound', 'text', 'Then I''ll send mine this week.', '{}', 'received', null, null, 'in_171', null, 1035360000, null, null, 0, 1035359000),
  (172, 1, 25, 2, 'outbound', 'text', 'Looking forward to it.', '{}', 'read', null, 'person', 'sandbox_172', null, null, 1028158000, 1027560000, 1, 1028160000),
  (173, 1, 26, 1, 'inbound', 'text', 'Bonjour, j''ai revu le replay deux fois. Je suis dessinateur industriel, 34 ans, et je veux passer à la scénographie.', '{}', 'received', null, null, 'in_173', null, 1020120000, null, null, 0, 1020119000),
  (174, 1, 26, 1, 'outbound', 'text', 'Bonjour François-Xavier ! Belle idée. Comment financeriez-vous le programme ?', '{}', 'read', null, 'person', 'sandbox_174', null, null, 1019218000, 1017420000, 1, 1019220000),
  (175, 1, 11, 2, 'inbound', 'reaction', '🔥', '{"emoji":"🔥"}', 'received', null, null, 'in_175', null, 1018080000, null, null, 0, 1018079000),
  (176, 1, 26, 1, 'inbound', 'text', 'Par un congé de formation, qui paierait tout. Il faut que mon employeur signe.', '{}', 'received', null, null, 'in_176', null, 1015620000, null, null, 0, 1015619000),
  (177, 1, 26, 1, 'outbound', 'text', 'A-t-il déjà donné son accord de principe ?', '{}', 'read', null, 'person', 'sandbox_177', null, null, 1015378000, 1014330000, 1, 1015380000),
  (178, 1, 26, 1, 'inbound', 'text', 'Oui, à l''oral. Le dossier est sur son bureau depuis lundi.', '{}', 'received', null, null, 'in_178', null, 1013280000, null, null, 0, 1013279000),
  (179, 1, 26, 1, 'outbound', 'text', 'Souhaitez-vous une attestation de notre part ?', '{}', 'read', null, 'person', 'sandbox_179', null, null, 1013038000, 1012920000, 1, 1013040000),
  (180, 1, 26, 1, 'inbound', 'text', 'Volontiers, ça peut l''aider à se décider.', '{}', 'received', null, null, 'in_180', null, 1012800000, null, null, 0, 1012799000),
  (181, 1, 26, 1, 'outbound', 'document', 'Voici l''attestation, avec les dates et le nombre d''heures.', '{"media":{"url":"https://example.com/media/attestation.pdf","filename":"attestation.pdf"}}', 'read', null, null, 'sandbox_181', null, null, 1011598000, 795600000, 1, 1011600000),
  (182, 1, 11, 2, 'outbound', 'text', '😊', '{}', 'sent', null, 'person', 'sandbox_182', null, null, null, null, 1, 1010880000),
  (183, 1, 22, 1, 'inbound', 'text', 'Tack för samtalet. Jag tar båda inriktningarna, illustration och föremål.', '{}', 'received', null, null, 'in_183', null, 914160000, null, null, 0, 914159000),
  (184, 1, 22, 1, 'outbound', 'text', 'Båda är bokade. Välkommen!', '{}', 'read', null, 'person', 'sandbox_184', null, null, 912958000, 911160000, 1, 912960000),
  (185, 1, 22, 1, 'inbound', 'text', 'Vad ska jag läsa innan vi börjar? Skicka gärna en lista.', '{}', 'received', null, null, 'in_185', null, 909360000, null, null, 0, 909359000),
  (186, 1, 27, 1, 'outbound', 'template', null, '{"template":{"name":"guide_read","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"رامي"}]}]}}', 'read', null, null, 'sandbox_186', null, null, 901678000, 889080000, 1, 901680000),
  (187, 1, 22, 1, 'outbound', 'document', 'Fem böcker, den första är tunn.', '{"media":{"url":"https://example.com/media/reading-list.pdf","filename":"reading-list.pdf"}}', 'read', null, null, 'sandbox_187', null, null, 898558000, 812160000, 1, 898560000),
  (188, 1, 27, 1, 'inbound', 'text', 'Thanks, read it on the way to work. Page 12 is me exactly 😅', '{}', 'received', null, null, 'in_188', null, 876480000, null, null, 0, 876479000),
  (189, 1, 27, 1, 'outbound', 'text', 'The one about starting again each January?', '{}', 'read', null, 'person', 'sandbox_189', null, null, 876238000, 875640000, 1, 876240000),
  (190, 1, 27, 1, 'inbound', 'text', 'Yes! How do people keep going after week three?', '{}', 'received', null, null, 'in_190', null, 875040000, null, null, 0, 875039000),
  (191, 1, 27, 1, 'outbound', 'text', 'They show their work to somebody every Friday. That is what the groups are for.', '{}', 'read', null, 'person', 'sandbox_191', null, null, 874798000, 873000000, 1, 874800000),
  (192, 1, 27, 1, 'inbound', 'text', 'Makes sense.', '{}', 'received', null, null, 'in_192', null, 871200000, null, null, 0, 871199000),
  (193, 1, 27, 1, 'outbound', 'text', 'You can sit in on one. Shall I tell you when?', '{}', 'read', null, 'person', 'sandbox_193', null, null, 863998000, 863400000, 1, 864000000),
  (194, 1, 28, 2, 'inbound', 'text', 'السلام عليكم، هل توجد دروس مكتوبة بالعربية؟', '{}', 'received', null, null, 'in_194', null, 816300000, null, null, 0, 816299000),
  (195, 1, 28, 2, 'outbound', 'text', 'Bonjour Leïla, et merci pour votre message. Puis-je vous répondre en français ?', '{}', 'read', null, 'person', 'sandbox_195', null, null, 812698000, 812580000, 1, 812700000),
  (196, 1, 28, 2, 'inbound', 'text', 'Oui bien sûr. Je cherche des supports en arabe, le dessin je le comprends dans toutes les langues 😊', '{}', 'received', null, null, 'in_196', null, 812460000, null, null, 0, 812459000),
  (197, 1, 28, 2, 'outbound', 'text', 'Les deux premiers modules sont traduits, les autres le seront cette année.', '{}', 'read', null, 'person', 'sandbox_197', null, null, 812218000, 811470000, 1, 812220000),
  (198, 1, 28, 2, 'inbound', 'text', 'D''accord. Y a-t-il des séances le soir ? Je travaille jusqu''à 18 h.', '{}', 'received', null, null, 'in_198', null, 810720000, null, null, 0, 810719000),
  (199, 1, 28, 2, 'outbound', 'text', 'Oui, le mardi et le jeudi à 20 h, et tout est enregistré.', '{}', 'read', null, 'person', 'sandbox_199', null, null, 803518000, 802920000, 1, 803520000),
  (200, 1, 22, 1, 'inbound', 'text', 'GUIDE', '{}', 'received', null, null, 'in_200', null, 725760000, null, null, 0, 725759000)
)
insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at)
select id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, loaded.ms - sent_at, loaded.ms - delivered_at, loaded.ms - read_at, attempts, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at) as (values
  (201, 1, 29, 2, 'inbound', 'text', 'Hello from Beirut! I downloaded your guide 🌙', '{}', 'received', null, null, 'in_201', null, 707220000, null, null, 0, 707219000),
  (202, 1, 29, 2, 'outbound', 'text', 'Hello Nour! Did it help?', '{}', 'read', null, 'person', 'sandbox_202', null, null, 706318000, 706200000, 1, 706320000),
  (203, 1, 29, 2, 'inbound', 'text', 'A lot. I shared it with my whole class, I hope that''s allowed.', '{}', 'received', null, null, 'in_203', null, 706080000, null, null, 0, 706079000),
  (204, 1, 29, 2, 'outbound', 'text', 'It is, and thank you! What do you study?', '{}', 'read', null, 'person', 'sandbox_204', null, null, 705838000, 702240000, 1, 705840000),
  (205, 1, 29, 2, 'inbound', 'text', 'Illustration, second year. In the guide you say to price by the day. Nobody here does that.', '{}', 'received', null, null, 'in_205', null, 698640000, null, null, 0, 698639000),
  (206, 1, 29, 2, 'outbound', 'text', 'Try it on one order, and tell us what happened.', '{}', 'read', null, 'person', 'sandbox_206', null, null, 698398000, 696600000, 1, 698400000),
  (207, 1, 29, 2, 'inbound', 'text', 'I will 💪', '{}', 'received', null, null, 'in_207', null, 694800000, null, null, 0, 694799000),
  (208, 1, 29, 2, 'outbound', 'text', 'We are curious!', '{}', 'read', null, 'person', 'sandbox_208', null, null, 691198000, 690600000, 1, 691200000),
  (209, 1, 30, 1, 'inbound', 'text', 'Who is this? Your number is on a flyer in my café.', '{}', 'received', null, null, 'in_209', null, 612300000, null, null, 0, 612299000),
  (210, 1, 30, 1, 'outbound', 'text', 'Hello! We are Atelier Horizon, an online school of art. Would you like our guide?', '{}', 'read', null, 'person', 'sandbox_210', null, null, 610798000, 603600000, 1, 610800000),
  (211, 1, 30, 1, 'inbound', 'text', 'Stop.', '{}', 'received', null, null, 'in_211', null, 596400000, null, null, 0, 596399000),
  (212, 1, 30, 1, 'outbound', 'text', 'You are unsubscribed and will get no more messages. Reply START to subscribe again.', '{}', 'delivered', null, null, 'sandbox_212', 3, null, 596158000, null, 1, 596160000),
  (213, 1, 26, 1, 'inbound', 'text', 'Merci. J''attends juste la signature de mon chef 🤞', '{}', 'received', null, null, 'in_213', null, 579600000, null, null, 0, 579599000),
  (214, 1, 26, 1, 'outbound', 'text', 'On croise les doigts avec vous !', '{}', 'read', null, 'person', 'sandbox_214', null, null, 561598000, 561000000, 1, 561600000),
  (215, 1, 27, 1, 'outbound', 'template', null, '{"template":{"name":"open_day","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"رامي"}]}]}}', 'failed', '{"reason":"marketing_cap","code":131049,"message":"This message was not delivered to maintain healthy ecosystem engagement.","retry_at":null}', null, null, null, null, null, null, 1, 518400000),
  (216, 1, 31, 1, 'inbound', 'text', 'Le guide, s''il vous plaît', '{}', 'received', null, null, 'in_216', null, 470592000, null, null, 0, 470591000),
  (217, 1, 32, 2, 'inbound', 'text', 'はじめまして。グラフィックデザイナーです。どちらのコースが私に合いますか？', '{}', 'received', null, null, 'in_217', null, 465060000, null, null, 0, 465059000),
  (218, 1, 32, 2, 'outbound', 'text', 'Hello Misaki, thank you for writing! May I answer in English? What would you like to do after the programme?', '{}', 'read', null, 'person', 'sandbox_218', null, null, 462658000, 459060000, 1, 462660000),
  (219, 1, 32, 2, 'inbound', 'text', 'Of course. I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.', '{}', 'received', null, null, 'in_219', null, 455460000, null, null, 0, 455459000),
  (220, 1, 32, 2, 'outbound', 'text', 'Illustration has more portfolio days, Object goes deeper into one project. What holds you back?', '{}', 'read', null, 'person', 'sandbox_220', null, null, 455218000, 454470000, 1, 455220000),
  (221, 1, 32, 2, 'inbound', 'text', 'I can''t choose between the two tracks. And your evening lessons are at 4 a.m. for me.', '{}', 'received', null, null, 'in_221', null, 453720000, null, null, 0, 453719000),
  (222, 1, 32, 2, 'outbound', 'text', 'All lessons are recorded, and there is a live hour for Asia on Saturdays.', '{}', 'read', null, 'person', 'sandbox_222', null, null, 453478000, 451680000, 1, 453480000),
  (223, 1, 32, 2, 'inbound', 'image', 'Two pages of my portfolio', '{"attachments":[{"type":"image","payload":{"url":"https://example.com/media/223.jpg"}}]}', 'received', null, null, 'in_223', null, 449880000, null, null, 0, 449879000),
  (224, 1, 32, 2, 'outbound', 'text', 'Strong work! Would a portfolio review help you choose?', '{}', 'read', null, 'person', 'sandbox_224', null, null, 448078000, 447960000, 1, 448080000),
  (225, 1, 32, 2, 'inbound', 'text', 'Yes please. I will decide after the review.', '{}', 'received', null, null, 'in_225', null, 447840000, null, null, 0, 447839000),
  (226, 1, 32, 2, 'outbound', 'text', 'Then it is on Tuesday, 18:00 in Kyoto.', '{}', 'read', null, 'person', 'sandbox_226', null, null, 440638000, 440040000, 1, 440640000),
  (227, 1, 33, 1, 'outbound', 'template', null, '{"template":{"name":"guide_read","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Amélie"}]}]}}', 'read', null, null, 'sandbox_227', null, null, 418678000, 409680000, 1, 418680000),
  (228, 1, 33, 1, 'inbound', 'text', 'Bonjour, oui je l''ai lu, et j''étais au webinaire. Très clair, merci.', '{}', 'received', null, null, 'in_228', null, 400680000, null, null, 0, 400679000),
  (229, 1, 33, 1, 'outbound', 'text', 'Avec plaisir ! Vous reste-t-il une question ?', '{}', 'read', null, 'person', 'sandbox_229', null, null, 400438000, 400080000, 1, 400440000),
  (230, 1, 33, 1, 'inbound', 'text', 'Oui : illustration ou objet ? Je fais un peu des deux, j''aimerais comparer.', '{}', 'received', null, null, 'in_230', null, 399720000, null, null, 0, 399719000),
  (231, 1, 33, 1, 'outbound', 'text', 'Illustration : six projets courts. Objet : un seul, de l''idée au prototype.', '{}', 'read', null, 'person', 'sandbox_231', null, null, 399478000, 398940000, 1, 399480000),
  (232, 1, 33, 1, 'inbound', 'text', 'Et on peut changer en cours de route ?', '{}', 'received', null, null, 'in_232', null, 398400000, null, null, 0, 398399000),
  (233, 1, 33, 1, 'outbound', 'text', 'Oui, jusqu''à la quatrième semaine.', '{}', 'read', null, 'person', 'sandbox_233', null, null, 398158000, 394560000, 1, 398160000),
  (234, 1, 33, 1, 'inbound', 'text', 'Ça me rassure. Je relis les deux programmes ce week-end.', '{}', 'received', null, null, 'in_234', null, 390960000, null, null, 0, 390959000),
  (235, 1, 33, 1, 'outbound', 'text', 'Prenez votre temps, je suis là si besoin.', '{}', 'read', null, 'person', 'sandbox_235', null, null, 380158000, 379560000, 1, 380160000),
  (236, 1, 31, 1, 'inbound', 'text', 'Guide', '{}', 'received', null, null, 'in_236', null, 348192000, null, null, 0, 348191000),
  (237, 1, 34, 2, 'inbound', 'text', 'Hi! I saw your ad. I''m finishing my degree in textile design, I''m 23, and I want to sell my prints to European brands.', '{}', 'received', null, null, 'in_237', null, 339600000, null, null, 0, 339599000),
  (238, 1, 34, 2, 'outbound', 'text', 'Hello Priya! That is a clear goal. May we see some of your prints?', '{}', 'read', null, 'person', 'sandbox_238', null, null, 338878000, 338760000, 1, 338880000),
  (239, 1, 34, 2, 'inbound', 'image', 'Block prints from last month', '{"attachments":[{"type":"image","payload":{"url":"https://example.com/media/239.jpg"}}]}', 'received', null, null, 'in_239', null, 338640000, null, null, 0, 338639000),
  (240, 1, 34, 2, 'outbound', 'text', 'These are strong. The Illustration track would get you to a collection in six months.', '{}', 'read', null, 'person', 'sandbox_240', null, null, 338398000, 336600000, 1, 338400000),
  (241, 1, 34, 2, 'inbound', 'text', 'I love it, but I can''t pay in one go. क्या किस्तों में भुगतान हो सकता है?', '{}', 'received', null, null, 'in_241', null, 334800000, null, null, 0, 334799000),
  (242, 1, 34, 2, 'outbound', 'text', 'Yes: in three parts, or in six.', '{}', 'read', null, 'person', 'sandbox_242', null, null, 334558000, 334440000, 1, 334560000),
  (243, 1, 34, 2, 'inbound', 'text', 'Six would work for me. And is there a certificate? My college asks for one.', '{}', 'received', null, null, 'in_243', null, 334320000, null, null, 0, 334319000),
  (244, 1, 34, 2, 'outbound', 'text', 'There is, with your marks and the hours.', '{}', 'read', null, 'person', 'sandbox_244', null, null, 334078000, 330480000, 1, 334080000),
  (245, 1, 34, 2, 'inbound', 'text', 'Perfect, then I''m almost decided.', '{}', 'received', null, null, 'in_245', null, 326880000, null, null, 0, 326879000),
  (246, 1, 34, 2, 'outbound', 'text', 'Shall we talk it through on the phone this week?', '{}', 'read', null, 'person', 'sandbox_246', null, null, 319678000, 319080000, 1, 319680000),
  (247, 1, 35, 1, 'outbound', 'template', null, '{"template":{"name":"call_confirmed","language":"it","components":[{"type":"body","parameters":[{"type":"text","text":"Valentina"},{"type":"text","text":"giovedì 13:00"}]}]}}', 'read', null, null, 'sandbox_247', null, null, 291298000, 290400000, 1, 291300000),
  (248, 1, 35, 1, 'inbound', 'text', 'Grazie. Ho 35 anni, ho una cartoleria a Nizza e vorrei vendere i miei disegni, non solo quelli degli altri.', '{}', 'received', null, null, 'in_248', null, 289500000, null, null, 0, 289499000),
  (249, 1, 35, 1, 'outbound', 'text', 'Buongiorno Valentina! Che cosa vuole sapere prima della chiamata?', '{}', 'read', null, 'person', 'sandbox_249', null, null, 289258000, 288810000, 1, 289260000),
  (250, 1, 35, 1, 'inbound', 'text', 'A Milano costa uguale, perché voi?', '{}', 'received', null, null, 'in_250', null, 288360000, null, null, 0, 288359000),
  (251, 1, 35, 1, 'outbound', 'text', 'Il nostro gruppo più vicino è proprio nella sua città, una sera a settimana.', '{}', 'read', null, 'person', 'sandbox_251', null, null, 288118000, 286320000, 1, 288120000),
  (252, 1, 35, 1, 'inbound', 'text', 'Questo cambia qualcosa. Non devo chiudere il negozio.', '{}', 'received', null, null, 'in_252', null, 284520000, null, null, 0, 284519000),
  (253, 1, 35, 1, 'outbound', 'text', 'Esatto. E il primo modulo è sulla vendita.', '{}', 'read', null, 'person', 'sandbox_253', null, null, 284278000, 283980000, 1, 284280000),
  (254, 1, 35, 1, 'inbound', 'text', 'Bene, ne parliamo giovedì.', '{}', 'received', null, null, 'in_254', null, 283680000, null, null, 0, 283679000),
  (255, 1, 35, 1, 'outbound', 'text', 'A giovedì!', '{}', 'delivered', null, 'person', 'sandbox_255', null, null, 276478000, null, 1, 276480000),
  (256, 1, 36, 1, 'inbound', 'text', 'Hola, descargué la guía. ¿El programa es solo para profesionales?', '{}', 'received', null, null, 'in_256', null, 252300000, null, null, 0, 252299000),
  (257, 1, 36, 1, 'outbound', 'text', '¡Hola Sofía! No, la mitad de cada grupo empieza de cero.', '{}', 'read', null, 'person', 'sandbox_257', null, null, 251398000, 251280000, 1, 251400000),
  (258, 1, 36, 1, 'inbound', 'text', 'Menos mal. ¿Cuánto cuesta?', '{}', 'received', null, null, 'in_258', null, 251160000, null, null, 0, 251159000),
  (259, 1, 36, 1, 'outbound', 'text', '2.400 €, en tres o en seis plazos si lo prefieres.', '{}', 'read', null, 'person', 'sandbox_259', null, null, 250918000, 250020000, 1, 250920000),
  (260, 1, 36, 1, 'inbound', 'text', 'Ok, lo voy a pensar.', '{}', 'received', null, null, 'in_260', null, 249120000, null, null, 0, 249119000),
  (261, 1, 36, 1, 'outbound', 'text', 'Claro que sí. Aquí estoy.', '{}', 'read', null, 'person', 'sandbox_261', null, null, 241918000, 241320000, 1, 241920000),
  (262, 1, 37, 2, 'inbound', 'image', '오늘의 스케치', '{"attachments":[{"type":"image","payload":{"url":"https://example.com/media/262.jpg"}}]}', 'received', null, null, 'in_262', null, 222600000, null, null, 0, 222599000),
  (263, 1, 37, 2, 'outbound', 'text', 'The hands are lovely, Jiwoo!', '{}', 'read', null, 'person', 'sandbox_263', null, null, 220198000, 180600000, 1, 220200000),
  (264, 1, 38, 1, 'outbound', 'template', null, '{"template":{"name":"call_confirmed","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"Marcus"},{"type":"text","text":"Wednesday 9:00"}]}]}}', 'read', null, null, 'sandbox_264', null, null, 185098000, 183750000, 1, 185100000),
  (265, 1, 38, 1, 'inbound', 'text', 'Hey, thanks. I''m a software engineer, 45, and I went to a four-day week last year. I want to use the free day to make something by hand.', '{}', 'received', null, null, 'in_265', null, 182400000, null, null, 0, 182399000),
  (266, 1, 38, 1, 'outbound', 'text', 'Good plan! What would you like to know on the call?', '{}', 'read', null, 'person', 'sandbox_266', null, null, 182158000, 182040000, 1, 182160000),
  (267, 1, 38, 1, 'inbound', 'text', 'Give me the honest number of hours. Your site says six a week, a friend of mine says ten.', '{}', 'received', null, null, 'in_267', null, 181920000, null, null, 0, 181919000),
  (268, 1, 38, 1, 'outbound', 'text', 'Eight, if you do the exercises. Some weeks six, the last month ten.', '{}', 'read', null, 'person', 'sandbox_268', null, null, 181678000, 181080000, 1, 181680000),
  (269, 1, 38, 1, 'inbound', 'text', 'OK, that I can plan with. I''ve never held a chisel, is that a problem?', '{}', 'received', null, null, 'in_269', null, 180480000, null, null, 0, 180479000),
  (270, 1, 38, 1, 'outbound', 'text', 'Not at all: half of each group are beginners.', '{}', 'read', null, 'person', 'sandbox_270', null, null, 180238000, 180120000, 1, 180240000),
  (271, 1, 38, 1, 'inbound', 'text', 'Good. A booked call is a promise to myself, so I''ll be there on Wednesday.', '{}', 'received', null, null, 'in_271', null, 180000000, null, null, 0, 179999000),
  (272, 1, 38, 1, 'outbound', 'text', 'See you on Wednesday, Marcus.', '{}', 'read', null, 'person', 'sandbox_272', null, null, 172798000, 172200000, 1, 172800000),
  (273, 1, 39, 1, 'inbound', 'text', 'Bonjour, Lucas, de Menton. J''écris en français, c''est plus simple ici 😊 J''ai vu le webinaire sur l''objet.', '{}', 'received', null, null, 'in_273', null, 168120000, null, null, 0, 168119000),
  (274, 1, 39, 1, 'outbound', 'text', 'Bonjour Lucas ! Qu''en avez-vous pensé ?', '{}', 'read', null, 'person', 'sandbox_274', null, null, 167398000, 167280000, 1, 167400000),
  (275, 1, 39, 1, 'inbound', 'text', 'Très concret. Existe-t-il une bourse ? J''en ai entendu parler à la fin.', '{}', 'received', null, null, 'in_275', null, 167160000, null, null, 0, 167159000),
  (276, 1, 39, 1, 'outbound', 'text', 'Une par groupe, sur dossier : une page et trois images.', '{}', 'read', null, 'person', 'sandbox_276', null, null, 166918000, 165120000, 1, 166920000),
  (277, 1, 39, 1, 'inbound', 'text', 'D''accord. Je préfère d''abord parler avec quelqu''un.', '{}', 'received', null, null, 'in_277', null, 163320000, null, null, 0, 163319000),
  (278, 1, 39, 1, 'outbound', 'buttons', 'Avec plaisir. Quand vous appeler ?', '{"buttons":[{"id":"0","title":"Lundi 18 h"},{"id":"1","title":"Mardi 8 h"}]}', 'read', null, null, 'sandbox_278', null, null, 163078000, 162900000, 1, 163080000),
  (279, 1, 39, 1, 'inbound', 'interactive', 'Lundi 18 h', '{"type":"button_reply","button_reply":{"id":"0","title":"Lundi 18 h"}}', 'received', null, null, 'in_279', null, 162720000, null, null, 0, 162719000),
  (280, 1, 39, 1, 'outbound', 'text', 'C''est réservé. Gardez vos trois images sous la main.', '{}', 'read', null, 'person', 'sandbox_280', null, null, 155518000, 154920000, 1, 155520000),
  (281, 1, 37, 2, 'inbound', 'image', '두 번째', '{"attachments":[{"type":"image","payload":{"url":"https://example.com/media/281.jpg"}}]}', 'received', null, null, 'in_281', null, 141000000, null, null, 0, 140999000),
  (282, 1, 37, 2, 'outbound', 'text', 'Better every day. What are you working towards?', '{}', 'read', null, 'person', 'sandbox_282', null, null, 140758000, 138960000, 1, 140760000),
  (283, 1, 37, 2, 'inbound', 'text', 'I want to draw a picture book. Today I only have evenings for it.', '{}', 'received', null, null, 'in_283', null, 137160000, null, null, 0, 137159000),
  (284, 1, 40, 1, 'inbound', 'text', 'Hello, I got your number from the webinar. I''m head of training in a museum in Manchester.', '{}', 'received', null, null, 'in_284', null, 135120000, null, null, 0, 135119000),
  (285, 1, 40, 1, 'outbound', 'text', 'Hello Grace! What are you looking for?', '{}', 'read', null, 'person', 'sandbox_285', null, null, 133918000, 133800000, 1, 133920000),
  (286, 1, 40, 1, 'inbound', 'text', 'A programme for my team of four. Could we do this as a team?', '{}', 'received', null, null, 'in_286', null, 133680000, null, null, 0, 133679000),
  (287, 1, 40, 1, 'outbound', 'text', 'We could: one group of your own, same teachers. Would the museum pay?', '{}', 'read', null, 'person', 'sandbox_287', null, null, 133438000, 132240000, 1, 133440000),
  (288, 1, 40, 1, 'inbound', 'text', 'It would, training is in our budget. I''m 40 and have drawn for years, the others less so.', '{}', 'received', null, null, 'in_288', null, 131040000, null, null, 0, 131039000),
  (289, 1, 40, 1, 'outbound', 'buttons', 'Shall we talk about it?', '{"buttons":[{"id":"0","title":"Thursday 11:00"},{"id":"1","title":"Friday 14:00"}]}', 'read', null, null, 'sandbox_289', null, null, 130798000, 130680000, 1, 130800000),
  (290, 1, 40, 1, 'inbound', 'interactive', 'Thursday 11:00', '{"type":"button_reply","button_reply":{"id":"0","title":"Thursday 11:00"}}', 'received', null, null, 'in_290', null, 130560000, null, null, 0, 130559000),
  (291, 1, 40, 1, 'outbound', 'template', null, '{"template":{"name":"call_confirmed","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"Grace"},{"type":"text","text":"Thursday 11:00"}]}]}}', 'read', null, null, 'sandbox_291', null, null, 130318000, 124920000, 1, 130320000),
  (292, 1, 41, 1, 'inbound', 'text', 'Salut ! On m''a parlé de vous. Je donne des cours du soir de calligraphie à Marseille depuis deux ans.', '{}', 'received', null, null, 'in_292', null, 130260000, null, null, 0, 130259000),
  (293, 1, 41, 1, 'outbound', 'text', 'Bonjour Inès ! Et qu''aimeriez-vous changer ?', '{}', 'read', null, 'person', 'sandbox_293', null, null, 129658000, 129540000, 1, 129660000),
  (294, 1, 41, 1, 'inbound', 'text', 'J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves. Je veux en vivre, pas seulement l''aimer.', '{}', 'received', null, null, 'in_294', null, 129420000, null, null, 0, 129419000),
  (295, 1, 41, 1, 'outbound', 'text', 'Combien vous manque-t-il pour en vivre ?', '{}', 'read', null, 'person', 'sandbox_295', null, null, 129178000, 128430000, 1, 129180000),
  (296, 1, 41, 1, 'inbound', 'text', 'À peu près le double. Je ne sais pas fixer mes prix.', '{}', 'received', null, null, 'in_296', null, 127680000, null, null, 0, 127679000),
  (297, 1, 41, 1, 'outbound', 'text', 'C''est justement le sujet de notre deuxième module. On s''appelle ?', '{}', 'read', null, 'person', 'sandbox_297', null, null, 127438000, 127200000, 1, 127440000),
  (298, 1, 41, 1, 'outbound', 'buttons', 'Quelle heure vous va ?', '{"buttons":[{"id":"0","title":"Demain 9 h"},{"id":"1","title":"Demain 17 h"}]}', 'read', null, null, 'sandbox_298', null, null, 127198000, 127080000, 1, 127200000),
  (299, 1, 41, 1, 'inbound', 'interactive', 'Demain 17 h', '{"type":"button_reply","button_reply":{"id":"1","title":"Demain 17 h"}}', 'received', null, null, 'in_299', null, 126960000, null, null, 0, 126959000),
  (300, 1, 41, 1, 'outbound', 'template', null, '{"template":{"name":"call_confirmed","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Inès"},{"type":"text","text":"demain 17 h"}]}]}}', 'read', null, null, 'sandbox_300', null, null, 126718000, 101520000, 1, 126720000)
)
insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at)
select id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, loaded.ms - sent_at, loaded.ms - delivered_at, loaded.ms - read_at, attempts, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at) as (values
  (301, 1, 42, 1, 'outbound', 'template', null, '{"template":{"name":"call_confirmed","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Marie-Thérèse"},{"type":"text","text":"vendredi 15 h"}]}]}}', 'read', null, null, 'sandbox_301', null, null, 120838000, 119040000, 1, 120840000),
  (302, 1, 40, 1, 'inbound', 'text', 'Can a colleague join the call? He decides with me.', '{}', 'received', null, null, 'in_302', null, 119520000, null, null, 0, 119519000),
  (303, 1, 42, 1, 'inbound', 'text', 'Merci. Pour préparer l''appel : j''ai 47 ans et je dirige un centre culturel à Bordeaux. Je suis salariée, c''est la ville qui paie.', '{}', 'received', null, null, 'in_303', null, 117240000, null, null, 0, 117239000),
  (304, 1, 42, 1, 'outbound', 'text', 'Merci ! Souhaitez-vous suivre le programme vous-même ?', '{}', 'read', null, 'person', 'sandbox_304', null, null, 116998000, 116460000, 1, 117000000),
  (305, 1, 42, 1, 'inbound', 'text', 'Non, j''ai une autre idée. Et si vous veniez chez nous ?', '{}', 'received', null, null, 'in_305', null, 115920000, null, null, 0, 115919000),
  (306, 1, 42, 1, 'outbound', 'text', 'Un groupe dans votre centre ?', '{}', 'read', null, 'person', 'sandbox_306', null, null, 115678000, 115560000, 1, 115680000),
  (307, 1, 42, 1, 'inbound', 'text', 'Oui, un partenariat : nous avons deux ateliers et quarante habitués, vous avez les professeurs.', '{}', 'received', null, null, 'in_307', null, 115440000, null, null, 0, 115439000),
  (308, 1, 42, 1, 'outbound', 'text', 'Notre fondatrice prendra l''appel elle-même.', '{}', 'read', null, 'person', 'sandbox_308', null, null, 115198000, 104400000, 1, 115200000),
  (309, 1, 40, 1, 'outbound', 'text', 'Certainly. The same number works for both of you.', '{}', 'read', null, 'person', 'sandbox_309', null, null, 112318000, 111720000, 1, 112320000),
  (310, 1, 42, 1, 'inbound', 'text', 'Très bien, à vendredi.', '{}', 'received', null, null, 'in_310', null, 93600000, null, null, 0, 93599000),
  (311, 1, 42, 1, 'outbound', 'text', 'À vendredi, Marie-Thérèse.', '{}', 'read', null, 'person', 'sandbox_311', null, null, 86398000, 85800000, 1, 86400000),
  (312, 1, 41, 1, 'inbound', 'text', 'C''est noté, j''ai préparé mes chiffres.', '{}', 'received', null, null, 'in_312', null, 76320000, null, null, 0, 76319000),
  (313, 1, 19, 1, 'outbound', 'template', null, '{"template":{"name":"financing_news","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Aïcha"}]}]}}', 'read', null, null, 'sandbox_313', null, null, 72298000, 56100000, 1, 72300000),
  (314, 1, 41, 1, 'outbound', 'text', 'Parfait, à tout à l''heure !', '{}', 'delivered', null, 'person', 'sandbox_314', null, null, 69118000, null, 1, 69120000),
  (315, 1, 37, 2, 'inbound', 'image', 'Third one. When does the next group start?', '{"attachments":[{"type":"image","payload":{"url":"https://example.com/media/315.jpg"}}]}', 'received', null, null, 'in_315', null, 65160000, null, null, 0, 65159000),
  (316, 1, 37, 2, 'outbound', 'text', 'In the second week of January. Applications close on the 20th of December.', '{}', 'read', null, 'person', 'sandbox_316', null, null, 63358000, 63000000, 1, 63360000),
  (317, 1, 37, 2, 'inbound', 'text', 'Okay! I will apply this week.', '{}', 'received', null, null, 'in_317', null, 62640000, null, null, 0, 62639000),
  (318, 1, 43, 1, 'inbound', 'text', 'GUIDE', '{}', 'received', null, null, 'in_318', null, 53568000, null, null, 0, 53567000),
  (319, 1, 37, 2, 'outbound', 'text', 'We''d be glad to have you.', '{}', 'read', null, 'person', 'sandbox_319', null, null, 51838000, 51240000, 1, 51840000),
  (320, 1, 19, 1, 'inbound', 'text', 'Toujours à l''étude, réponse dans dix jours. Dès que j''ai l''accord, je signe.', '{}', 'received', null, null, 'in_320', null, 39900000, null, null, 0, 39899000),
  (321, 1, 19, 1, 'outbound', 'text', 'Formidable. Je vous garde une place jusque-là.', '{}', 'read', null, 'person', 'sandbox_321', null, null, 39658000, 38910000, 1, 39660000),
  (322, 1, 19, 1, 'inbound', 'text', 'Merci, vraiment 🙏', '{}', 'received', null, null, 'in_322', null, 38160000, null, null, 0, 38159000),
  (323, 1, 44, 2, 'inbound', 'text', 'Oi! Vi o anúncio de vocês e baixei o guia 😍', '{}', 'received', null, null, 'in_323', null, 37260000, null, null, 0, 37259000),
  (324, 1, 44, 2, 'outbound', 'text', 'Oi Juliana! Que bom. O que você gostaria de criar?', '{}', 'read', null, 'person', 'sandbox_324', null, null, 36538000, 35190000, 1, 36540000),
  (325, 1, 45, 1, 'inbound', 'text', '¡Guía!', '{}', 'received', null, null, 'in_325', null, 36288000, null, null, 0, 36287000),
  (326, 1, 19, 1, 'outbound', 'text', 'Avec plaisir. Écrivez-moi dès que vous savez.', '{}', 'read', null, 'person', 'sandbox_326', null, null, 34558000, 33960000, 1, 34560000),
  (327, 1, 44, 2, 'inbound', 'text', 'Estampas! Sou professora e pinto nos fins de semana. Quando começa a próxima turma?', '{}', 'received', null, null, 'in_327', null, 33840000, null, null, 0, 33839000),
  (328, 1, 46, 1, 'inbound', 'text', 'Bonjour, j''ai trouvé votre guide par une amie. C''est pour qui, le programme ?', '{}', 'received', null, null, 'in_328', null, 30780000, null, null, 0, 30779000),
  (329, 1, 47, 1, 'outbound', 'template', null, '{"template":{"name":"guide_ready","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"Léo"}]}]}}', 'read', null, null, 'sandbox_329', null, null, 30478000, 25080000, 1, 30480000),
  (330, 1, 46, 1, 'outbound', 'text', 'Bonjour Fatoumata ! Pour qui veut vivre d''un métier créatif, ou s''en rapprocher.', '{}', 'read', null, 'person', 'sandbox_330', null, null, 30298000, 30180000, 1, 30300000),
  (331, 1, 44, 2, 'outbound', 'text', 'Em janeiro. Quer que eu te mande o programa?', '{}', 'read', null, 'person', 'sandbox_331', null, null, 30238000, 29640000, 1, 30240000),
  (332, 1, 46, 1, 'inbound', 'text', 'Je suis aide-soignante et je couds le soir. C''est trop tard à 44 ans ?', '{}', 'received', null, null, 'in_332', null, 30060000, null, null, 0, 30059000),
  (333, 1, 46, 1, 'outbound', 'text', 'Pas du tout, la moyenne du groupe est de 39 ans.', '{}', 'read', null, 'person', 'sandbox_333', null, null, 29818000, 29070000, 1, 29820000),
  (334, 1, 46, 1, 'inbound', 'text', 'Ah, ça fait plaisir. Et on a besoin d''un ordinateur ?', '{}', 'received', null, null, 'in_334', null, 28320000, null, null, 0, 28319000),
  (335, 1, 46, 1, 'outbound', 'text', 'Un téléphone et un carnet suffisent pour commencer.', '{}', 'read', null, 'person', 'sandbox_335', null, null, 28078000, 26280000, 1, 28080000),
  (336, 1, 46, 1, 'inbound', 'text', 'Super, je regarde le replay ce soir.', '{}', 'received', null, null, 'in_336', null, 24480000, null, null, 0, 24479000),
  (337, 1, 47, 1, 'inbound', 'text', 'Salut ! Je lis ça ce soir après le vélo 🚴', '{}', 'received', null, null, 'in_337', null, 19680000, null, null, 0, 19679000),
  (338, 1, 47, 1, 'outbound', 'text', 'Bonne sortie ! Dites-moi ce que vous en retenez.', '{}', 'read', null, 'person', 'sandbox_338', null, null, 19438000, 15840000, 1, 19440000),
  (339, 1, 48, 1, 'inbound', 'text', 'Guide bitte 🙂', '{}', 'received', null, null, 'in_339', null, 19008000, null, null, 0, 19007000),
  (340, 1, 46, 1, 'outbound', 'text', 'Bon visionnage !', '{}', 'read', null, 'person', 'sandbox_340', null, null, 17278000, 15120000, 1, 17280000),
  (341, 1, 46, 1, 'inbound', 'text', 'Guide ?', '{}', 'received', null, null, 'in_341', null, 12960000, null, null, 0, 12959000),
  (342, 1, 47, 1, 'inbound', 'text', 'Lu 😄 la page 12 m''a parlé. Vous avez un replay du webinaire ?', '{}', 'received', null, null, 'in_342', null, 12240000, null, null, 0, 12239000),
  (343, 1, 47, 1, 'outbound', 'text', 'Oui, il est en ligne depuis hier. Je vous l''envoie.', '{}', 'delivered', null, 'person', 'sandbox_343', null, null, 8638000, null, 1, 8640000)
)
insert into messages (id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, sent_at, delivered_at, read_at, attempts, created_at)
select id, workspace_id, conversation_id, channel_id, direction, type, text, payload, status, error, origin, external_id, consent_id, loaded.ms - sent_at, loaded.ms - delivered_at, loaded.ms - read_at, attempts, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

update messages set sent_at = created_at + 1000 where direction = 'outbound' and status in ('sent', 'delivered', 'read');

insert into status_reports (channel_id, external_id, status, at, message_id, created_at)
select channel_id, external_id, 'delivered', delivered_at, id, delivered_at from messages where delivered_at is not null
union all
select channel_id, external_id, 'read', read_at, id, read_at from messages where read_at is not null;

with demo(id, workspace_id, conversation_id, direction, type, text, author, status, changed_by, created_at) as (values
  (344, 1, 47, 'internal', 'note', 'Prefers to be called after 6 p.m.', '{"id":2,"name":"Camille"}', 'noted', 't2', 7776000),
  (345, 1, 46, 'internal', 'note', 'Her employer may pay half: ask for the quote by Friday.', '{"id":3,"name":"Noah"}', 'noted', 't3', 11664000),
  (346, 1, 48, 'internal', 'note', 'Wants to speak to someone who has done the programme.', '{"id":2,"name":"Camille"}', 'noted', 't2', 17107200),
  (347, 1, 44, 'internal', 'note', 'Do not send the brochure again, he has it.', '{"id":3,"name":"Noah"}', 'noted', 't3', 27216000)
)
insert into messages (id, workspace_id, conversation_id, direction, type, text, author, status, changed_by, created_at)
select id, workspace_id, conversation_id, direction, type, text, author, status, changed_by, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with loaded as (select updated_at as ms from workspaces where id = 1),
last as (
  select conversations.id as talk_id, max(messages.created_at) as at
  from conversations join messages on conversation_id = conversations.id
  where direction <> 'internal' group by 1
)
update conversations set
  unread_count = (
    select count(*) from messages
    where conversation_id = conversations.id and messages.created_at > ms - 259200000
      and direction = 'inbound' and type not in ('system', 'reaction')),
  state = iif(ms - at > 2592000000, 'closed', iif(talk_id % 7 = 0, 'snoozed', 'open')),
  snoozed_until = iif(ms - at <= 2592000000 and talk_id % 7 = 0, ms + 172800000, null),
  assignee_id = iif(talk_id % 3 = 0, 0, talk_id % 3 + 1),
  assignee_name = iif(talk_id % 3 = 0, null, (select name from tokens where id = talk_id % 3 + 1)),
  changed_by = 't1'
from loaded, last
where conversations.id = talk_id;

with demo(lead_id, conversation_id, field, value, confidence, message_id, quote, model, prompt_version, created_at) as (values
  (3, 3, 'age', '36', 0.9, 10, 'J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars.', 'rules', '2', 6384096000),
  (3, 3, 'occupation_status', '"unemployed"', 0.9, 10, 'J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars.', 'rules', '2', 6384096000),
  (3, 3, 'professional_situation', '"J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars."', 0.9, 10, 'J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars.', 'rules', '2', 6384096000),
  (3, 3, 'primary_objective', '"Je veux me reconvertir dans l''illustration."', 0.9, 10, 'Je veux me reconvertir dans l''illustration.', 'rules', '2', 6384096000),
  (3, 3, 'blockers', '"Même en six fois je ne peux pas, je n''ai pas d''économies."', 0.9, 14, 'Même en six fois je ne peux pas, je n''ai pas d''économies.', 'rules', '2', 6384096000),
  (20, 4, 'is_lost', 'true', 0.9, 23, 'Je me suis trompé de numéro, désolé !', 'rules', '2', 5900256000),
  (20, 4, 'lost_reason', '"invalid_lead"', 0.9, 23, 'Je me suis trompé de numéro, désolé !', 'rules', '2', 5900256000),
  (20, 4, 'lost_reason_detail', '"Je me suis trompé de numéro, désolé !"', 0.9, 23, 'Je me suis trompé de numéro, désolé !', 'rules', '2', 5900256000),
  (8, 5, 'primary_objective', '"Quero aprender a desenhar a sério."', 0.9, 25, 'Quero aprender a desenhar a sério.', 'rules', '2', 5718816000),
  (8, 5, 'age', '24', 0.9, 27, 'Sou estudante, tenho 24 anos, estou no último ano de gestão.', 'rules', '2', 5718816000),
  (8, 5, 'occupation_status', '"student"', 0.9, 27, 'Sou estudante, tenho 24 anos, estou no último ano de gestão.', 'rules', '2', 5718816000),
  (8, 5, 'professional_situation', '"Sou estudante, tenho 24 anos, estou no último ano de gestão."', 0.9, 27, 'Sou estudante, tenho 24 anos, estou no último ano de gestão.', 'rules', '2', 5718816000),
  (8, 5, 'blockers', '"Mas é muito caro."', 0.9, 29, 'Mas é muito caro.', 'rules', '2', 5718816000),
  (8, 5, 'blockers', '"É muito dinheiro para mim agora."', 0.9, 29, 'É muito dinheiro para mim agora.', 'rules', '2', 5718816000),
  (11, 6, 'is_lost', 'true', 0.9, 36, 'Le programme ne m''intéresse pas.', 'rules', '2', 5174496000),
  (11, 6, 'lost_reason', '"not_interested"', 0.9, 36, 'Le programme ne m''intéresse pas.', 'rules', '2', 5174496000),
  (11, 6, 'lost_reason_detail', '"Le programme ne m''intéresse pas."', 0.9, 36, 'Le programme ne m''intéresse pas.', 'rules', '2', 5174496000),
  (14, 7, 'is_lost', 'true', 0.9, 41, 'STOP', 'rules', '2', 5062176000),
  (14, 7, 'lost_reason', '"not_interested"', 0.9, 41, 'STOP', 'rules', '2', 5062176000),
  (14, 7, 'lost_reason_detail', '"STOP"', 0.9, 41, 'STOP', 'rules', '2', 5062176000),
  (14, 7, 'engagement_level', '"low"', 0.9, 41, 'STOP', 'rules', '2', 5062176000),
  (7, 10, 'age', '33', 0.9, 55, 'Tenho 33 anos e sou fotógrafa de casamentos, por conta própria.', 'rules', '2', 1943136000),
  (7, 10, 'professional_situation', '"Tenho 33 anos e sou fotógrafa de casamentos, por conta própria."', 0.9, 55, 'Tenho 33 anos e sou fotógrafa de casamentos, por conta própria.', 'rules', '2', 1943136000),
  (25, 14, 'age', '37', 0.8, 76, 'I''m a freelance translator, 37, and I''ve been carrying a comic around for years.', 'rules', '2', 2858976000),
  (25, 14, 'occupation_status', '"self_employed"', 0.9, 76, 'I''m a freelance translator, 37, and I''ve been carrying a comic around for years.', 'rules', '2', 2858976000),
  (25, 14, 'professional_situation', '"I''m a freelance translator, 37, and I''ve been carrying a comic around for years."', 0.9, 76, 'I''m a freelance translator, 37, and I''ve been carrying a comic around for years.', 'rules', '2', 2858976000),
  (30, 16, 'occupation_status', '"unemployed"', 0.9, 99, 'Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.', 'rules', '2', 2556576000),
  (30, 16, 'professional_situation', '"Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora."', 0.9, 99, 'Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.', 'rules', '2', 2556576000),
  (30, 16, 'blockers', '"Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora."', 0.9, 99, 'Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.', 'rules', '2', 2556576000),
  (37, 17, 'is_lost', 'true', 0.9, 107, 'Thanks, but I have already enrolled at a school here in Osaka, last month.', 'rules', '2', 2280096000),
  (37, 17, 'lost_reason', '"already_handled"', 0.9, 107, 'Thanks, but I have already enrolled at a school here in Osaka, last month.', 'rules', '2', 2280096000),
  (37, 17, 'lost_reason_detail', '"Thanks, but I have already enrolled at a school here in Osaka, last month."', 0.9, 107, 'Thanks, but I have already enrolled at a school here in Osaka, last month.', 'rules', '2', 2280096000),
  (36, 19, 'occupation_status', '"unemployed"', 0.9, 116, 'Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment.', 'rules', '2', 33696000),
  (36, 19, 'professional_situation', '"Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment."', 0.9, 116, 'Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment.', 'rules', '2', 33696000),
  (36, 19, 'primary_objective', '"Je veux lancer ma marque de vêtements."', 0.9, 116, 'Je veux lancer ma marque de vêtements.', 'rules', '2', 33696000),
  (19, 20, 'engagement_level', '"high"', 0.9, 131, 'Tengo la llamada reservada para mañana, ¿me podéis mandar antes el programa?', 'rules', '2', 1329696000),
  (5, 23, 'age', '29', 0.9, 152, 'Tengo 29 años, soy enfermera en un hospital público.', 'rules', '2', 1044576000),
  (5, 23, 'occupation_status', '"employee"', 0.9, 152, 'Tengo 29 años, soy enfermera en un hospital público.', 'rules', '2', 1044576000),
  (5, 23, 'professional_situation', '"Tengo 29 años, soy enfermera en un hospital público."', 0.9, 152, 'Tengo 29 años, soy enfermera en un hospital público.', 'rules', '2', 1044576000),
  (46, 25, 'age', '26', 0.9, 164, 'I''m 26, I work in a bank and design posters at night.', 'rules', '2', 1027296000),
  (46, 25, 'occupation_status', '"employee"', 0.9, 164, 'I''m 26, I work in a bank and design posters at night.', 'rules', '2', 1027296000),
  (46, 25, 'professional_situation', '"I''m 26, I work in a bank and design posters at night."', 0.9, 164, 'I''m 26, I work in a bank and design posters at night.', 'rules', '2', 1027296000),
  (46, 25, 'primary_objective', '"I want to be paid for design within a year."', 0.9, 166, 'I want to be paid for design within a year.', 'rules', '2', 1027296000),
  (53, 30, 'is_lost', 'true', 0.9, 211, 'Stop.', 'rules', '2', 595296000),
  (53, 30, 'lost_reason', '"not_interested"', 0.9, 211, 'Stop.', 'rules', '2', 595296000),
  (53, 30, 'lost_reason_detail', '"Stop."', 0.9, 211, 'Stop.', 'rules', '2', 595296000),
  (53, 30, 'engagement_level', '"low"', 0.9, 211, 'Stop.', 'rules', '2', 595296000),
  (12, 32, 'age', '27', 0.9, 219, 'I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.', 'rules', '2', 439776000),
  (12, 32, 'occupation_status', '"employee"', 0.9, 219, 'I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.', 'rules', '2', 439776000),
  (12, 32, 'professional_situation', '"I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad."', 0.9, 219, 'I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.', 'rules', '2', 439776000),
  (15, 34, 'age', '23', 0.9, 237, 'I''m finishing my degree in textile design, I''m 23, and I want to sell my prints to European brands.', 'rules', '2', 318816000),
  (15, 34, 'primary_objective', '"I''m finishing my degree in textile design, I''m 23, and I want to sell my prints to European brands."', 0.9, 237, 'I''m finishing my degree in textile design, I''m 23, and I want to sell my prints to European brands.', 'rules', '2', 318816000),
  (38, 36, 'blockers', '"Ok, lo voy a pensar."', 0.9, 260, 'Ok, lo voy a pensar.', 'rules', '2', 241056000),
  (13, 38, 'age', '45', 0.8, 265, 'I''m a software engineer, 45, and I went to a four-day week last year.', 'rules', '2', 171936000),
  (13, 38, 'professional_situation', '"I''m a software engineer, 45, and I went to a four-day week last year."', 0.9, 265, 'I''m a software engineer, 45, and I went to a four-day week last year.', 'rules', '2', 171936000),
  (13, 38, 'engagement_level', '"high"', 0.9, 271, 'A booked call is a promise to myself, so I''ll be there on Wednesday.', 'rules', '2', 171936000),
  (21, 40, 'age', '40', 0.9, 288, 'I''m 40 and have drawn for years, the others less so.', 'rules', '2', 111456000),
  (26, 41, 'age', '31', 0.9, 294, 'J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves.', 'rules', '2', 68256000),
  (26, 41, 'occupation_status', '"self_employed"', 0.9, 294, 'J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves.', 'rules', '2', 68256000),
  (26, 41, 'professional_situation', '"J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves."', 0.9, 294, 'J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves.', 'rules', '2', 68256000),
  (40, 42, 'age', '47', 0.9, 303, 'Pour préparer l''appel : j''ai 47 ans et je dirige un centre culturel à Bordeaux.', 'rules', '2', 85536000),
  (40, 42, 'occupation_status', '"employee"', 0.9, 303, 'Je suis salariée, c''est la ville qui paie.', 'rules', '2', 85536000),
  (40, 42, 'professional_situation', '"Je suis salariée, c''est la ville qui paie."', 0.9, 303, 'Je suis salariée, c''est la ville qui paie.', 'rules', '2', 85536000),
  (57, 44, 'professional_situation', '"Sou professora e pinto nos fins de semana."', 0.9, 327, 'Sou professora e pinto nos fins de semana.', 'rules', '2', 29376000),
  (55, 46, 'professional_situation', '"Je suis aide-soignante et je couds le soir."', 0.9, 332, 'Je suis aide-soignante et je couds le soir.', 'rules', '2', 12096000)
)
insert into profile_claims (lead_id, conversation_id, field, value, confidence, message_id, quote, model, prompt_version, created_at)
select lead_id, conversation_id, field, value, confidence, message_id, quote, model, prompt_version, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with read(id, analysed_at, state, parts) as (values
  (1, 8768736000, 'e375148d1e034466c10cbd32a8833020546ef8d9a4113f1a9b1e665e39e1dd8a', '["",8782080000,": \"Vous formez aussi à l''illustration jeunesse ?\" \"Oui, c''est plus simple pour moi.\""]'),
  (3, 6384096000, '253a56951264e430c73f414cd4555e976c2ee2a059f3ccab547c6a484ab69a76', '["",7374780000,": \"J''ai 36 ans, j''étais office manager et je cherche du travail depuis mars.\" \"Je veux me reconvertir dans l''illustration.\" · ",7280940000,": \"Même en six fois je ne peux pas, je n''ai pas d''économies.\" · ",6414900000,": \"Prévenez-moi si un jour vous proposez un paiement sur deux ans.\""]'),
  (4, 5900256000, '8d8b2db2f5d5bf153f90625bd0ae9fa0be9ffc9050aa52d0590afbb5c3d29838', '["",5902860000,": \"Bonjour, vous avez reçu mes pneus ?\" \"Je me suis trompé de numéro, désolé !\""]'),
  (5, 5718816000, '182599a4fe7999c75b96ce5e05f6e6ff6c1d83d58808da1e370a57362088061d', '["",5743500000,": \"Quero aprender a desenhar a sério.\" \"Sou estudante, tenho 24 anos, estou no último ano de gestão.\" \"Mas é muito caro.\" \"É muito dinheiro para mim agora.\""]'),
  (6, 5174496000, 'fab73023d3ecb826a1611ac6f02ea072ead1540c22c1fe46854601147151a655', '["",5203200000,": \"Le programme ne m''intéresse pas.\""]'),
  (7, 5062176000, '33e3089a9ba49dbc72d79b63cd6a59e6aac48ceb3f54b8122cea9088deeb1ed2', '["",5086680000,": \"STOP\""]'),
  (8, 3515616000, '1f7df3e1124ba1cb1d6734ec73fb5bafce7d57aad6ed0eabfb0f7a5f882447f4', '["",3525480000,": \"Prima, bis Januar.\""]'),
  (9, 4051296000, '7fe378211ca154febfe9f5f330a8d908aaeb60f0f50d9693b1eeda884c4adabc', null),
  (10, 1943136000, 'c869feb88ac71821ae97eb82480552f9da91fe2d4643eff1ae8b5fc031f774c8', '["",3533820000,": \"Dá para fazer tudo daqui de São Paulo?\" \"Tenho 33 anos e sou fotógrafa de casamentos, por conta própria.\" · ",1952040000,": \"Elas vão escrever 😉\""]'),
  (11, 1010016000, 'b59491718c99e4b73f33ed7b2b0ce096dc0ef21fb970226fe30f22617e17fd3a', '["",1712880000,": \"un peu, dans les marges de mes cours\""]'),
  (12, 3092256000, 'ef5ca5199f57823203fdcd99ccc9615274351fc518e3452cbac924c247f62c1f', '["",3112620000,": \"I got your guide but have not opened it yet.\""]'),
  (13, 2599776000, '96ad30a1e60a3395f9fe93047f631115c879a7399122d606535d8254b0b27890', '["",2867040000,": \"I draw on the train now 🚆\""]'),
  (14, 2858976000, '65402278acc9f06087206ffa42d2ab5516d2932f816aaa49854d35d5aa891a68', '["",2887200000,": \"I''m a freelance translator, 37, and I''ve been carrying a comic around for years.\" \"I mean it.\""]'),
  (15, 2694816000, 'c228af8a783a7ad26ff4ffd492d0ed128c45d7754de3e1473c5825eb7582a5a8', '["",2716140000,": \"Demandez-moi conseil quand vous voulez, j''aime ça.\""]'),
  (16, 2556576000, '53b4859fb8e679d9f98406f4893485fc9cdb5e7fad969f5eff9152fdc2e56b33', '["",2577960000,": \"Oi, tudo bem?\" \"Interessa muito, mas perdi o emprego na primavera e não tenho como pagar agora.\" \"Pode sim, obrigado.\""]'),
  (17, 2280096000, '5ec5551ef244f723ef5dd89d3b10519217b97fa3ac7b7f6e2135df788e96eb00', '["",2284800000,": \"Thanks, but I have already enrolled at a school here in Osaka, last month.\""]'),
  (18, 1614816000, '51e177a85a31ba698775567df9fe3cf52340242e7d34dbefc902a6bb7ef52ae5', '["",1899780000,": \"Is Friday possible?\" · ",1639740000,": \"Please make the invoice out to my company, then I can deduct the fee.\""]'),
  (19, 33696000, '555b954698ba82036baad10a5c8d13dacf21cb366937b89d3cd21ff720670e71', '["",1801740000,": \"Bonsoir, je suis couturière, 30 ans, entre deux contrats, donc au chômage en ce moment.\" \"Je veux lancer ma marque de vêtements.\" · ",39900000,": \"Merci, vraiment 🙏\""]'),
  (20, 1329696000, 'c99ef700b615b40e4731df62eb04526f2e3a2f1132e0de57d4790a6a1034f6d6', '["",1434540000,": \"Tengo la llamada reservada para mañana, ¿me podéis mandar antes el programa?\" · ",1337760000,": \"¡Allá vamos!\""]'),
  (21, 1251936000, '3eec39b14efc5b28c861391262687b7b2b1aa05a4eb4a08b2785639b8e6a5ada', '["",1269240000,": \"Скажите, живые занятия записываются?\" \"And can I ask questions on a recording?\""]'),
  (22, 724896000, 'ca53c4966cfcde0fc1673dcfebea3f63cb1aafa1dcd45ca62cedee1a51a2d2a1', '["",1088520000,": \"Är det ni som ringer mig?\" · ",914160000,": \"Vad ska jag läsa innan vi börjar?\" · ",725760000,": \"GUIDE\""]'),
  (23, 1044576000, 'b5d830cf2a75580dd759be4eb2adc41dfd982015b1a5b7c0d031af16d203e492', '["",1071360000,": \"Tengo 29 años, soy enfermera en un hospital público.\" \"Y ninguna de las dos habla francés: ¿Las clases se pueden seguir en español?\" \"Entonces mi hermana se apuntaría conmigo.\""]'),
  (24, 1035936000, 'cbd0c9c2fae99ae90bbd884b70b81a4ce8440adffe358710ff7aff292a7b6b78', '["",1066080000,": \"Bonne continuation à vous.\""]'),
  (25, 1027296000, '2854a9f9b0f94393d6cbddf93c9502f051b849e61ebee7de846b4af5d7a2b245', '["",1042320000,": \"I''m 26, I work in a bank and design posters at night.\" \"I want to be paid for design within a year.\" \"Is there a scholarship for people outside Europe?\" \"Then I''ll send mine this week.\""]'),
  (26, 560736000, '67ba5dfc21eb702a42999fe90e8ddf700b01def991ada9f3ac3994160aed0149', '["",579600000,": \"J''attends juste la signature de mon chef 🤞\""]'),
  (27, 517536000, '5f57e4d49dfed565394e0503aaee018dfbf3cdda530ff422774a218b3edc54ec', '["",901680000,": \"How do people keep going after week three?\" \"Makes sense.\""]'),
  (28, 802656000, '57c7eb7ac2ca8fa4c9cc118d682dde98765af0d376c3c4b25dc624c391bccb50', '["",816300000,": \"السلام عليكم، هل توجد دروس مكتوبة بالعربية؟\" \"Y a-t-il des séances le soir ?\" \"Je travaille jusqu''à 18 h.\""]'),
  (29, 690336000, 'e611472f6f36e6a48027d3147bb41939e4f5542c1213799eb837ed95666caaf6', '["",707220000,": \"I will 💪\""]'),
  (30, 595296000, '79cf2e79314ec0ac9723ee1bb41c76a1ec61d96b9c9085719b81974eb7e94685', '["",612300000,": \"Who is this?\" \"Stop.\""]'),
  (31, 347328000, 'dfe86a522a16805bd15cd83cd8c53f2897cb1819945abdef002925a7e8fc4cc4', '["",348192000,": \"Guide\""]'),
  (32, 439776000, '7832e62c26f447fb875b7bbc0474e254180cfaeb7602cd6c3c04ec6d46768d43', '["",465060000,": \"どちらのコースが私に合いますか？\" \"I''m 27, I work in an agency in Kyoto, and I want a portfolio that gets me hired abroad.\" \"I will decide after the review.\""]'),
  (33, 379296000, '0489ea66830661d77e88c4546b9f3d6e57d6f7d73c0813c251d60e257ba0ba97', '["",418680000,": \"Oui : illustration ou objet ?\" \"Et on peut changer en cours de route ?\" \"Je relis les deux programmes ce week-end.\""]'),
  (34, 318816000, 'f3d028166d13c3af4951fa69a55e1f85b65f20acbaa70fd07c3549d0e987e747', '["",339600000,": \"I''m finishing my degree in textile design, I''m 23, and I want to sell my prints to European brands.\" \"क्या किस्तों में भुगतान हो सकता है?\" \"And is there a certificate?\" \"Perfect, then I''m almost decided.\""]'),
  (35, 275616000, 'dfe8d53d34c9be8e2d570e9c894b788522aab153a3d987feeb8d3e4fa8079ef7', '["",291300000,": \"A Milano costa uguale, perché voi?\" \"Bene, ne parliamo giovedì.\""]'),
  (36, 241056000, '8965738b02263d0b9a9c99e5d9068dee0a1c383396f93f8c4cb1f1f29be1fd25', '["",252300000,": \"¿El programa es solo para profesionales?\" \"¿Cuánto cuesta?\" \"Ok, lo voy a pensar.\""]'),
  (37, 50976000, 'fb3b866be311b5d9dc8da0e94112ebab867ef21c1ebc4479f98bb9888d6d051b', '["",65160000,": \"When does the next group start?\" \"I will apply this week.\""]'),
  (38, 171936000, '819675a969865ad10d2d00c8067238ff58f584518d75f692eb8343f39519bb00', '["",185100000,": \"I''m a software engineer, 45, and I went to a four-day week last year.\" \"I''ve never held a chisel, is that a problem?\" \"A booked call is a promise to myself, so I''ll be there on Wednesday.\""]'),
  (39, 154656000, '0c8f702b81b2cacc2d416cd9be71b440907b5acc1a6b1242e84a3e22d0badc65', '["",168120000,": \"Existe-t-il une bourse ?\" \"Lundi 18 h\""]'),
  (40, 111456000, '671f1993e4b0caa7489b34428247f5ff714b090ee7a827494b4686a66d338775', '["",135120000,": \"Could we do this as a team?\" \"I''m 40 and have drawn for years, the others less so.\" · ",119520000,": \"Can a colleague join the call?\" \"He decides with me.\""]'),
  (41, 68256000, '32d4f10b30d51535899e1e133d9e5589e466015574987b0f44c733bbb15221dc', '["",129420000,": \"J''ai 31 ans, je suis à mon compte, j''ai déjà vingt élèves.\" \"C''est noté, j''ai préparé mes chiffres.\""]'),
  (42, 85536000, 'b713e95bdb271b34ae8f45c5af6479463b1bf872fb6c327f0308f332c24ed954', '["",120840000,": \"Pour préparer l''appel : j''ai 47 ans et je dirige un centre culturel à Bordeaux.\" \"Je suis salariée, c''est la ville qui paie.\" \"Et si vous veniez chez nous ?\" \"Très bien, à vendredi.\""]'),
  (43, 52704000, '6675fecf7f5089ab6f9ca290a142ac10ff5e3c0ff639cca85b26b881df80dd65', '["",53568000,": \"GUIDE\""]'),
  (44, 29376000, '6e400584739db5a0a2756ee08d3ffc8c1adb9b533ac68280a083b12018742abc', '["",37260000,": \"Sou professora e pinto nos fins de semana.\" \"Quando começa a próxima turma?\""]'),
  (45, 35424000, '4f6f89cacde3941fd36fdbef80e430f11bcc691b36b214bf8a176727095ccd97', '["",36288000,": \"¡Guía!\""]'),
  (46, 12096000, '1ca14c33a1100b1dabc84fe38ef8dd8dd19306f78e899ecf5ae911866ca5b1b9', '["",30780000,": \"Je suis aide-soignante et je couds le soir.\" \"C''est trop tard à 44 ans ?\" \"Et on a besoin d''un ordinateur ?\" \"Guide ?\""]'),
  (47, 7776000, '74bac13da4e6eea8435f492042cf1085ccb0ca8f0eb0b35a4ea32e28bceb854b', '["",30480000,": \"Vous avez un replay du webinaire ?\""]'),
  (48, 18144000, '8bfc6c1eb09152e1aae1737de10bd7631b4834f5b54e4f7d5af01f7b15a1cf00', '["",19008000,": \"Guide bitte 🙂\""]')
)
update conversations set analysed_as = read.state, updated_at = loaded.ms - analysed_at, summary_generated_at = iif(parts is null, null, loaded.ms - analysed_at),
  summary = (select group_concat(iif(type = 'integer', date((loaded.ms - value) / 1000, 'unixepoch'), value), '') from json_each(parts))
from read, (select updated_at as ms from workspaces where id = 1) as loaded where read.id = conversations.id;

insert into analyses (id, workspace_id, lead_id, conversation_id, cause, status, attempts, model, prompt_version, messages_count, claims_count, created_at, finished_at)
select updated_at * 1000, workspace_id, lead_id, id, 'quiet', 'completed', 1, 'rules', '2',
  (select count(*) from messages where conversation_id = conversations.id and status <> 'failed' and type <> 'reaction' and (text is not null or type = 'template')),
  (select count(*) from profile_claims where conversation_id = conversations.id), updated_at, updated_at
from conversations where analysed_as is not null order by updated_at;

update leads set profile_extracted_at = (select max(finished_at) from analyses where lead_id = leads.id) where id in (select lead_id from analyses);

insert into analysis_usage (workspace_id, day, model, analyses)
select 1, date(finished_at / 1000, 'unixepoch'), model, count(*) from analyses group by 2, 3;

with demo(id, workspace_id, lead_id, kind, method, message_id, at, created_at) as (values
  (1, 1, 14, 'opted_out', 'keyword', 41, 5070480000, 5070480000),
  (2, 1, 39, 'opted_out', 'api', null, 1226880000, 1226880000),
  (3, 1, 53, 'opted_out', 'keyword', 211, 596400000, 596400000)
)
insert into consents (id, workspace_id, lead_id, kind, method, message_id, at, created_at)
select id, workspace_id, lead_id, kind, method, message_id, loaded.ms - at, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, name, name_key, platform, is_active, tracked_tag_ids, webhook_url, version, created_at, updated_at) as (values
  (1, 1, 'Webinar follow-up', 'webinar follow-up', 'whatsapp', 1, '[3,6]', null, 2, 6912000000, 4320000000),
  (2, 1, 'Instagram welcome', 'instagram welcome', 'instagram', 1, '[1]', null, 1, 3888000000, 3888000000),
  (3, 1, 'Guide or call', 'guide or call', 'whatsapp', 1, '[4,6]', null, 1, 2592000000, 2592000000),
  (4, 1, 'Reminders of bookings', 'reminders of bookings', 'whatsapp', 1, '[]', null, 1, 1123200000, 1123200000)
)
insert into scenarios (id, workspace_id, name, name_key, platform, is_active, tracked_tag_ids, webhook_url, version, created_at, updated_at)
select id, workspace_id, name, name_key, platform, is_active, tracked_tag_ids, webhook_url, version, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(scenario_id, version, reads_bookings, name, platform, nodes_count, edges_count, changed_by, created_at, triggers, nodes, edges) as (values
  (1, 1, 0, 'Webinar', 'whatsapp', 14, 15, 't1', 6912000000, '[]', '[{"id":"start","type":"start","position":{"x":0,"y":270},"data":{}},{"id":"language","type":"condition","position":{"x":319,"y":270},"data":{"branches":[{"handle":"french","all":[{"field":"variables.language","op":"equals","value":"fr"}]}]}},{"id":"hello-fr","type":"message","position":{"x":667,"y":108},"data":{"text":"Bonjour {{first_name|à vous}} 👋 Le replay de l''atelier est là : http://localhost:8787/webinar","on_window_closed":{"name":"webinar_replay","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|à vous}}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"http://localhost:8787/webinar"}]}]}}},{"id":"hello-en","type":"message","position":{"x":667,"y":432},"data":{"text":"Hello {{first_name|there}} 👋 The replay of the workshop: http://localhost:8787/webinar","on_window_closed":{"name":"webinar_replay","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|there}}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"http://localhost:8787/webinar"}]}]}}},{"id":"watched","type":"wait_for_event","position":{"x":1015,"y":270},"data":{"event":"link_clicked","timeout_seconds":172800}},{"id":"attendee","type":"add_tag","position":{"x":1363,"y":108},"data":{"tag_ids":[3]}},{"id":"pause","type":"delay","position":{"x":1711,"y":108},"data":{"seconds":86400}},{"id":"question","type":"message","position":{"x":2059,"y":108},"data":{"text":"What did you think of it? Answer 1 to talk about it on a call, 2 for the guide.","on_window_closed":{"name":"after_the_webinar","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|there}}"}]}]}}},{"id":"answer","type":"wait_for_reply","position":{"x":2407,"y":108},"data":{"timeout_seconds":259200,"save_to":"webinar_answer","matches":[{"handle":"call","op":"equals","value":"1"},{"handle":"guide","op":"equals","value":"2"}]}},{"id":"book","type":"message","position":{"x":2755,"y":-54},"data":{"text":"Choose your hour: http://localhost:8787/call"}},{"id":"send-guide","type":"message","position":{"x":2755,"y":162},"data":{"text":"Here it is: http://localhost:8787/guide"}},{"id":"person","type":"handoff","position":{"x":2755,"y":378},"data":{"reason":"Answered in their own words"}},{"id":"cold","type":"update_lead","position":{"x":1363,"y":432},"data":{"warmth":"cold"}},{"id":"end","type":"exit","position":{"x":3103,"y":270},"data":{"reason":"End of the follow-up"}}]', '[{"id":"start-next-language","source":"start","target":"language"},{"id":"language-french-hello-fr","source":"language","target":"hello-fr","source_handle":"french"},{"id":"language-else-hello-en","source":"language","target":"hello-en","source_handle":"else"},{"id":"hello-fr-next-watched","source":"hello-fr","target":"watched"},{"id":"hello-en-next-watched","source":"hello-en","target":"watched"},{"id":"watched-event-attendee","source":"watched","target":"attendee","source_handle":"event"},{"id":"watched-timeout-cold","source":"watched","target":"cold","source_handle":"timeout"},{"id":"attendee-next-pause","source":"attendee","target":"pause"},{"id":"pause-next-question","source":"pause","target":"question"},{"id":"question-next-answer","source":"question","target":"answer"},{"id":"answer-call-book","source":"answer","target":"book","source_handle":"call"},{"id":"answer-guide-send-guide","source":"answer","target":"send-guide","source_handle":"guide"},{"id":"answer-reply-person","source":"answer","target":"person","source_handle":"reply"},{"id":"answer-timeout-end","source":"answer","target":"end","source_handle":"timeout"},{"id":"cold-next-end","source":"cold","target":"end"}]'),
  (1, 2, 0, 'Webinar follow-up', 'whatsapp', 14, 15, 't1', 4320000000, '[{"id":"the-day-after","type":"date","data":{"of":"variables.webinar_at","offset_days":1,"at":"10:00","time_zone":"lead"}}]', '[{"id":"start","type":"start","position":{"x":0,"y":270},"data":{}},{"id":"language","type":"condition","position":{"x":319,"y":270},"data":{"branches":[{"handle":"french","all":[{"field":"variables.language","op":"equals","value":"fr"}]}]}},{"id":"hello-fr","type":"message","position":{"x":667,"y":108},"data":{"text":"Bonjour {{first_name|à vous}} 👋 Le replay de l''atelier est là : http://localhost:8787/webinar","on_window_closed":{"name":"webinar_replay","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|à vous}}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"http://localhost:8787/webinar"}]}]}}},{"id":"hello-en","type":"message","position":{"x":667,"y":432},"data":{"text":"Hello {{first_name|there}} 👋 The replay of the workshop: http://localhost:8787/webinar","on_window_closed":{"name":"webinar_replay","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|there}}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"http://localhost:8787/webinar"}]}]}}},{"id":"watched","type":"wait_for_event","position":{"x":1015,"y":270},"data":{"event":"link_clicked","timeout_seconds":172800}},{"id":"attendee","type":"add_tag","position":{"x":1363,"y":108},"data":{"tag_ids":[3]}},{"id":"pause","type":"delay","position":{"x":1711,"y":108},"data":{"seconds":14400}},{"id":"question","type":"message","position":{"x":2059,"y":108},"data":{"text":"What did you think of it? Answer 1 to talk about it on a call, 2 for the guide.","on_window_closed":{"name":"after_the_webinar","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|there}}"}]}]}}},{"id":"answer","type":"wait_for_reply","position":{"x":2407,"y":108},"data":{"timeout_seconds":259200,"save_to":"webinar_answer","matches":[{"handle":"call","op":"equals","value":"1"},{"handle":"guide","op":"equals","value":"2"}]}},{"id":"book","type":"message","position":{"x":2755,"y":-54},"data":{"text":"Choose your hour: http://localhost:8787/call"}},{"id":"send-guide","type":"message","position":{"x":2755,"y":162},"data":{"text":"Here it is: http://localhost:8787/guide"}},{"id":"person","type":"handoff","position":{"x":2755,"y":378},"data":{"reason":"Answered in their own words"}},{"id":"cold","type":"update_lead","position":{"x":1363,"y":432},"data":{"warmth":"cold"}},{"id":"end","type":"exit","position":{"x":3103,"y":270},"data":{"reason":"End of the follow-up"}}]', '[{"id":"start-next-language","source":"start","target":"language"},{"id":"language-french-hello-fr","source":"language","target":"hello-fr","source_handle":"french"},{"id":"language-else-hello-en","source":"language","target":"hello-en","source_handle":"else"},{"id":"hello-fr-next-watched","source":"hello-fr","target":"watched"},{"id":"hello-en-next-watched","source":"hello-en","target":"watched"},{"id":"watched-event-attendee","source":"watched","target":"attendee","source_handle":"event"},{"id":"watched-timeout-cold","source":"watched","target":"cold","source_handle":"timeout"},{"id":"attendee-next-pause","source":"attendee","target":"pause"},{"id":"pause-next-question","source":"pause","target":"question"},{"id":"question-next-answer","source":"question","target":"answer"},{"id":"answer-call-book","source":"answer","target":"book","source_handle":"call"},{"id":"answer-guide-send-guide","source":"answer","target":"send-guide","source_handle":"guide"},{"id":"answer-reply-person","source":"answer","target":"person","source_handle":"reply"},{"id":"answer-timeout-end","source":"answer","target":"end","source_handle":"timeout"},{"id":"cold-next-end","source":"cold","target":"end"}]'),
  (2, 1, 0, 'Instagram welcome', 'instagram', 12, 15, 't1', 3888000000, '[{"id":"hello","type":"first_message","data":{}},{"id":"story","type":"story_reply","data":{}},{"id":"price","type":"comment","data":{"words":["PRICE","PRICES","prix","precio","preço"]}}]', '[{"id":"start","type":"start","position":{"x":0,"y":216},"data":{}},{"id":"begun","type":"condition","position":{"x":348,"y":216},"data":{"branches":[{"handle":"comment","all":[{"field":"trigger.type","op":"equals","value":"comment"}]},{"handle":"now","all":[{"field":"window_open","op":"equals","value":true}]}]}},{"id":"late","type":"exit","position":{"x":696,"y":432},"data":{"reason":"Wrote more than a day ago"}},{"id":"under","type":"comment_reply","position":{"x":696,"y":0},"data":{"texts":["Thank you! We have written to you ✨","See your messages 💌"]}},{"id":"prices","type":"message","position":{"x":1044,"y":0},"data":{"type":"link_button","text":"Hello {{first_name|there}} ✨ The whole programme costs 2,400 €. What would you like to make?","link_buttons":[{"title":"See the guide","url":"http://localhost:8787/guide"}]}},{"id":"thanks","type":"message","position":{"x":1044,"y":216},"data":{"text":"Thank you for writing, {{first_name|you}} ✨ What would you like to make?"}},{"id":"dream","type":"wait_for_reply","position":{"x":1392,"y":216},"data":{"timeout_seconds":72000,"save_to":"dream"}},{"id":"half","type":"split","position":{"x":1740,"y":216},"data":{"branches":[{"handle":"guide","percent":50},{"handle":"webinar","percent":50}]}},{"id":"guide","type":"message","position":{"x":2088,"y":108},"data":{"text":"This will help: http://localhost:8787/guide"}},{"id":"webinar","type":"message","position":{"x":2088,"y":324},"data":{"text":"We made a film about it: http://localhost:8787/webinar"}},{"id":"warm","type":"update_lead","position":{"x":2436,"y":216},"data":{"warmth":"warm"}},{"id":"end","type":"exit","position":{"x":2784,"y":324},"data":{"reason":"Welcomed"}}]', '[{"id":"start-next-begun","source":"start","target":"begun"},{"id":"begun-comment-under","source":"begun","target":"under","source_handle":"comment"},{"id":"begun-now-thanks","source":"begun","target":"thanks","source_handle":"now"},{"id":"begun-else-late","source":"begun","target":"late","source_handle":"else"},{"id":"under-next-prices","source":"under","target":"prices"},{"id":"under-failed-prices","source":"under","target":"prices","source_handle":"failed"},{"id":"prices-next-dream","source":"prices","target":"dream"},{"id":"thanks-next-dream","source":"thanks","target":"dream"},{"id":"dream-reply-half","source":"dream","target":"half","source_handle":"reply"},{"id":"dream-timeout-end","source":"dream","target":"end","source_handle":"timeout"},{"id":"half-guide-guide","source":"half","target":"guide","source_handle":"guide"},{"id":"half-webinar-webinar","source":"half","target":"webinar","source_handle":"webinar"},{"id":"guide-next-warm","source":"guide","target":"warm"},{"id":"webinar-next-warm","source":"webinar","target":"warm"},{"id":"warm-next-end","source":"warm","target":"end"}]'),
  (3, 1, 0, 'Guide or call', 'whatsapp', 10, 11, 't1', 2592000000, '[{"id":"guide","type":"keyword","data":{"words":["GUIDE","le guide","guía","la guía"],"match":"begins","again":{"after_days":7},"filter":{"all":[{"field":"pipeline_stage","op":"not_equals","value":"won"}]}}},{"id":"newsletter","type":"tag_added","data":{"tag_ids":[2]}}]', '[{"id":"start","type":"start","position":{"x":0,"y":216},"data":{}},{"id":"ask","type":"message","position":{"x":348,"y":216},"data":{"text":"Thank you for writing, {{first_name|you}}! Answer 1 for our guide, 2 to choose an hour for a call.","on_window_closed":"skip"}},{"id":"answer","type":"wait_for_reply","position":{"x":696,"y":216},"data":{"timeout_seconds":86400,"save_to":"wish","matches":[{"handle":"guide","op":"in","value":["1","guide"]},{"handle":"call","op":"in","value":["2","call"]}]}},{"id":"send-guide","type":"message","position":{"x":1044,"y":0},"data":{"text":"Here it is: http://localhost:8787/guide"}},{"id":"send-call","type":"message","position":{"x":1044,"y":216},"data":{"text":"Here are our free hours: http://localhost:8787/call"}},{"id":"opened","type":"wait_for_event","position":{"x":1392,"y":108},"data":{"event":"link_clicked","timeout_seconds":172800}},{"id":"warm","type":"update_lead","position":{"x":1740,"y":0},"data":{"warmth":"hot"}},{"id":"vip","type":"add_tag","position":{"x":2088,"y":0},"data":{"tag_ids":[7]}},{"id":"person","type":"handoff","position":{"x":1044,"y":432},"data":{"reason":"Answered in their own words"}},{"id":"end","type":"exit","position":{"x":1740,"y":324},"data":{"reason":"Never answered or never looked"}}]', '[{"id":"start-next-ask","source":"start","target":"ask"},{"id":"ask-next-answer","source":"ask","target":"answer"},{"id":"answer-guide-send-guide","source":"answer","target":"send-guide","source_handle":"guide"},{"id":"answer-call-send-call","source":"answer","target":"send-call","source_handle":"call"},{"id":"answer-reply-person","source":"answer","target":"person","source_handle":"reply"},{"id":"answer-timeout-end","source":"answer","target":"end","source_handle":"timeout"},{"id":"send-guide-next-opened","source":"send-guide","target":"opened"},{"id":"send-call-next-opened","source":"send-call","target":"opened"},{"id":"opened-event-warm","source":"opened","target":"warm","source_handle":"event"},{"id":"opened-timeout-end","source":"opened","target":"end","source_handle":"timeout"},{"id":"warm-next-vip","source":"warm","target":"vip"}]'),
  (4, 1, 1, 'Reminders of bookings', 'whatsapp', 11, 15, 't1', 1123200000, '[{"id":"booked","type":"booking","data":{"states":["booked"]}}]', '[{"id":"start","type":"start","position":{"x":0,"y":0},"data":{}},{"id":"confirm","type":"message","position":{"x":348,"y":0},"data":{"text":"Hello {{first_name|there}}! You’re booked for {{booking.day}} at {{booking.time}}.","on_window_closed":"skip"}},{"id":"soon","type":"condition","position":{"x":696,"y":0},"data":{"branches":[{"handle":"soon","all":[{"field":"booking.starts_at","op":"within_days","value":1}]}]}},{"id":"day","type":"delay","position":{"x":1044,"y":108},"data":{"until":{"booking":"starts_at","offset_seconds":-86400}}},{"id":"remind-day","type":"message","position":{"x":1392,"y":108},"data":{"text":"A reminder: we meet on {{booking.day}} at {{booking.time}}. Need another time? {{booking.reschedule_url|Just answer here.}}","on_window_closed":"skip"}},{"id":"hour","type":"delay","position":{"x":696,"y":405},"data":{"until":{"booking":"starts_at","offset_seconds":-3600}}},{"id":"remind-hour","type":"message","position":{"x":1044,"y":405},"data":{"text":"We meet in an hour, at {{booking.time}}. {{booking.join_url}}","on_window_closed":"skip"}},{"id":"missed","type":"wait_for_event","position":{"x":1392,"y":405},"data":{"event":"booking","filter":{"states":["no_show"]},"timeout_seconds":172800}},{"id":"new-time","type":"message","position":{"x":1740,"y":405},"data":{"text":"We missed each other today. Choose another time whenever it suits you: {{booking.reschedule_url|just answer here.}}","on_window_closed":"skip"}},{"id":"again","type":"wait_for_event","position":{"x":2088,"y":405},"data":{"event":"booking","filter":{"states":["booked","moved"]},"timeout_seconds":604800}},{"id":"end","type":"exit","position":{"x":2088,"y":702},"data":{}}]', '[{"id":"start-next-confirm","source":"start","target":"confirm"},{"id":"confirm-next-soon","source":"confirm","target":"soon"},{"id":"soon-soon-hour","source":"soon","target":"hour","source_handle":"soon"},{"id":"soon-else-day","source":"soon","target":"day","source_handle":"else"},{"id":"day-next-remind-day","source":"day","target":"remind-day"},{"id":"day-cancelled-end","source":"day","target":"end","source_handle":"cancelled"},{"id":"remind-day-next-hour","source":"remind-day","target":"hour"},{"id":"hour-next-remind-hour","source":"hour","target":"remind-hour"},{"id":"hour-cancelled-end","source":"hour","target":"end","source_handle":"cancelled"},{"id":"remind-hour-next-missed","source":"remind-hour","target":"missed"},{"id":"missed-event-new-time","source":"missed","target":"new-time","source_handle":"event"},{"id":"missed-timeout-end","source":"missed","target":"end","source_handle":"timeout"},{"id":"new-time-next-again","source":"new-time","target":"again"},{"id":"again-event-confirm","source":"again","target":"confirm","source_handle":"event"},{"id":"again-timeout-end","source":"again","target":"end","source_handle":"timeout"}]')
)
insert into scenario_versions (scenario_id, version, reads_bookings, name, platform, nodes_count, edges_count, changed_by, created_at, triggers, nodes, edges)
select scenario_id, version, reads_bookings, name, platform, nodes_count, edges_count, changed_by, loaded.ms - created_at, triggers, nodes, edges
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(scenario_id, workspace_id, base_version, revision, settings, mentions, changed_by, created_at, updated_at, nodes, edges) as (values
  (1, 1, 2, 1, '{"name":"Webinar follow-up","platform":"whatsapp","provider":null}', '{"tag":[3],"scenario":[],"link":[],"slug":["webinar","call","guide"],"template":["webinar_replay","after_the_webinar"]}', 't1', 34560000, 34560000, '[{"id":"start","type":"start","position":{"x":0,"y":270},"data":{}},{"id":"language","type":"condition","position":{"x":319,"y":270},"data":{"branches":[{"handle":"french","all":[{"field":"variables.language","op":"equals","value":"fr"}]}]}},{"id":"hello-fr","type":"message","position":{"x":667,"y":108},"data":{"text":"Bonjour {{first_name|à vous}} 👋 Le replay de l''atelier est là : http://localhost:8787/webinar","on_window_closed":{"name":"webinar_replay","language":"fr","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|à vous}}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"http://localhost:8787/webinar"}]}]}}},{"id":"hello-en","type":"message","position":{"x":667,"y":432},"data":{"text":"Hello {{first_name|there}} 👋 The replay of the workshop: http://localhost:8787/webinar","on_window_closed":{"name":"webinar_replay","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|there}}"}]},{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"http://localhost:8787/webinar"}]}]}}},{"id":"watched","type":"wait_for_event","position":{"x":1015,"y":270},"data":{"event":"link_clicked","timeout_seconds":172800}},{"id":"attendee","type":"add_tag","position":{"x":1363,"y":108},"data":{"tag_ids":[3]}},{"id":"pause","type":"delay","position":{"x":1711,"y":108},"data":{"seconds":14400}},{"id":"question","type":"message","position":{"x":2059,"y":108},"data":{"text":"How did you like it? Answer 1 to talk about it on a call, 2 for the guide.","on_window_closed":{"name":"after_the_webinar","language":"en_US","components":[{"type":"body","parameters":[{"type":"text","text":"{{first_name|there}}"}]}]}}},{"id":"answer","type":"wait_for_reply","position":{"x":2407,"y":108},"data":{"timeout_seconds":259200,"save_to":"webinar_answer","matches":[{"handle":"call","op":"equals","value":"1"},{"handle":"guide","op":"equals","value":"2"}]}},{"id":"book","type":"message","position":{"x":2755,"y":-54},"data":{"text":"Choose your hour: http://localhost:8787/call"}},{"id":"send-guide","type":"message","position":{"x":2755,"y":162},"data":{"text":"Here it is: http://localhost:8787/guide"}},{"id":"person","type":"handoff","position":{"x":2755,"y":378},"data":{"reason":"Answered in their own words"}},{"id":"cold","type":"update_lead","position":{"x":1363,"y":432},"data":{"warmth":"cold"}},{"id":"end","type":"exit","position":{"x":3103,"y":270},"data":{"reason":"End of the follow-up"}},{"id":"remind","type":"message","position":{"x":2755,"y":594},"data":{"text":"Still curious? The guide is here: http://localhost:8787/guide","on_window_closed":"skip"}}]', '[{"id":"start-next-language","source":"start","target":"language"},{"id":"language-french-hello-fr","source":"language","target":"hello-fr","source_handle":"french"},{"id":"language-else-hello-en","source":"language","target":"hello-en","source_handle":"else"},{"id":"hello-fr-next-watched","source":"hello-fr","target":"watched"},{"id":"hello-en-next-watched","source":"hello-en","target":"watched"},{"id":"watched-event-attendee","source":"watched","target":"attendee","source_handle":"event"},{"id":"watched-timeout-cold","source":"watched","target":"cold","source_handle":"timeout"},{"id":"attendee-next-pause","source":"attendee","target":"pause"},{"id":"pause-next-question","source":"pause","target":"question"},{"id":"question-next-answer","source":"question","target":"answer"},{"id":"answer-call-book","source":"answer","target":"book","source_handle":"call"},{"id":"answer-guide-send-guide","source":"answer","target":"send-guide","source_handle":"guide"},{"id":"answer-reply-person","source":"answer","target":"person","source_handle":"reply"},{"id":"cold-next-end","source":"cold","target":"end"},{"id":"answer-timeout-remind","source":"answer","target":"remind","source_handle":"timeout"},{"id":"remind-next-end","source":"remind","target":"end"}]')
)
insert into scenario_drafts (scenario_id, workspace_id, base_version, revision, settings, mentions, changed_by, created_at, updated_at, nodes, edges)
select scenario_id, workspace_id, base_version, revision, settings, mentions, changed_by, loaded.ms - created_at, loaded.ms - updated_at, nodes, edges
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(visits, waiting_for, waiting_until, id, workspace_id, scenario_id, lead_id, version, channel_id, cause, booking_id, state, node_id, next_at, enrolled_at, end_reason, ended_at, created_at, updated_at) as (values
  (9, null, null, 1, 1, 1, 6, 1, null, null, null, 'completed', 'book', null, 6739200000, 'reached_end', 6307200000, 6739200000, 6307200000),
  (9, null, null, 2, 1, 1, 9, 1, null, null, null, 'completed', 'book', null, 6696000000, 'reached_end', 6220800000, 6696000000, 6220800000),
  (4, null, null, 3, 1, 1, 14, 1, null, null, null, 'exited', 'watched', null, 5356800000, 'opted_out', 5071680000, 5356800000, 5071680000),
  (6, null, null, 4, 1, 1, 16, 1, null, null, null, 'exited', 'end', null, 5184000000, 'exit_node', 5011200000, 5184000000, 5011200000),
  (9, null, null, 5, 1, 1, 23, 2, null, null, null, 'handed_off', 'person', null, 3801600000, 'handoff', 3637440000, 3801600000, 3637440000),
  (5, null, null, 6, 1, 2, 22, 1, null, null, null, 'exited', 'end', null, 3456000000, 'exit_node', 3421440000, 3456000000, 3421440000),
  (5, null, null, 7, 1, 2, 31, 1, null, null, null, 'exited', 'end', null, 3283200000, 'exit_node', 3211228800, 3283200000, 3211228800),
  (8, null, null, 8, 1, 1, 33, 2, null, null, null, 'cancelled', 'answer', null, 2592000000, 'cancelled', 2160000000, 2592000000, 2160000000),
  (4, null, null, 9, 1, 3, 42, 1, null, '{"trigger_id":"newsletter","type":"tag_added","event_id":null}', null, 'exited', 'end', null, 2056317000, 'exit_node', 1969920000, 2056317000, 1969920000),
  (5, null, null, 10, 1, 2, 47, 1, null, null, null, 'exited', 'end', null, 1209600000, 'exit_node', 1157760000, 1209600000, 1157760000),
  (7, null, null, 11, 1, 3, 35, 1, null, null, null, 'completed', 'vip', null, 1036800000, 'reached_end', 941760000, 1036800000, 941760000),
  (4, 'time', null, 12, 1, 4, 50, 1, null, '{"trigger_id":"booked","type":"booking","event_id":null}', 5, 'waiting', 'day', null, 967677000, null, null, 967677000, 967677000),
  (4, null, null, 13, 1, 3, 51, 1, null, '{"trigger_id":"newsletter","type":"tag_added","event_id":null}', null, 'exited', 'end', null, 846717000, 'exit_node', 760320000, 846717000, 760320000),
  (5, null, null, 14, 1, 4, 23, 1, null, '{"trigger_id":"booked","type":"booking","event_id":null}', 6, 'exited', 'end', null, 777597000, 'exit_node', 604800000, 777597000, 604800000),
  (8, 'reply', -77760000, 15, 1, 1, 44, 2, null, null, null, 'waiting', 'answer', -77760000, 561600000, null, null, 561600000, 561600000),
  (6, 'time', null, 16, 1, 4, 54, 1, null, '{"trigger_id":"booked","type":"booking","event_id":null}', 7, 'waiting', 'hour', null, 518397000, null, null, 518397000, 518397000),
  (4, null, null, 17, 1, 3, 52, 1, 1, '{"trigger_id":"guide","type":"keyword","event_id":null}', null, 'exited', 'end', null, 470531400, 'exit_node', 384134400, 470531400, 384134400),
  (8, 'reply', -103680000, 18, 1, 1, 38, 2, null, null, null, 'waiting', 'answer', -103680000, 259200000, null, null, 259200000, 259200000),
  (4, 'time', null, 19, 1, 4, 46, 1, null, '{"trigger_id":"booked","type":"booking","event_id":null}', 8, 'waiting', 'day', null, 259197000, null, null, 259197000, 259197000),
  (4, 'time', null, 20, 1, 4, 28, 1, null, '{"trigger_id":"booked","type":"booking","event_id":null}', 9, 'waiting', 'day', null, 164157000, null, null, 164157000, 164157000),
  (4, 'time', null, 21, 1, 4, 40, 1, null, '{"trigger_id":"booked","type":"booking","event_id":null}', 10, 'waiting', 'day', null, 125277000, null, null, 125277000, 125277000),
  (4, null, null, 22, 1, 3, 58, 1, null, '{"trigger_id":"newsletter","type":"tag_added","event_id":null}', null, 'exited', 'end', null, 103677000, 'exit_node', 17280000, 103677000, 17280000),
  (4, 'link_clicked', -77760000, 23, 1, 1, 54, 2, null, null, null, 'waiting', 'watched', -77760000, 95040000, null, null, 95040000, 95040000),
  (3, 'reply', -34560000, 24, 1, 3, 48, 1, 1, '{"trigger_id":"guide","type":"keyword","event_id":null}', null, 'waiting', 'answer', -34560000, 53565000, null, null, 53565000, 53565000),
  (4, 'link_clicked', -129600000, 25, 1, 1, 56, 2, null, null, null, 'waiting', 'watched', -129600000, 43200000, null, null, 43200000, 43200000),
  (3, 'reply', -51840000, 26, 1, 3, 54, 1, 1, '{"trigger_id":"guide","type":"keyword","event_id":null}', null, 'waiting', 'answer', -51840000, 36285000, null, null, 36285000, 36285000),
  (4, 'reply', -46051200, 27, 1, 2, 57, 1, null, null, null, 'waiting', 'dream', -46051200, 25920000, null, null, 25920000, 25920000),
  (3, 'reply', -69120000, 28, 1, 3, 56, 1, 1, '{"trigger_id":"guide","type":"keyword","event_id":null}', null, 'waiting', 'answer', -69120000, 19005000, null, null, 19005000, 19005000),
  (4, 'link_clicked', -164160000, 29, 1, 1, 59, 2, null, null, null, 'waiting', 'watched', -164160000, 8640000, null, null, 8640000, 8640000)
)
insert into runs (visits, waiting_for, waiting_until, id, workspace_id, scenario_id, lead_id, version, channel_id, cause, booking_id, state, node_id, next_at, enrolled_at, end_reason, ended_at, created_at, updated_at)
select visits, waiting_for, loaded.ms - waiting_until, id, workspace_id, scenario_id, lead_id, version, channel_id, cause, booking_id, state, node_id, loaded.ms - next_at, loaded.ms - enrolled_at, end_reason, loaded.ms - ended_at, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(run_id, visit, node_id, type, entered_at, left_at, outcome, detail) as (values
  (1, 1, 'start', 'start', 6739200000, 6739200000, 'next', null),
  (1, 2, 'language', 'condition', 6739200000, 6739200000, 'french', null),
  (1, 3, 'hello-fr', 'message', 6739200000, 6739200000, 'next', null),
  (1, 4, 'watched', 'wait_for_event', 6739200000, 6595200000, 'event', null),
  (1, 5, 'attendee', 'add_tag', 6595200000, 6595200000, 'next', null),
  (1, 6, 'pause', 'delay', 6595200000, 6451200000, 'next', null),
  (1, 7, 'question', 'message', 6451200000, 6451200000, 'next', null),
  (1, 8, 'answer', 'wait_for_reply', 6451200000, 6307200000, 'call', null),
  (1, 9, 'book', 'message', 6307200000, 6307200000, 'next', null),
  (2, 1, 'start', 'start', 6696000000, 6696000000, 'next', null),
  (2, 2, 'language', 'condition', 6696000000, 6696000000, 'french', null),
  (2, 3, 'hello-fr', 'message', 6696000000, 6696000000, 'next', null),
  (2, 4, 'watched', 'wait_for_event', 6696000000, 6537600000, 'event', null),
  (2, 5, 'attendee', 'add_tag', 6537600000, 6537600000, 'next', null),
  (2, 6, 'pause', 'delay', 6537600000, 6379200000, 'next', null),
  (2, 7, 'question', 'message', 6379200000, 6379200000, 'next', null),
  (2, 8, 'answer', 'wait_for_reply', 6379200000, 6220800000, 'call', null),
  (2, 9, 'book', 'message', 6220800000, 6220800000, 'next', null),
  (3, 1, 'start', 'start', 5356800000, 5356800000, 'next', null),
  (3, 2, 'language', 'condition', 5356800000, 5356800000, 'french', null),
  (3, 3, 'hello-fr', 'message', 5356800000, 5356800000, 'next', null),
  (3, 4, 'watched', 'wait_for_event', 5356800000, 5071680000, 'opted_out', null),
  (4, 1, 'start', 'start', 5184000000, 5184000000, 'next', null),
  (4, 2, 'language', 'condition', 5184000000, 5184000000, 'french', null),
  (4, 3, 'hello-fr', 'message', 5184000000, 5184000000, 'next', null),
  (4, 4, 'watched', 'wait_for_event', 5184000000, 5011200000, 'timeout', null),
  (4, 5, 'cold', 'update_lead', 5011200000, 5011200000, 'next', null),
  (4, 6, 'end', 'exit', 5011200000, 5011200000, 'exit_node', '{"reason":"End of the follow-up"}'),
  (5, 1, 'start', 'start', 3801600000, 3801600000, 'next', null),
  (5, 2, 'language', 'condition', 3801600000, 3801600000, 'french', null),
  (5, 3, 'hello-fr', 'message', 3801600000, 3801600000, 'next', null),
  (5, 4, 'watched', 'wait_for_event', 3801600000, 3746880000, 'event', null),
  (5, 5, 'attendee', 'add_tag', 3746880000, 3746880000, 'next', null),
  (5, 6, 'pause', 'delay', 3746880000, 3692160000, 'next', null),
  (5, 7, 'question', 'message', 3692160000, 3692160000, 'next', null),
  (5, 8, 'answer', 'wait_for_reply', 3692160000, 3637440000, 'reply', null),
  (5, 9, 'person', 'handoff', 3637440000, 3637440000, 'handoff', '{"reason":"Answered in their own words"}'),
  (6, 1, 'start', 'start', 3456000000, 3456000000, 'next', null),
  (6, 2, 'begun', 'condition', 3456000000, 3456000000, 'now', null),
  (6, 3, 'thanks', 'message', 3456000000, 3456000000, 'next', null),
  (6, 4, 'dream', 'wait_for_reply', 3456000000, 3421440000, 'timeout', null),
  (6, 5, 'end', 'exit', 3421440000, 3421440000, 'exit_node', '{"reason":"Welcomed"}'),
  (7, 1, 'start', 'start', 3283200000, 3283200000, 'next', null),
  (7, 2, 'begun', 'condition', 3283200000, 3283200000, 'now', null),
  (7, 3, 'thanks', 'message', 3283200000, 3283200000, 'next', null),
  (7, 4, 'dream', 'wait_for_reply', 3283200000, 3211228800, 'timeout', null),
  (7, 5, 'end', 'exit', 3211228800, 3211228800, 'exit_node', '{"reason":"Welcomed"}'),
  (8, 1, 'start', 'start', 2592000000, 2592000000, 'next', null),
  (8, 2, 'language', 'condition', 2592000000, 2592000000, 'french', null),
  (8, 3, 'hello-fr', 'message', 2592000000, 2592000000, 'next', null),
  (8, 4, 'watched', 'wait_for_event', 2592000000, 2376000000, 'event', null),
  (8, 5, 'attendee', 'add_tag', 2376000000, 2376000000, 'next', null),
  (8, 6, 'pause', 'delay', 2376000000, 2160000000, 'next', null),
  (8, 7, 'question', 'message', 2160000000, 2160000000, 'next', null),
  (8, 8, 'answer', 'wait_for_reply', 2160000000, 2160000000, 'cancelled', null),
  (9, 1, 'start', 'start', 2056317000, 2056317000, 'next', null),
  (9, 2, 'ask', 'message', 2056317000, 2056317000, 'next', null),
  (9, 3, 'answer', 'wait_for_reply', 2056317000, 1969920000, 'timeout', null),
  (9, 4, 'end', 'exit', 1969920000, 1969920000, 'exit_node', '{"reason":"Never answered or never looked"}'),
  (10, 1, 'start', 'start', 1209600000, 1209600000, 'next', null),
  (10, 2, 'begun', 'condition', 1209600000, 1209600000, 'now', null),
  (10, 3, 'thanks', 'message', 1209600000, 1209600000, 'next', null),
  (10, 4, 'dream', 'wait_for_reply', 1209600000, 1157760000, 'timeout', null),
  (10, 5, 'end', 'exit', 1157760000, 1157760000, 'exit_node', '{"reason":"Welcomed"}'),
  (11, 1, 'start', 'start', 1036800000, 1036800000, 'next', null),
  (11, 2, 'ask', 'message', 1036800000, 1036800000, 'next', null),
  (11, 3, 'answer', 'wait_for_reply', 1036800000, 989280000, 'guide', null),
  (11, 4, 'send-guide', 'message', 989280000, 989280000, 'next', null),
  (11, 5, 'opened', 'wait_for_event', 989280000, 941760000, 'event', null),
  (11, 6, 'warm', 'update_lead', 941760000, 941760000, 'next', null),
  (11, 7, 'vip', 'add_tag', 941760000, 941760000, 'next', null),
  (12, 1, 'start', 'start', 967677000, 967677000, 'next', null),
  (12, 2, 'confirm', 'message', 967677000, 967677000, 'next', null),
  (12, 3, 'soon', 'condition', 967677000, 967677000, 'else', null),
  (12, 4, 'day', 'delay', 967677000, null, null, null),
  (13, 1, 'start', 'start', 846717000, 846717000, 'next', null),
  (13, 2, 'ask', 'message', 846717000, 846717000, 'next', null),
  (13, 3, 'answer', 'wait_for_reply', 846717000, 760320000, 'timeout', null),
  (13, 4, 'end', 'exit', 760320000, 760320000, 'exit_node', '{"reason":"Never answered or never looked"}'),
  (14, 1, 'start', 'start', 777597000, 777597000, 'next', null),
  (14, 2, 'confirm', 'message', 777597000, 777597000, 'next', null),
  (14, 3, 'soon', 'condition', 777597000, 777597000, 'else', null),
  (14, 4, 'day', 'delay', 777597000, 604800000, 'cancelled', null),
  (14, 5, 'end', 'exit', 604800000, 604800000, 'exit_node', '{}'),
  (15, 1, 'start', 'start', 561600000, 561600000, 'next', null),
  (15, 2, 'language', 'condition', 561600000, 561600000, 'french', null),
  (15, 3, 'hello-fr', 'message', 561600000, 561600000, 'next', null),
  (15, 4, 'watched', 'wait_for_event', 561600000, 533520000, 'event', null),
  (15, 5, 'attendee', 'add_tag', 533520000, 533520000, 'next', null),
  (15, 6, 'pause', 'delay', 533520000, 505440000, 'next', null),
  (15, 7, 'question', 'message', 505440000, 505440000, 'next', null),
  (15, 8, 'answer', 'wait_for_reply', 505440000, null, null, null),
  (16, 1, 'start', 'start', 518397000, 518397000, 'next', null),
  (16, 2, 'confirm', 'message', 518397000, 518397000, 'next', null),
  (16, 3, 'soon', 'condition', 518397000, 518397000, 'else', null),
  (16, 4, 'day', 'delay', 518397000, 466557300, 'next', null),
  (16, 5, 'remind-day', 'message', 466557300, 466557300, 'next', null),
  (16, 6, 'hour', 'delay', 466557300, null, null, null),
  (17, 1, 'start', 'start', 470531400, 470531400, 'next', null),
  (17, 2, 'ask', 'message', 470531400, 470531400, 'next', null),
  (17, 3, 'answer', 'wait_for_reply', 470531400, 384134400, 'timeout', null),
  (17, 4, 'end', 'exit', 384134400, 384134400, 'exit_node', '{"reason":"Never answered or never looked"}'),
  (18, 1, 'start', 'start', 259200000, 259200000, 'next', null),
  (18, 2, 'language', 'condition', 259200000, 259200000, 'french', null),
  (18, 3, 'hello-fr', 'message', 259200000, 259200000, 'next', null),
  (18, 4, 'watched', 'wait_for_event', 259200000, 246240000, 'event', null),
  (18, 5, 'attendee', 'add_tag', 246240000, 246240000, 'next', null),
  (18, 6, 'pause', 'delay', 246240000, 233280000, 'next', null),
  (18, 7, 'question', 'message', 233280000, 233280000, 'next', null),
  (18, 8, 'answer', 'wait_for_reply', 233280000, null, null, null),
  (19, 1, 'start', 'start', 259197000, 259197000, 'next', null),
  (19, 2, 'confirm', 'message', 259197000, 259197000, 'next', null),
  (19, 3, 'soon', 'condition', 259197000, 259197000, 'else', null),
  (19, 4, 'day', 'delay', 259197000, null, null, null),
  (20, 1, 'start', 'start', 164157000, 164157000, 'next', null),
  (20, 2, 'confirm', 'message', 164157000, 164157000, 'next', null),
  (20, 3, 'soon', 'condition', 164157000, 164157000, 'else', null),
  (20, 4, 'day', 'delay', 164157000, null, null, null),
  (21, 1, 'start', 'start', 125277000, 125277000, 'next', null),
  (21, 2, 'confirm', 'message', 125277000, 125277000, 'next', null),
  (21, 3, 'soon', 'condition', 125277000, 125277000, 'else', null),
  (21, 4, 'day', 'delay', 125277000, null, null, null),
  (22, 1, 'start', 'start', 103677000, 103677000, 'next', null),
  (22, 2, 'ask', 'message', 103677000, 103677000, 'next', null),
  (22, 3, 'answer', 'wait_for_reply', 103677000, 17280000, 'timeout', null),
  (22, 4, 'end', 'exit', 17280000, 17280000, 'exit_node', '{"reason":"Never answered or never looked"}'),
  (23, 1, 'start', 'start', 95040000, 95040000, 'next', null),
  (23, 2, 'language', 'condition', 95040000, 95040000, 'french', null),
  (23, 3, 'hello-fr', 'message', 95040000, 95040000, 'next', null),
  (23, 4, 'watched', 'wait_for_event', 95040000, null, null, null),
  (24, 1, 'start', 'start', 53565000, 53565000, 'next', null),
  (24, 2, 'ask', 'message', 53565000, 53565000, 'next', null),
  (24, 3, 'answer', 'wait_for_reply', 53565000, null, null, null),
  (25, 1, 'start', 'start', 43200000, 43200000, 'next', null),
  (25, 2, 'language', 'condition', 43200000, 43200000, 'french', null),
  (25, 3, 'hello-fr', 'message', 43200000, 43200000, 'next', null),
  (25, 4, 'watched', 'wait_for_event', 43200000, null, null, null),
  (26, 1, 'start', 'start', 36285000, 36285000, 'next', null),
  (26, 2, 'ask', 'message', 36285000, 36285000, 'next', null),
  (26, 3, 'answer', 'wait_for_reply', 36285000, null, null, null),
  (27, 1, 'start', 'start', 25920000, 25920000, 'next', null),
  (27, 2, 'begun', 'condition', 25920000, 25920000, 'now', null),
  (27, 3, 'thanks', 'message', 25920000, 25920000, 'next', null),
  (27, 4, 'dream', 'wait_for_reply', 25920000, null, null, null),
  (28, 1, 'start', 'start', 19005000, 19005000, 'next', null),
  (28, 2, 'ask', 'message', 19005000, 19005000, 'next', null),
  (28, 3, 'answer', 'wait_for_reply', 19005000, null, null, null),
  (29, 1, 'start', 'start', 8640000, 8640000, 'next', null),
  (29, 2, 'language', 'condition', 8640000, 8640000, 'french', null),
  (29, 3, 'hello-fr', 'message', 8640000, 8640000, 'next', null),
  (29, 4, 'watched', 'wait_for_event', 8640000, null, null, null)
)
insert into run_steps (run_id, visit, node_id, type, entered_at, left_at, outcome, detail)
select run_id, visit, node_id, type, loaded.ms - entered_at, loaded.ms - left_at, outcome, detail
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

update runs set waiting_until = at, next_at = at
from (
  select runs.id, starts_at - iif(node_id = 'day', 86400000, 3600000) as at
  from runs join bookings on bookings.id = booking_id
  where waiting_for = 'time'
) as timed
where runs.id = timed.id;

update run_steps set
  left_at = iif(left_at is null, null, waiting_until - 82800000),
  entered_at = iif(run_steps.node_id = 'day', entered_at, waiting_until - 82800000)
from runs
where runs.id = run_id and booking_id is not null and runs.node_id = 'hour' and visit > 3;

with demo(id, workspace_id, slug, slug_key, label, search, destination_url, is_active, base_clicks_count, bot_clicks_count, tag_on_sent_id, tag_on_clicked_id, created_at, updated_at) as (values
  (1, 1, 'guide', 'guide', 'Guide to changing career', 'guide to changing career
guide', 'https://example.com/guide.pdf', 1, 412, 57, null, 4, 9504000000, 9504000000),
  (2, 1, 'webinar', 'webinar', 'Webinar replay', 'webinar replay
webinar', 'https://example.com/webinar?name={{first_name|friend}}&lang={{language|en}}', 1, 268, 31, 3, 3, 7776000000, 7776000000),
  (3, 1, 'early-bird', 'early-bird', 'Early bird price', 'early bird price
early-bird', 'https://example.com/early-bird', 0, 95, 12, null, null, 6480000000, 6480000000),
  (4, 1, 'call', 'call', 'Book a call', 'book a call
call', 'https://example.org/book?lead={{lead_id}}', 1, 143, 9, null, 6, 5184000000, 5184000000)
)
insert into short_links (id, workspace_id, slug, slug_key, label, search, destination_url, is_active, base_clicks_count, bot_clicks_count, tag_on_sent_id, tag_on_clicked_id, created_at, updated_at)
select id, workspace_id, slug, slug_key, label, search, destination_url, is_active, base_clicks_count, bot_clicks_count, tag_on_sent_id, tag_on_clicked_id, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

insert into slugs (slug_key, workspace_id, short_link_id, destination_url, is_active, version)
select slug_key, short_links.workspace_id, short_links.id, destination_url, is_active, seq
from short_links join outbox on kind = 'short_link' and row_id = short_links.id;

delete from outbox where kind = 'short_link';

with demo(id, workspace_id, short_link_id, lead_id, sent_at, read_at, sent_tagged, read_tagged, clicked_tagged, created_at) as (values
  (1, 1, 1, 5, 6780672000, 6772032000, 1, 1, 0, 6780672000),
  (2, 1, 2, 12, 5865696000, 5859648000, 1, 1, 0, 5865696000),
  (3, 1, 1, 18, 5672160000, 5666976000, 1, 1, 1, 5672160000),
  (4, 1, 2, 16, 5456160000, 5439744000, 1, 1, 1, 5456160000),
  (5, 1, 1, 11, 5202144000, 5195232000, 1, 1, 1, 5202144000),
  (6, 1, 2, 1, 4632768000, 4631040000, 1, 1, 1, 4632768000),
  (7, 1, 2, 15, 4449600000, 4439232000, 1, 1, 1, 4449600000),
  (8, 1, 2, 5, 4280256000, 4269888000, 1, 1, 1, 4280256000),
  (9, 1, 1, 17, 4256064000, null, 1, 0, 0, 4256064000),
  (10, 1, 2, 25, 4224096000, 4220640000, 1, 1, 0, 4224096000),
  (11, 1, 1, 24, 4218048000, 4205952000, 1, 1, 1, 4218048000),
  (12, 1, 4, 7, 3689280000, 3682368000, 1, 1, 1, 3689280000),
  (13, 1, 2, 6, 3662496000, 3659040000, 1, 1, 0, 3662496000),
  (14, 1, 4, 9, 3649536000, 3645216000, 1, 1, 1, 3649536000),
  (15, 1, 1, 14, 3646944000, 3643488000, 1, 1, 1, 3646944000),
  (16, 1, 2, 23, 3543264000, 3533760000, 1, 1, 1, 3543264000),
  (17, 1, 4, 13, 3487968000, 3475008000, 1, 1, 1, 3487968000),
  (18, 1, 4, 26, 3468960000, 3460320000, 1, 1, 1, 3468960000),
  (19, 1, 1, 16, 3205440000, 3196800000, 1, 1, 0, 3205440000),
  (20, 1, 4, 1, 3185568000, 3170016000, 1, 1, 1, 3185568000),
  (21, 1, 1, 2, 3182976000, 3174336000, 1, 1, 0, 3182976000),
  (22, 1, 2, 28, 3042144000, 3030048000, 1, 1, 1, 3042144000),
  (23, 1, 1, 31, 2840832000, 2825280000, 1, 1, 1, 2840832000),
  (24, 1, 4, 6, 2607552000, 2597184000, 1, 1, 1, 2607552000),
  (25, 1, 4, 21, 2470176000, 2467584000, 1, 1, 1, 2470176000),
  (26, 1, 1, 34, 2415744000, null, 1, 0, 0, 2415744000),
  (27, 1, 4, 19, 2385504000, 2378592000, 1, 1, 1, 2385504000),
  (28, 1, 1, 38, 2317248000, 2308608000, 1, 1, 1, 2317248000),
  (29, 1, 4, 32, 2181600000, 2174688000, 1, 1, 1, 2181600000),
  (30, 1, 2, 36, 2109888000, 2101248000, 1, 1, 1, 2109888000),
  (31, 1, 2, 33, 2006208000, 1995840000, 1, 1, 0, 2006208000),
  (32, 1, 1, 27, 1645920000, 1637280000, 1, 1, 0, 1645920000),
  (33, 1, 1, 33, 1589760000, 1572480000, 1, 1, 1, 1589760000),
  (34, 1, 1, 42, 1563840000, 1550880000, 1, 1, 1, 1563840000),
  (35, 1, 1, 41, 1491264000, 1474848000, 1, 1, 1, 1491264000),
  (36, 1, 2, 43, 1457568000, 1442016000, 1, 1, 1, 1457568000),
  (37, 1, 1, 44, 1446336000, 1433376000, 1, 1, 1, 1446336000),
  (38, 1, 4, 43, 1316736000, 1310688000, 1, 1, 1, 1316736000),
  (39, 1, 1, 35, 1214784000, 1206144000, 1, 1, 0, 1214784000),
  (40, 1, 4, 40, 1156896000, 1143936000, 1, 1, 1, 1156896000),
  (41, 1, 2, 46, 1151712000, 1135296000, 1, 1, 1, 1151712000),
  (42, 1, 2, 45, 1114560000, 1100736000, 1, 1, 1, 1114560000),
  (43, 1, 1, 48, 1061856000, 1048032000, 1, 1, 1, 1061856000),
  (44, 1, 1, 49, 942624000, 933984000, 1, 1, 1, 942624000),
  (45, 1, 2, 47, 826848000, 811296000, 1, 1, 1, 826848000),
  (46, 1, 1, 47, 482112000, 473472000, 1, 1, 0, 482112000),
  (47, 1, 4, 50, 473472000, 464832000, 1, 1, 1, 473472000),
  (48, 1, 2, 54, 421632000, 411264000, 1, 1, 1, 421632000),
  (49, 1, 1, 52, 381888000, 380160000, 1, 1, 1, 381888000),
  (50, 1, 1, 55, 279072000, 271296000, 1, 1, 1, 279072000),
  (51, 1, 4, 54, 269568000, 266976000, 1, 1, 1, 269568000),
  (52, 1, 2, 56, 240192000, 232416000, 1, 1, 0, 240192000),
  (53, 1, 1, 56, 122688000, 114048000, 1, 1, 0, 122688000),
  (54, 1, 1, 57, 101088000, 85536000, 1, 1, 1, 101088000),
  (55, 1, 1, 58, 78624000, 69984000, 1, 1, 0, 78624000),
  (56, 1, 1, 59, 35424000, 28512000, 1, 1, 1, 35424000)
)
insert into link_sends (id, workspace_id, short_link_id, lead_id, sent_at, read_at, sent_tagged, read_tagged, clicked_tagged, created_at)
select id, workspace_id, short_link_id, lead_id, loaded.ms - sent_at, loaded.ms - read_at, sent_tagged, read_tagged, clicked_tagged, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(workspace_id, short_link_id, link_send_id, lead_id, clicked_at, country, referrer_host, device, suspected_scanner, created_at) as (values
  (1, 1, 3, 18, 5665161600, 'GR', 'l.instagram.com', 'mobile', 0, 5665161600),
  (1, 2, 4, 16, 5437584000, 'NL', null, 'mobile', 0, 5437584000),
  (1, 1, 5, 11, 5194022400, 'FR', null, 'mobile', 0, 5194022400),
  (1, 2, 6, 1, 4627497600, 'FR', null, 'mobile', 0, 4627497600),
  (1, 2, 7, 15, 4435430400, 'IN', 'l.instagram.com', 'mobile', 0, 4435430400),
  (1, 2, 8, 5, 4268073600, 'ES', null, 'mobile', 0, 4268073600),
  (1, 1, 11, 24, 4201718400, 'TR', 'l.instagram.com', 'desktop', 0, 4201718400),
  (1, 4, 12, 7, 3679948800, 'BR', 'l.instagram.com', 'mobile', 0, 3679948800),
  (1, 4, 14, 9, 3642192000, 'GB', null, 'desktop', 0, 3642192000),
  (1, 1, 15, 14, 3641932800, 'FR', null, 'desktop', 0, 3641932800),
  (1, 2, 16, 23, 3529958400, 'FR', null, 'desktop', 0, 3529958400),
  (1, 4, 17, 13, 3473625600, 'GB', null, 'mobile', 0, 3473625600),
  (1, 4, 18, 26, 3457728000, 'FR', null, 'mobile', 0, 3457728000),
  (1, 4, 20, 1, 3168979200, 'FR', null, 'mobile', 0, 3168979200),
  (1, 2, 22, 28, 3027715200, 'AU', null, 'tablet', 0, 3027715200),
  (1, 1, 3, 18, 2832580800, 'GR', 'l.instagram.com', 'mobile', 0, 2832580800),
  (1, 1, 23, 31, 2821910400, 'MA', 'l.instagram.com', 'tablet', 0, 2821910400),
  (1, 1, 5, 11, 2597011200, 'FR', null, 'mobile', 0, 2597011200),
  (1, 4, 24, 6, 2594160000, 'DE', null, 'mobile', 0, 2594160000),
  (1, 4, 25, 21, 2466374400, 'GB', null, 'desktop', 0, 2466374400),
  (1, 4, 27, 19, 2375913600, 'ES', null, 'desktop', 0, 2375913600),
  (1, 1, 28, 38, 2307139200, 'ES', null, 'mobile', 0, 2307139200),
  (1, 4, 29, 32, 2172528000, 'SE', null, 'desktop', 0, 2172528000),
  (1, 2, 8, 5, 2134036800, 'ES', null, 'mobile', 0, 2134036800),
  (1, 2, 30, 36, 2100556800, 'FR', null, 'desktop', 0, 2100556800),
  (1, 4, 14, 9, 1821096000, 'GB', null, 'desktop', 0, 1821096000),
  (1, 1, 15, 14, 1820966400, 'FR', null, 'desktop', 0, 1820966400),
  (1, 1, 33, 33, 1570492800, 'FR', null, 'mobile', 0, 1570492800),
  (1, 1, 34, 42, 1549497600, 'IS', null, 'mobile', 0, 1549497600),
  (1, 1, 35, 41, 1472515200, 'JP', null, 'mobile', 0, 1472515200),
  (1, 2, 36, 43, 1440374400, 'IT', null, 'mobile', 0, 1440374400),
  (1, 1, 37, 44, 1432252800, 'MA', null, 'tablet', 0, 1432252800),
  (1, 1, 23, 31, 1410955200, 'MA', 'l.instagram.com', 'tablet', 0, 1410955200),
  (1, 4, 38, 43, 1309564800, 'IT', null, 'mobile', 0, 1309564800),
  (1, 4, 27, 19, 1187956800, 'ES', null, 'desktop', 0, 1187956800),
  (1, 1, 28, 38, 1153569600, 'ES', null, 'mobile', 0, 1153569600),
  (1, 4, 40, 40, 1141776000, 'FR', null, 'mobile', 0, 1141776000),
  (1, 2, 41, 46, 1131062400, 'GB', null, 'mobile', 0, 1131062400),
  (1, 2, 42, 45, 1098576000, 'FR', null, 'mobile', 0, 1098576000),
  (1, 4, 29, 32, 1086264000, 'SE', null, 'desktop', 0, 1086264000),
  (1, 2, 8, 5, 1067018400, 'ES', null, 'mobile', 0, 1067018400),
  (1, 1, 43, 48, 1047513600, 'FR', null, 'mobile', 0, 1047513600),
  (1, 1, 44, 49, 933033600, 'IN', 'l.instagram.com', 'mobile', 0, 933033600),
  (1, 4, 14, 9, 910548000, 'GB', null, 'desktop', 0, 910548000),
  (1, 2, 45, 47, 807667200, 'KR', 'l.instagram.com', 'desktop', 0, 807667200),
  (1, 1, 37, 44, 716126400, 'MA', null, 'tablet', 0, 716126400),
  (1, 4, 38, 43, 654782400, 'IT', null, 'mobile', 0, 654782400),
  (1, 4, 47, 50, 461548800, 'IT', null, 'mobile', 0, 461548800),
  (1, 2, 48, 54, 409104000, 'ES', null, 'mobile', 0, 409104000),
  (1, 2, 45, 47, 403833600, 'KR', 'l.instagram.com', 'desktop', 0, 403833600),
  (1, 1, 49, 52, 377568000, 'FR', 'l.instagram.com', 'desktop', 0, 377568000),
  (1, 4, 38, 43, 327391200, 'IT', null, 'mobile', 0, 327391200),
  (1, 1, 50, 55, 267494400, 'FR', null, 'mobile', 0, 267494400),
  (1, 4, 51, 54, 266716800, 'ES', null, 'mobile', 0, 266716800),
  (1, 4, 47, 50, 230774400, 'IT', null, 'mobile', 0, 230774400),
  (1, 4, 51, 54, 133358400, 'ES', null, 'mobile', 0, 133358400),
  (1, 1, 54, 57, 82598400, 'BR', 'l.instagram.com', 'tablet', 0, 82598400),
  (1, 4, 51, 54, 66679200, 'ES', null, 'mobile', 0, 66679200),
  (1, 1, 56, 59, 24710400, 'FR', null, 'mobile', 0, 24710400),
  (1, 1, 56, 59, 12355200, 'FR', null, 'mobile', 0, 12355200),
  (1, 1, 56, 59, 6177600, 'FR', null, 'mobile', 0, 6177600)
)
insert into link_clicks (workspace_id, short_link_id, link_send_id, lead_id, clicked_at, country, referrer_host, device, suspected_scanner, created_at)
select workspace_id, short_link_id, link_send_id, lead_id, loaded.ms - clicked_at, country, referrer_host, device, suspected_scanner, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

insert into link_hours (short_link_id, starts_at, recipient, first_click_id, last_click_id)
select short_link_id, clicked_at - clicked_at % 3600000, count(*), min(id), max(id)
from link_clicks group by 1, 2;

with demo(short_link_id, starts_at, base, preview, crawler, prefetch) as (values
  (1, 9486720000, 3, 0, 0, 0),
  (1, 9382320000, 3, 1, 0, 0),
  (1, 9277920000, 5, 0, 0, 0),
  (1, 9216720000, 3, 0, 0, 0),
  (1, 9112320000, 4, 0, 1, 0),
  (1, 9051120000, 4, 1, 0, 1),
  (1, 8946720000, 2, 0, 0, 0),
  (1, 8842320000, 5, 0, 0, 0),
  (1, 8781120000, 5, 1, 0, 0),
  (1, 8676720000, 4, 0, 0, 0),
  (1, 8615520000, 4, 0, 0, 0),
  (1, 8511120000, 3, 1, 1, 0),
  (1, 8449920000, 2, 0, 0, 0),
  (1, 8345520000, 4, 0, 0, 0),
  (1, 8241120000, 3, 0, 0, 0),
  (1, 8179920000, 4, 1, 0, 0),
  (1, 8075520000, 6, 0, 0, 1),
  (1, 8014320000, 3, 0, 0, 0),
  (1, 7909920000, 4, 1, 0, 0),
  (1, 7805520000, 4, 0, 1, 0),
  (1, 7744320000, 3, 0, 0, 0),
  (1, 7639920000, 4, 1, 0, 0),
  (1, 7578720000, 3, 0, 0, 0),
  (1, 7474320000, 4, 0, 0, 0),
  (1, 7413120000, 5, 1, 0, 0),
  (1, 7308720000, 3, 0, 0, 0),
  (1, 7204320000, 2, 0, 0, 0),
  (1, 7143120000, 4, 0, 1, 1),
  (1, 7038720000, 4, 1, 0, 0),
  (1, 6977520000, 4, 0, 0, 0),
  (1, 6873120000, 6, 0, 0, 0),
  (1, 6768720000, 3, 1, 0, 0),
  (1, 6707520000, 5, 0, 0, 0),
  (1, 6603120000, 1, 0, 0, 0),
  (1, 6541920000, 3, 0, 0, 0),
  (1, 6437520000, 5, 1, 1, 0),
  (1, 6376320000, 2, 0, 0, 0),
  (1, 6271920000, 5, 0, 0, 0),
  (1, 6167520000, 5, 1, 0, 1),
  (1, 6106320000, 3, 0, 0, 0),
  (1, 6001920000, 3, 0, 0, 0),
  (1, 5940720000, 5, 1, 0, 0),
  (1, 5836320000, 3, 0, 0, 0),
  (1, 5731920000, 5, 0, 1, 0),
  (1, 5670720000, 2, 0, 0, 0),
  (1, 5566320000, 4, 1, 0, 0),
  (1, 5505120000, 5, 0, 0, 0),
  (1, 5400720000, 2, 0, 0, 0),
  (1, 5339520000, 3, 0, 0, 0),
  (1, 5235120000, 5, 1, 0, 1),
  (1, 5130720000, 3, 0, 0, 0),
  (1, 5069520000, 4, 0, 1, 0),
  (1, 4965120000, 6, 1, 0, 0),
  (1, 4903920000, 4, 0, 0, 0),
  (1, 4799520000, 3, 1, 0, 0),
  (1, 4695120000, 1, 0, 0, 0),
  (1, 4633920000, 4, 0, 0, 0),
  (1, 4529520000, 5, 0, 0, 0),
  (1, 4468320000, 3, 1, 0, 0),
  (1, 4363920000, 4, 0, 1, 0),
  (1, 4302720000, 5, 0, 0, 1),
  (1, 4198320000, 2, 0, 0, 0),
  (1, 4093920000, 3, 1, 0, 0),
  (1, 4032720000, 6, 0, 0, 0),
  (1, 3928320000, 3, 0, 0, 0),
  (1, 3867120000, 5, 1, 0, 0),
  (1, 3762720000, 3, 0, 0, 0),
  (1, 3658320000, 3, 0, 1, 0),
  (1, 3597120000, 4, 1, 0, 0),
  (1, 3492720000, 2, 0, 0, 0),
  (1, 3431520000, 4, 0, 0, 0),
  (1, 3327120000, 5, 0, 0, 1),
  (1, 3265920000, 3, 1, 0, 0),
  (1, 3161520000, 5, 0, 0, 0),
  (1, 3057120000, 5, 1, 1, 0),
  (1, 2995920000, 3, 0, 0, 0),
  (1, 2891520000, 3, 0, 0, 0),
  (1, 2830320000, 3, 0, 0, 0),
  (1, 2725920000, 3, 1, 0, 0),
  (1, 2621520000, 5, 0, 0, 0),
  (1, 2560320000, 3, 0, 0, 0),
  (1, 2455920000, 4, 0, 0, 0),
  (1, 2394720000, 4, 1, 1, 1),
  (1, 2290320000, 2, 0, 0, 0),
  (1, 2229120000, 5, 0, 0, 0),
  (1, 2124720000, 5, 1, 0, 0),
  (1, 2020320000, 4, 0, 0, 0),
  (1, 1959120000, 5, 0, 0, 0),
  (1, 1854720000, 2, 1, 0, 0),
  (1, 1793520000, 3, 0, 0, 0),
  (1, 1689120000, 3, 0, 0, 0),
  (1, 1584720000, 3, 0, 1, 0),
  (1, 1523520000, 4, 1, 0, 0),
  (1, 1419120000, 6, 0, 0, 1),
  (1, 1357920000, 3, 0, 0, 0),
  (1, 1253520000, 4, 1, 0, 0),
  (1, 1192320000, 5, 0, 0, 0),
  (1, 1087920000, 2, 0, 0, 0),
  (1, 983520000, 5, 1, 1, 0),
  (1, 922320000, 2, 0, 0, 0),
  (1, 817920000, 4, 0, 0, 0),
  (1, 756720000, 5, 1, 0, 0),
  (1, 652320000, 3, 0, 0, 0),
  (1, 547920000, 3, 0, 0, 0),
  (1, 486720000, 4, 0, 0, 0),
  (1, 382320000, 3, 1, 0, 1),
  (1, 321120000, 4, 0, 1, 0),
  (1, 216720000, 6, 0, 0, 0),
  (1, 155520000, 3, 1, 0, 0),
  (1, 51120000, 5, 0, 0, 0),
  (2, 7758720000, 2, 0, 0, 0),
  (2, 7654320000, 3, 0, 0, 0),
  (2, 7549920000, 4, 1, 0, 0),
  (2, 7488720000, 2, 0, 0, 0),
  (2, 7384320000, 4, 0, 0, 0),
  (2, 7323120000, 3, 0, 1, 0),
  (2, 7218720000, 1, 0, 0, 0),
  (2, 7114320000, 4, 1, 0, 0),
  (2, 7053120000, 4, 0, 0, 1),
  (2, 6948720000, 3, 0, 0, 0),
  (2, 6887520000, 4, 0, 0, 0),
  (2, 6783120000, 2, 0, 0, 0),
  (2, 6721920000, 2, 1, 0, 0),
  (2, 6617520000, 3, 0, 0, 0),
  (2, 6513120000, 2, 0, 0, 0),
  (2, 6451920000, 4, 0, 0, 0),
  (2, 6347520000, 4, 0, 1, 0),
  (2, 6286320000, 2, 1, 0, 0),
  (2, 6181920000, 4, 0, 0, 0),
  (2, 6077520000, 3, 0, 0, 0),
  (2, 6016320000, 2, 0, 0, 0),
  (2, 5911920000, 4, 0, 0, 0),
  (2, 5850720000, 2, 1, 0, 0),
  (2, 5746320000, 3, 0, 0, 0),
  (2, 5685120000, 4, 0, 0, 0),
  (2, 5580720000, 2, 0, 0, 0),
  (2, 5476320000, 3, 0, 0, 0),
  (2, 5415120000, 3, 1, 0, 1),
  (2, 5310720000, 2, 0, 1, 0),
  (2, 5249520000, 4, 0, 0, 0),
  (2, 5145120000, 4, 0, 0, 0),
  (2, 5040720000, 3, 0, 0, 0),
  (2, 4979520000, 4, 1, 0, 0),
  (2, 4875120000, 1, 0, 0, 0),
  (2, 4813920000, 2, 0, 0, 0),
  (2, 4709520000, 4, 0, 0, 0),
  (2, 4648320000, 2, 0, 0, 0),
  (2, 4543920000, 4, 1, 0, 0),
  (2, 4439520000, 4, 0, 0, 0),
  (2, 4378320000, 2, 0, 1, 0),
  (2, 4273920000, 3, 0, 0, 0),
  (2, 4212720000, 3, 0, 0, 0),
  (2, 4108320000, 3, 1, 0, 0),
  (2, 4003920000, 4, 0, 0, 0),
  (2, 3942720000, 2, 0, 0, 1),
  (2, 3838320000, 3, 0, 0, 0),
  (2, 3777120000, 4, 0, 0, 0),
  (2, 3672720000, 1, 1, 0, 0),
  (2, 3611520000, 3, 0, 0, 0),
  (2, 3507120000, 4, 0, 0, 0),
  (2, 3402720000, 2, 0, 1, 0),
  (2, 3341520000, 4, 0, 0, 0),
  (2, 3237120000, 4, 1, 0, 0),
  (2, 3175920000, 3, 0, 0, 0),
  (2, 3071520000, 3, 0, 0, 0),
  (2, 2967120000, 1, 0, 0, 0),
  (2, 2905920000, 3, 0, 0, 0),
  (2, 2801520000, 4, 1, 0, 0),
  (2, 2740320000, 2, 0, 0, 0),
  (2, 2635920000, 4, 0, 0, 0),
  (2, 2574720000, 4, 0, 0, 0),
  (2, 2470320000, 1, 0, 1, 0),
  (2, 2365920000, 3, 1, 0, 0),
  (2, 2304720000, 4, 0, 0, 1),
  (2, 2200320000, 3, 0, 0, 0),
  (2, 2139120000, 4, 0, 0, 0),
  (2, 2034720000, 2, 0, 0, 0),
  (2, 1930320000, 3, 1, 0, 0),
  (2, 1869120000, 3, 0, 0, 0),
  (2, 1764720000, 1, 0, 0, 0),
  (2, 1703520000, 4, 0, 0, 0),
  (2, 1599120000, 4, 0, 0, 0),
  (2, 1537920000, 2, 1, 0, 0),
  (2, 1433520000, 4, 0, 1, 0),
  (2, 1329120000, 4, 0, 0, 0),
  (2, 1267920000, 2, 0, 0, 0),
  (2, 1163520000, 3, 0, 0, 0),
  (2, 1102320000, 2, 1, 0, 0),
  (2, 997920000, 3, 0, 0, 0),
  (2, 893520000, 4, 0, 0, 0),
  (2, 832320000, 2, 0, 0, 1),
  (2, 727920000, 4, 0, 0, 0),
  (2, 666720000, 3, 1, 0, 0),
  (2, 562320000, 1, 0, 0, 0),
  (2, 501120000, 4, 0, 1, 0),
  (2, 396720000, 4, 0, 0, 0),
  (2, 292320000, 3, 0, 0, 0),
  (2, 231120000, 4, 1, 0, 0),
  (2, 126720000, 2, 0, 0, 0),
  (2, 65520000, 2, 0, 0, 0),
  (3, 6462720000, 1, 0, 0, 0),
  (3, 6358320000, 1, 0, 0, 0),
  (3, 6253920000, 2, 0, 0, 0),
  (3, 6192720000, 1, 0, 0, 0),
  (3, 6088320000, 1, 0, 0, 0),
  (3, 6027120000, 2, 1, 0, 0),
  (3, 5818320000, 2, 0, 0, 0),
  (3, 5757120000, 2, 0, 0, 0),
  (3, 5652720000, 1, 0, 0, 0),
  (3, 5591520000, 1, 0, 0, 0),
  (3, 5487120000, 1, 0, 0, 0),
  (3, 5425920000, 1, 0, 1, 0),
  (3, 5321520000, 1, 0, 0, 0),
  (3, 5217120000, 1, 0, 0, 0),
  (3, 5155920000, 2, 0, 0, 0),
  (3, 5051520000, 1, 1, 0, 0),
  (3, 4990320000, 2, 0, 0, 0),
  (3, 4885920000, 1, 0, 0, 1),
  (3, 4781520000, 1, 0, 0, 0),
  (3, 4720320000, 1, 0, 0, 0),
  (3, 4615920000, 2, 0, 0, 0),
  (3, 4554720000, 1, 0, 0, 0),
  (3, 4450320000, 1, 0, 0, 0),
  (3, 4389120000, 2, 0, 0, 0),
  (3, 4284720000, 1, 0, 0, 0),
  (3, 4180320000, 1, 0, 0, 0),
  (3, 4119120000, 1, 1, 0, 0),
  (3, 4014720000, 1, 0, 0, 0),
  (3, 3953520000, 1, 0, 0, 0),
  (3, 3849120000, 2, 0, 0, 0),
  (3, 3744720000, 2, 0, 0, 0),
  (3, 3683520000, 1, 0, 0, 0),
  (3, 3579120000, 1, 0, 0, 0),
  (3, 3413520000, 2, 0, 0, 0),
  (3, 3352320000, 1, 0, 0, 0),
  (3, 3247920000, 1, 0, 0, 0),
  (3, 3143520000, 2, 1, 1, 0),
  (3, 3082320000, 1, 0, 0, 0),
  (3, 2977920000, 1, 0, 0, 0),
  (3, 2916720000, 2, 0, 0, 0),
  (3, 2812320000, 1, 0, 0, 0),
  (3, 2707920000, 2, 0, 0, 0),
  (3, 2542320000, 2, 0, 0, 0),
  (3, 2481120000, 1, 0, 0, 0),
  (3, 2376720000, 1, 0, 0, 0),
  (3, 2315520000, 1, 0, 0, 0),
  (3, 2211120000, 2, 1, 0, 0),
  (3, 2106720000, 1, 0, 0, 0),
  (3, 2045520000, 1, 0, 0, 0),
  (3, 1941120000, 2, 0, 0, 0),
  (3, 1879920000, 1, 0, 0, 0),
  (3, 1775520000, 2, 0, 0, 0),
  (3, 1609920000, 1, 0, 0, 0),
  (3, 1505520000, 2, 0, 0, 1),
  (3, 1444320000, 1, 0, 0, 0),
  (3, 1339920000, 1, 1, 0, 0),
  (3, 1278720000, 2, 0, 0, 0),
  (3, 1174320000, 1, 0, 0, 0),
  (3, 1069920000, 1, 0, 0, 0),
  (3, 1008720000, 2, 0, 1, 0),
  (3, 904320000, 1, 0, 0, 0),
  (3, 843120000, 1, 0, 0, 0),
  (3, 738720000, 1, 0, 0, 0),
  (3, 634320000, 2, 0, 0, 0),
  (3, 573120000, 1, 0, 0, 0),
  (3, 407520000, 2, 1, 0, 0),
  (3, 303120000, 2, 0, 0, 0),
  (3, 241920000, 1, 0, 0, 0),
  (3, 137520000, 1, 0, 0, 0),
  (3, 33120000, 2, 0, 0, 0),
  (4, 5166720000, 2, 0, 0, 0),
  (4, 5062320000, 2, 0, 0, 0),
  (4, 4957920000, 3, 0, 0, 0),
  (4, 4896720000, 2, 0, 0, 0),
  (4, 4792320000, 3, 0, 0, 0),
  (4, 4731120000, 2, 1, 0, 0),
  (4, 4626720000, 2, 0, 0, 0),
  (4, 4522320000, 2, 0, 0, 0),
  (4, 4461120000, 4, 0, 0, 0),
  (4, 4356720000, 2, 0, 0, 0),
  (4, 4295520000, 3, 0, 0, 0),
  (4, 4191120000, 2, 0, 0, 0),
  (4, 4129920000, 1, 0, 0, 0),
  (4, 4025520000, 3, 0, 0, 0),
  (4, 3921120000, 2, 0, 0, 0),
  (4, 3859920000, 2, 0, 1, 1),
  (4, 3755520000, 4, 0, 0, 0),
  (4, 3694320000, 2, 0, 0, 0),
  (4, 3589920000, 3, 1, 0, 0),
  (4, 3485520000, 2, 0, 0, 0),
  (4, 3424320000, 2, 0, 0, 0),
  (4, 3319920000, 3, 0, 0, 0),
  (4, 3258720000, 1, 0, 0, 0),
  (4, 3154320000, 3, 0, 0, 0),
  (4, 3093120000, 3, 0, 0, 0),
  (4, 2988720000, 2, 0, 0, 0),
  (4, 2884320000, 2, 0, 0, 0),
  (4, 2823120000, 2, 0, 0, 0),
  (4, 2718720000, 2, 0, 0, 0),
  (4, 2657520000, 3, 0, 0, 0),
  (4, 2553120000, 4, 1, 0, 0),
  (4, 2448720000, 2, 0, 0, 0),
  (4, 2387520000, 3, 0, 0, 0),
  (4, 2283120000, 1, 0, 0, 0),
  (4, 2221920000, 1, 0, 0, 0),
  (4, 2117520000, 4, 0, 0, 0),
  (4, 2056320000, 2, 0, 0, 0),
  (4, 1951920000, 2, 0, 0, 0),
  (4, 1847520000, 4, 0, 0, 0),
  (4, 1786320000, 2, 0, 0, 0),
  (4, 1681920000, 2, 0, 0, 0),
  (4, 1620720000, 2, 1, 0, 0),
  (4, 1516320000, 3, 0, 0, 0),
  (4, 1411920000, 3, 0, 0, 0),
  (4, 1350720000, 1, 0, 1, 1),
  (4, 1246320000, 3, 0, 0, 0),
  (4, 1185120000, 3, 0, 0, 0),
  (4, 1080720000, 1, 0, 0, 0),
  (4, 1019520000, 2, 0, 0, 0),
  (4, 915120000, 3, 0, 0, 0),
  (4, 810720000, 2, 0, 0, 0),
  (4, 749520000, 3, 0, 0, 0),
  (4, 645120000, 4, 0, 0, 0),
  (4, 583920000, 2, 1, 0, 0),
  (4, 479520000, 2, 0, 0, 0),
  (4, 375120000, 1, 0, 0, 0),
  (4, 313920000, 2, 0, 0, 0),
  (4, 209520000, 4, 0, 0, 0),
  (4, 148320000, 1, 0, 0, 0),
  (4, 43920000, 3, 0, 0, 0)
)
insert into link_hours (short_link_id, starts_at, base, preview, crawler, prefetch)
select short_link_id, (loaded.ms - starts_at) / 3600000 * 3600000, base, preview, crawler, prefetch
from demo, (select updated_at as ms from workspaces where id = 1) as loaded where true
on conflict do update set base = base + excluded.base, preview = preview + excluded.preview,
  crawler = crawler + excluded.crawler, prefetch = prefetch + excluded.prefetch;

update short_links set clicks_count = (select count(*) from link_clicks where short_link_id = short_links.id);

insert into usage_days (workspace_id, day, messages_received, messages_sent, messages_failed, opt_outs, clicks, items_received, runs_started, runs_ended, runs_triggered, leads, messages, runs, channels, scenarios, short_links, sources, tags, stage_new, stage_contacted, stage_engaged, stage_qualified, stage_call_booked, stage_won, stage_lost)
select 1, day,
  (select count(*) from messages where date(created_at / 1000, 'unixepoch') = days.day and direction = 'inbound'),
  (select count(*) from messages where date(created_at / 1000, 'unixepoch') = days.day and direction = 'outbound' and status <> 'failed'),
  (select count(*) from messages where date(created_at / 1000, 'unixepoch') = days.day and direction = 'outbound' and status = 'failed'),
  (select count(*) from consents where date(at / 1000, 'unixepoch') = days.day and kind = 'opted_out'),
  (select count(*) from link_clicks where date(clicked_at / 1000, 'unixepoch') = days.day and true),
  (select count(*) from source_deliveries where date(received_at / 1000, 'unixepoch') = days.day and true),
  (select count(*) from runs where date(created_at / 1000, 'unixepoch') = days.day and true),
  (select count(*) from runs where date(ended_at / 1000, 'unixepoch') = days.day and true),
  (select count(*) from runs where date(created_at / 1000, 'unixepoch') = days.day and cause is not null),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from messages where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from runs where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from channels where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from scenarios where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from short_links where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from sources where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from tags where date(created_at / 1000, 'unixepoch') <= days.day and true),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'new'),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'contacted'),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'engaged'),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'qualified'),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'call_booked'),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'won'),
  (select count(*) from leads where date(created_at / 1000, 'unixepoch') <= days.day and pipeline_stage = 'lost')
from (
  with recursive days (day) as (
    select date(created_at / 1000, 'unixepoch') from workspaces
    union all
    select date(day, '+1 day') from days where day < date()
  )
  select day from days
) as days
where true
on conflict do update set messages_received = excluded.messages_received, messages_sent = excluded.messages_sent, messages_failed = excluded.messages_failed, opt_outs = excluded.opt_outs, clicks = excluded.clicks, items_received = excluded.items_received, runs_started = excluded.runs_started, runs_ended = excluded.runs_ended, runs_triggered = excluded.runs_triggered;

update usage_days set stored_bytes = 1000 * leads + 400 * messages where day < date();

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(enrolled_at / 1000, 'unixepoch') as day, 'began_' || hex(cause ->> '$.trigger_id') as key, count(*) as n
  from runs where cause is not null
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'started' as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.visit = 1
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'entered_' || hex(run_steps.node_id) as key, count(*) as n
  from runs join run_steps on run_id = runs.id
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(left_at / 1000, 'unixepoch') as day, 'left_' || hex(run_steps.node_id) || '_' || hex(outcome) as key, count(*) as n
  from runs join run_steps on run_id = runs.id where left_at is not null and not (ended_at is not null and run_steps.visit = visits and outcome = end_reason)
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(ended_at / 1000, 'unixepoch') as day, 'ended' as key, count(*) as n
  from runs where ended_at is not null and node_id is not null
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(ended_at / 1000, 'unixepoch') as day, 'failed' as key, count(*) as n
  from runs where state = 'failed' and node_id is not null
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(ended_at / 1000, 'unixepoch') as day, 'ended_' || hex(node_id) || '_' || hex(state) || '_' || hex(end_reason) as key, count(*) as n
  from runs where ended_at is not null and node_id is not null
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'sent' as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and true
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'sent_' || hex(run_steps.node_id) as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and true
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'delivered' as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and true
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'delivered_' || hex(run_steps.node_id) as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and true
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'read' as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and ((runs.id + run_steps.visit) % 4 <> 0 or exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_reply'
    and next.left_at is not null and next.outcome not in ('timeout', 'opted_out', 'cancelled')) or exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_event'
    and next.left_at is not null and next.outcome = 'event'))
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'read_' || hex(run_steps.node_id) as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and ((runs.id + run_steps.visit) % 4 <> 0 or exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_reply'
    and next.left_at is not null and next.outcome not in ('timeout', 'opted_out', 'cancelled')) or exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_event'
    and next.left_at is not null and next.outcome = 'event'))
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'clicked' as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_event'
    and next.left_at is not null and next.outcome = 'event')
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'clicked_' || hex(run_steps.node_id) as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_event'
    and next.left_at is not null and next.outcome = 'event')
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'replied' as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_reply'
    and next.left_at is not null and next.outcome not in ('timeout', 'opted_out', 'cancelled'))
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, date(entered_at / 1000, 'unixepoch') as day, 'replied_' || hex(run_steps.node_id) as key, count(*) as n
  from runs join run_steps on run_id = runs.id where run_steps.type in ('message', 'template') and left_at is not null and exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = 'wait_for_reply'
    and next.left_at is not null and next.outcome not in ('timeout', 'opted_out', 'cancelled'))
  group by 1, 2, 3, 4
)
group by 1, 2, 3;

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, date(), json_group_object('at_' || hex(node_id), n)
from (
  select scenario_id, version, node_id, count(*) as n from runs
  where ended_at is null and waiting_for is not null group by 1, 2, 3
)
group by 1, 2;

with demo(id, workspace_id, shortcut, shortcut_key, text, search, created_at, updated_at) as (values
  (1, 1, 'hello', 'hello', 'Hello {{first_name|there}}, thank you for writing! How can I help you?', 'hello
hello {{first_name|there}}, thank you for writing! how can i help you?', 8467200000, 8467200000),
  (2, 1, 'bonjour', 'bonjour', 'Bonjour {{first_name|à vous}}, merci de votre message ! Comment puis-je vous aider ?', 'bonjour
bonjour {{first_name|a vous}}, merci de votre message ! comment puis-je vous aider ?', 8467200000, 8467200000),
  (3, 1, 'hours', 'hours', 'The evening course is on Tuesdays and Thursdays, from 18:00 to 20:30.', 'hours
the evening course is on tuesdays and thursdays, from 18:00 to 20:30.', 8208000000, 8208000000),
  (4, 1, 'price', 'price', 'The whole programme costs 2,400 €, in up to ten instalments without interest.', 'price
the whole programme costs 2,400 €, in up to ten instalments without interest.', 8208000000, 8208000000),
  (5, 1, 'financing', 'financing', 'Many employers pay half of it. Here is how: http://localhost:8787/guide', 'financing
many employers pay half of it. here is how: http://localhost:8787/guide', 6048000000, 6048000000),
  (6, 1, 'call', 'call', 'The easiest is to talk for ten minutes. Your hour: http://localhost:8787/call', 'call
the easiest is to talk for ten minutes. your hour: http://localhost:8787/call', 6048000000, 6048000000),
  (7, 1, 'later', 'later', 'No hurry at all, {{first_name|there}}. May I write to you again in the spring?', 'later
no hurry at all, {{first_name|there}}. may i write to you again in the spring?', 2851200000, 2851200000)
)
insert into canned_replies (id, workspace_id, shortcut, shortcut_key, text, search, created_at, updated_at)
select id, workspace_id, shortcut, shortcut_key, text, search, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, name, state, format, bytes, has_file, columns, mapping, settings, attempt, row, offset, updated, unchanged, conflict, invalid, started_by, created_at, started_at, finished_at) as (values
  (1, 1, 'Salon-2026.csv', 'completed', 'csv', 2184, 0, '["Prénom","Nom","E-mail","Téléphone"]', '{"Prénom":"first_name","Nom":"last_name","E-mail":"email","Téléphone":"phone"}', '{"mode":"upsert"}', 1, 31, 2184, 22, 7, 1, 1, 't1', 2246400000, 2246313600, 2246270400)
)
insert into imports (id, workspace_id, name, state, format, bytes, has_file, columns, mapping, settings, attempt, row, offset, updated, unchanged, conflict, invalid, started_by, created_at, started_at, finished_at)
select id, workspace_id, name, state, format, bytes, has_file, columns, mapping, settings, attempt, row, offset, updated, unchanged, conflict, invalid, started_by, loaded.ms - created_at, loaded.ms - started_at, loaded.ms - finished_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(workspace_id, import_id, attempt, row, status, errors, conflicts) as (values
  (1, 1, 1, 9, 'invalid', '{"email":["The email field must be a valid email address."]}', null),
  (1, 1, 1, 24, 'conflict', '{}', '{"email":12,"phone":31}')
)
insert into import_rows (workspace_id, import_id, attempt, row, status, errors, conflicts)
select workspace_id, import_id, attempt, row, status, errors, conflicts
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(workspace_id, id, action, target_id, actor_type, actor_id, actor_name, request_id, nonce, created_at) as (values
  (1, 1, 'tag.created', 1, 'token', 1, 'Demo', 'demo-1', 'demo-1', 10359360000),
  (1, 2, 'channel.created', 1, 'token', 1, 'Demo', 'demo-2', 'demo-2', 10350720000),
  (1, 3, 'channel.created', 2, 'token', 1, 'Demo', 'demo-3', 'demo-3', 10342080000),
  (1, 4, 'short_link.created', 1, 'token', 1, 'Demo', 'demo-4', 'demo-4', 9504000000),
  (1, 5, 'token.created', 2, 'token', 1, 'Demo', 'demo-5', 'demo-5', 8640000000),
  (1, 6, 'token.created', 3, 'token', 1, 'Demo', 'demo-6', 'demo-6', 8640000000),
  (1, 7, 'canned_reply.created', 1, 'token', 2, 'Camille', 'demo-7', 'demo-7', 8467200000),
  (1, 8, 'short_link.created', 2, 'token', 1, 'Demo', 'demo-8', 'demo-8', 7776000000),
  (1, 9, 'scenario.created', 1, 'token', 1, 'Demo', 'demo-9', 'demo-9', 6912000000),
  (1, 10, 'short_link.created', 3, 'token', 1, 'Demo', 'demo-10', 'demo-10', 6480000000),
  (1, 11, 'short_link.created', 4, 'token', 1, 'Demo', 'demo-11', 'demo-11', 5184000000),
  (1, 12, 'scenario.replaced', 1, 'token', 1, 'Demo', 'demo-12', 'demo-12', 4320000000),
  (1, 13, 'scenario.created', 2, 'token', 1, 'Demo', 'demo-13', 'demo-13', 3888000000),
  (1, 14, 'short_link.replaced', 3, 'token', 1, 'Demo', 'demo-14', 'demo-14', 3542400000),
  (1, 15, 'canned_reply.created', 7, 'token', 3, 'Noah', 'demo-15', 'demo-15', 2851200000),
  (1, 16, 'scenario.created', 3, 'token', 1, 'Demo', 'demo-16', 'demo-16', 2592000000),
  (1, 17, 'source.created', 1, 'token', 1, 'Demo', 'demo-17', 'demo-17', 2548800000),
  (1, 18, 'import.created', 1, 'token', 1, 'Demo', 'demo-18', 'demo-18', 2246400000),
  (1, 19, 'import.started', 1, 'token', 1, 'Demo', 'demo-19', 'demo-19', 2246400000),
  (1, 20, 'scenario.lead_removed', 1, 'token', 1, 'Demo', 'demo-20', 'demo-20', 2160000000),
  (1, 21, 'source.created', 2, 'token', 1, 'Demo', 'demo-21', 'demo-21', 2073600000),
  (1, 22, 'webhook_endpoint.created', 1, 'token', 1, 'Demo', 'demo-22', 'demo-22', 1814400000),
  (1, 23, 'scenario.replaced', 2, 'token', 1, 'Demo', 'demo-23', 'demo-23', 1209600000),
  (1, 24, 'scenario.created', 4, 'token', 1, 'Demo', 'demo-24', 'demo-24', 1123200000),
  (1, 25, 'template.created', 18, 'token', 1, 'Demo', 'demo-25', 'demo-25', 1036800000),
  (1, 26, 'scenario.leads_enrolled', 1, 'token', 1, 'Demo', 'demo-26', 'demo-26', 561600000),
  (1, 27, 'source.created', 3, 'token', 1, 'Demo', 'demo-27', 'demo-27', 432000000),
  (1, 28, 'settings.updated', null, 'token', 1, 'Demo', 'demo-28', 'demo-28', 172800000),
  (1, 29, 'scenario.draft_saved', 1, 'token', 1, 'Demo', 'demo-29', 'demo-29', 34560000),
  (1, 30, 'template.created', 19, 'token', 1, 'Demo', 'demo-30', 'demo-30', 25920000)
)
insert into audit_log (workspace_id, id, action, target_id, actor_type, actor_id, actor_name, request_id, nonce, created_at)
select workspace_id, id, action, target_id, actor_type, actor_id, actor_name, request_id, nonce, loaded.ms - created_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

with demo(id, workspace_id, url, event_types, failures, created_at, updated_at) as (values
  (1, 1, 'https://example.com/hooks/crm', '["lead.*","link.clicked"]', 118, 1814400000, 51840000)
)
insert into webhook_endpoints (id, workspace_id, url, event_types, failures, created_at, updated_at)
select id, workspace_id, url, event_types, failures, loaded.ms - created_at, loaded.ms - updated_at
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

update webhook_endpoints set is_active = 0, disabled_reason = 'failing', disabled_at = updated_at,
  failing_since = (select updated_at from workspaces where id = 1) - 518400000;

update events set id = past.id
from (
  select type, old, at * 1000 + row_number() over (partition by at order by old) as id
  from (
    select type, id as old, min((select updated_at from workspaces where id = 1) - 1000, ifnull(case type
      when 'lead.created' then (select created_at from leads where id = events.lead_id)
      when 'lead.tag_added' then (select created_at from lead_tags where lead_id = events.lead_id and tag_id = data ->> '$.tag_id')
      when 'lead.opted_out' then (select max(at) from consents where lead_id = events.lead_id)
      when 'lead.profile_updated' then ifnull((select max(summary_generated_at) from conversations where lead_id = events.lead_id), (select updated_at from leads where id = events.lead_id))
      when 'lead.stage_changed' then (select iif(data ->> '$.to' = 'call_booked', created_at, updated_at) from bookings where lead_id = events.lead_id order by id limit 1)
      when 'lead.event_reported' then (select received_at from source_deliveries where source_id = data ->> '$.data.source_id' and lead_id = events.lead_id)
      when 'booking.created' then (select created_at from bookings where id = data ->> '$.booking_id')
      when 'booking.moved' then (select max(received_at) from source_deliveries where booking_id = data ->> '$.booking_id' and fact = 'booked')
      when 'booking.cancelled' then (select updated_at from bookings where id = data ->> '$.booking_id')
      when 'booking.no_show' then (select updated_at from bookings where id = data ->> '$.booking_id')
      when 'booking.held' then (select updated_at from bookings where id = data ->> '$.booking_id')
      when 'booking.outcome' then (select updated_at from bookings where id = data ->> '$.booking_id')
      when 'conversation.summarized' then (select summary_generated_at from conversations where id = data ->> '$.conversation_id')
      when 'conversation.updated' then (select max(created_at) + 600000 from messages where conversation_id = data ->> '$.conversation_id')
      when 'conversation.note_added' then (select created_at from messages where id = data ->> '$.message_id')
      when 'message.received' then (select created_at from messages where id = data ->> '$.message_id')
      when 'message.failed' then (select created_at from messages where id = data ->> '$.message_id')
      when 'link.sent' then (select sent_at from link_sends where id = data ->> '$.link_send_id')
      when 'link.clicked' then (select clicked_at from link_clicks where id = data ->> '$.click_id')
      when 'run.started' then (select enrolled_at from runs where id = data ->> '$.run_id')
      when 'run.completed' then (select ended_at from runs where id = data ->> '$.run_id')
      when 'run.exited' then (select ended_at from runs where id = data ->> '$.run_id')
      when 'run.handed_off' then (select ended_at from runs where id = data ->> '$.run_id')
      when 'run.cancelled' then (select ended_at from runs where id = data ->> '$.run_id')
      when 'template.updated' then (select status_at from templates where channel_id = 1 and id = data ->> '$.template_id')
      when 'webhook_endpoint.disabled' then (select disabled_at from webhook_endpoints where id = data ->> '$.webhook_endpoint_id')
    end, (select updated_at from workspaces where id = 1))) as at
    from events where workspace_id = 1
  )
) as past
where events.workspace_id = 1 and events.id = past.old;

update webhook_endpoints set next_at = null,
  next_event_id = (select min(id) from events where workspace_id = 1 and id > (disabled_at * 1000));

insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, attempts, last_attempt_at, error, http_status, latency_ms, answer, created_at)
select 1, 1, id,
  iif(has_failed, 'failed', 'delivered'),
  iif(has_failed, 10, 1 + (id % 19 = 0)),
  iif(has_failed, min(at + 86400000, disabled_at), at + 900),
  case when not has_failed then null when id % 5 = 0 then 'timeout' else 'status' end,
  case when not has_failed then 200 when id % 5 > 0 then 503 end,
  case when not has_failed then 80 + id % 140 when id % 5 = 0 then 15000 else 40 + id % 90 end,
  case when not has_failed then 'ok' when id % 5 > 0 then 'Service Unavailable' end,
  at + 500
from (
  select events.id, events.id / 1000 as at, disabled_at, events.id / 1000 > failing_since as has_failed
  from events join webhook_endpoints on webhook_endpoints.id = 1
  where events.workspace_id = 1 and (type glob 'lead.*' or type = 'link.clicked')
    and events.id / 1000 between webhook_endpoints.created_at and disabled_at
)
order by id;

with demo(scenario_id, trigger_id, workspace_id, type, lane, data, fault, platform, place, is_on, created_at) as (values
  (1, 'the-day-after', 1, 'date', null, '{"priority":0,"again":"always","of":"variables.webinar_at","offset_days":1,"at":"10:00","time_zone":"lead","yearly":false,"if_missed":"skip"}', null, 'whatsapp', 0, 1, 6912000000),
  (2, 'hello', 1, 'first_message', 'speech', '{"priority":0,"again":"never","while_handled":false}', null, 'instagram', 0, 1, 3888000000),
  (2, 'story', 1, 'story_reply', 'speech', '{"priority":0,"again":{"after_days":1},"while_handled":false,"match":"word"}', null, 'instagram', 1, 1, 3888000000),
  (2, 'price', 1, 'comment', 'speech', '{"priority":0,"again":"once_per_post","while_handled":false,"words":["PRICE","PRICES","prix","precio","preço"],"match":"word","replies":false,"live":"no"}', null, 'instagram', 2, 1, 3888000000),
  (3, 'guide', 1, 'keyword', 'speech', '{"priority":0,"again":{"after_days":7},"filter":{"all":[{"field":"pipeline_stage","op":"not_equals","value":"won"}]},"while_handled":false,"words":["GUIDE","le guide","guía","la guía"],"match":"begins"}', null, 'whatsapp', 0, 1, 2592000000),
  (3, 'newsletter', 1, 'tag_added', 'facts', '{"priority":0,"again":"always","max_per_hour":1000,"tag_ids":[2]}', null, 'whatsapp', 1, 1, 2592000000),
  (4, 'booked', 1, 'booking', 'facts', '{"priority":0,"again":"always","max_per_hour":1000,"states":["booked"]}', null, 'whatsapp', 0, 1, 1123200000)
)
insert into scenario_triggers (scenario_id, trigger_id, workspace_id, type, lane, data, fault, platform, place, is_on, since)
select scenario_id, trigger_id, workspace_id, type, lane, data, fault, platform, place, is_on, iif(is_on, (loaded.ms - created_at) * 1000, null)
from demo, (select updated_at as ms from workspaces where id = 1) as loaded;

insert into trigger_cursors (workspace_id, lane, types, position)
select 1, lane, types, (select max(id) from events)
from (select 'speech' as lane, '["comment.received","message.received"]' as types
      union all select 'facts', '["booking.cancelled","booking.created","booking.held","booking.moved","booking.no_show","booking.outcome","lead.created","lead.merged","lead.tag_added","lead.updated"]');

insert into trigger_times (scenario_id, trigger_id, lead_id, workspace_id, due_at)
select scenario_id, trigger_id, leads.id, 1, unixepoch(variables ->> '$.webinar_at', '+14 hours') * 1000
from scenario_triggers join leads on variables ->> '$.webinar_at' is not null
where scenario_triggers.type = 'date';

update runs set cause = json_set(cause, '$.event_id', event_id, '$.message_id', (select data ->> '$.message_id' from events where id = event_id))
from (
  select id, (
  select events.id from events
  where events.workspace_id = 1 and events.lead_id = runs.lead_id and events.type = case cause ->> '$.type'
    when 'keyword' then 'message.received'
    when 'booking' then 'booking.created'
    else 'lead.tag_added'
  end
    and ifnull(events.data ->> '$.tag_id', 2) = 2
  order by abs(events.id / 1000 - enrolled_at) limit 1) as event_id
  from runs where cause is not null
) as found where found.id = runs.id;

update events set data = json_set(data,
  '$.started_by.event_id', run.cause -> '$.event_id',
  '$.started_by.message_id', run.cause -> '$.message_id')
from (select id, cause from runs where cause is not null) as run
where type = 'run.started' and run.id = data ->> '$.run_id';

insert into trigger_entries (lead_id, scenario_id, trigger_id, workspace_id, at, times)
select lead_id, scenario_id, cause ->> '$.trigger_id', 1, enrolled_at, 1
from runs where cause ->> '$.type' = 'keyword' and enrolled_at > (select updated_at from workspaces where id = 1) - 604800000;

insert into trigger_evaluations (workspace_id, id, lead_id, lane, event_id, last_event_id, message_id, outcome, candidates, run_ids, created_at, updated_at)
select 1, enrolled_at * 1000 + id, lead_id, iif(channel_id is null, 'facts', 'speech'),
  cause ->> '$.event_id', cause ->> '$.event_id', cause ->> '$.message_id', 'started',
  json_array(json_array(scenario_id, cause ->> '$.trigger_id', 'started')), json_array(id),
  enrolled_at, enrolled_at
from runs where cause is not null;

insert into trigger_evaluations (workspace_id, id, lead_id, lane, event_id, last_event_id, message_id, outcome, candidates, run_ids, created_at, updated_at)
select 1, at * 1000, lead, 'speech', event_id, event_id, (select data ->> '$.message_id' from events where id = event_id), outcome,
  json_array(json_array(scenario, "trigger", outcome)), '[]', at, at
from (
  select *, (
  select events.id from events
  where events.workspace_id = 1 and events.lead_id = lead and events.type = 'message.received'
    and ifnull(events.data ->> '$.tag_id', 2) = 2
  order by abs(events.id / 1000 - at) limit 1) as event_id
  from (
    select lead, scenario, "trigger", outcome, (select updated_at from workspaces where id = 1) - at as at
    from (select 32 as lead, 725757000 as at, 3 as scenario, 'guide' as "trigger", 'filtered' as outcome
      union all select 52 as lead, 348189000 as at, 3 as scenario, 'guide' as "trigger", 'started_before' as outcome
      union all select 55 as lead, 12957000 as at, 3 as scenario, 'guide' as "trigger", 'handled_by_person' as outcome)
  )
);

insert into scenario_changes (scenario_id, version, day, counts)
select 3, 1, date(((select updated_at from workspaces where id = 1) - 725760000) / 1000, 'unixepoch'), '{"refused_6775696465_66696C7465726564":1}'
union all select 3, 1, date(((select updated_at from workspaces where id = 1) - 348192000) / 1000, 'unixepoch'), '{"refused_6775696465_737461727465645F6265666F7265":1}'
union all select 3, 1, date(((select updated_at from workspaces where id = 1) - 12960000) / 1000, 'unixepoch'), '{"refused_6775696465_68616E646C65645F62795F706572736F6E":1}';
