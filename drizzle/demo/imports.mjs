// An import that is done: most of its rows changed leads, and two were not taken.

const columns = ["Prénom", "Nom", "E-mail", "Téléphone"];

export const importRows = [
  {
    id: 1,
    workspace_id: 1,
    name: "Salon-2026.csv",
    state: "completed",
    format: "csv",
    bytes: 2_184,
    has_file: false,
    columns,
    mapping: { Prénom: "first_name", Nom: "last_name", "E-mail": "email", Téléphone: "phone" },
    settings: { mode: "upsert" },
    attempt: 1,
    row: 31,
    offset: 2_184,
    updated: 22,
    unchanged: 7,
    conflict: 1,
    invalid: 1,
    started_by: "t1",
    created_at: 26,
    started_at: 25.999,
    finished_at: 25.9985,
  },
];

const rejected = (row, status, errors, conflicts) => ({
  workspace_id: 1,
  import_id: 1,
  attempt: 1,
  row,
  status,
  errors,
  conflicts,
});

export const rejectedRows = [
  rejected(9, "invalid", { email: ["The email field must be a valid email address."] }, null),
  rejected(24, "conflict", {}, { email: 12, phone: 31 }),
];
