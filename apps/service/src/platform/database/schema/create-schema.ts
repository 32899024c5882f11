import { type Kysely, sql } from 'kysely';
import { accounts } from './accounts.ts';
import { applications } from './applications.ts';
import { connections } from './connections.ts';
import { matchStatus } from './match-status.ts';
import { matches } from './matches.ts';
import { memberSearch } from './member-search.ts';
import { members } from './members.ts';
import { operators } from './operators.ts';
import { ratings } from './ratings.ts';
import { service } from './service.ts';
import { standings } from './standings.ts';
import { webhooks } from './webhooks.ts';

// Each after the tables that it refers to.
const statements = [
  ...members,
  ...applications,
  ...accounts,
  ...connections,
  ...matches,
  ...matchStatus,
  ...memberSearch,
  ...ratings,
  ...standings,
  ...webhooks,
  ...operators,
  ...service,
];

// One statement at a time, because the extended protocol takes no more.
export async function createSchema(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}
