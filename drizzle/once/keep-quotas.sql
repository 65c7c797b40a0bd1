-- Workspaces that store more than 1 GB keep the 4 GB that were the default of `stored_bytes`, until
-- the operator sets another quota.
UPDATE workspaces
SET quotas = json_set(quotas, '$.stored_bytes', 4000000000)
WHERE quotas ->> 'stored_bytes' IS NULL
  AND 1000000000 < (
    SELECT stored_bytes
    FROM usage_days
    WHERE workspace_id = workspaces.id
    ORDER BY day DESC
    LIMIT 1
  );
