-- A change of a lead is an event that lists the changed fields, save those that have events of
-- their own (tags, stage, consent). Objects and long texts are listed without their values; if the
-- names of the changed variables alone are long, the event only records that some have changed. So
-- an event stays small (features/events/event-row.ts). A variable that was absent, or is now, is
-- NULL here, and a null of JSON is 'null'. Variables in another order are the same.
CREATE TRIGGER events_lead_updated
AFTER UPDATE OF
  ext_id,
  first_name,
  last_name,
  username,
  image,
  email,
  phone,
  source,
  warmth,
  variables,
  data,
  whatsapp_phone_number_id,
  age,
  occupation_status,
  maturity_level,
  engagement_level,
  is_lost,
  lost_reason,
  profile
ON leads
WHEN (
    new.ext_id,
    new.first_name,
    new.last_name,
    new.username,
    new.image,
    new.email,
    new.phone,
    new.source,
    new.warmth,
    new.variables,
    new.data,
    new.whatsapp_phone_number_id,
    new.age,
    new.occupation_status,
    new.maturity_level,
    new.engagement_level,
    new.is_lost,
    new.lost_reason,
    new.profile
  ) IS NOT (
    old.ext_id,
    old.first_name,
    old.last_name,
    old.username,
    old.image,
    old.email,
    old.phone,
    old.source,
    old.warmth,
    old.variables,
    old.data,
    old.whatsapp_phone_number_id,
    old.age,
    old.occupation_status,
    old.maturity_level,
    old.engagement_level,
    old.is_lost,
    old.lost_reason,
    old.profile
  )
BEGIN
  INSERT INTO new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  SELECT
    new.workspace_id,
    'lead.updated',
    new.id,
    NULL,
    json_object(
      'changes',
      json(
        iif(
          octet_length(with_values) <= 8000,
          with_values,
          iif(
            octet_length(without_values) <= 8000,
            without_values,
            json_set(without_variables, '$.variables', json('{}'))
          )
        )
      )
    ),
    new.changed_by
  FROM (
    SELECT
      json_group_object(
        name,
        json(
          iif(
            has_values,
            iif(
              old_value IS NULL,
              json_object('to', json(new_value)),
              iif(
                new_value IS NULL,
                json_object('from', json(old_value)),
                json_object('from', json(old_value), 'to', json(new_value))
              )
            ),
            '{}'
          )
        )
      ) AS with_values,
      json_group_object(name, json('{}')) AS without_values,
      json_group_object(name, json('{}'))
        FILTER (WHERE name NOT GLOB 'variables.*') AS without_variables
    FROM (
      SELECT
        value ->> 0 AS name,
        value -> 1 AS old_value,
        value -> 2 AS new_value,
        1 AS has_values
      FROM json_each(json_array(
        json_array('ext_id', old.ext_id, new.ext_id),
        json_array('first_name', old.first_name, new.first_name),
        json_array('last_name', old.last_name, new.last_name),
        json_array('username', old.username, new.username),
        json_array('image', old.image, new.image),
        json_array('email', old.email, new.email),
        json_array('phone', old.phone, new.phone),
        json_array('source', old.source, new.source),
        json_array('warmth', old.warmth, new.warmth),
        json_array(
          'whatsapp_phone_number_id',
          old.whatsapp_phone_number_id,
          new.whatsapp_phone_number_id
        ),
        json_array('age', old.age, new.age),
        json_array('occupation_status', old.occupation_status, new.occupation_status),
        json_array('maturity_level', old.maturity_level, new.maturity_level),
        json_array('engagement_level', old.engagement_level, new.engagement_level),
        json_array('lost_reason', old.lost_reason, new.lost_reason),
        json_array(
          'is_lost',
          json(iif(old.is_lost, 'true', 'false')),
          json(iif(new.is_lost, 'true', 'false'))
        )
      ))
      UNION ALL
      SELECT
        'variables.' || ifnull(old_variables.key, new_variables.key),
        old_variables.json,
        new_variables.json,
        1
      FROM (
          SELECT key, old.variables -> fullkey AS json
          FROM json_each(iif(
            new.variables IS NOT old.variables AND json_valid(old.variables),
            old.variables,
            '{}'
          ))
        ) AS old_variables
        FULL JOIN (
          SELECT key, new.variables -> fullkey AS json
          FROM json_each(iif(
            new.variables IS NOT old.variables AND json_valid(new.variables),
            new.variables,
            '{}'
          ))
        ) AS new_variables ON new_variables.key = old_variables.key
      UNION ALL SELECT 'data', old.data, new.data, 0
      UNION ALL SELECT 'profile', old.profile, new.profile, 0
    )
    WHERE old_value IS NOT new_value AND name IS NOT NULL
  )
  WHERE with_values <> '{}';
END;
