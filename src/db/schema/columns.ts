import { integer } from "drizzle-orm/sqlite-core";

export const id = () => integer().primaryKey({ autoIncrement: true });

export const tally = () => integer().notNull().default(0);

export const stamps = { createdAt: integer().notNull(), updatedAt: integer().notNull() };
