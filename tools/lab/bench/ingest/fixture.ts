import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectDatabase,
  openPostgres,
} from '@partner-rating/service/src/platform/database/connect.ts';
import { openDatabase } from '@partner-rating/service/src/platform/database/migrate.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { addParts } from '@partner-rating/service/src/ratings/store/parts.ts';
import type { BenchmarkContext } from '../benchmark.ts';

interface Opened {
  database: Database;
  close: () => Promise<void>;
}

/** A database that this process can open, that a server process can use, and that can be copied while it is closed. */
export interface DatabaseFixture {
  open: () => Promise<Opened>;
  /** The environment variables with which the service finds the database. */
  environment: Record<string, string>;
  copy: () => Promise<DatabaseFixture>;
}

/** Returns a copy of the dataset of the run, which has many other players. */
export async function postgresFixture({
  dataset,
  copyDataset,
}: Pick<BenchmarkContext, 'dataset' | 'copyDataset'>): Promise<DatabaseFixture> {
  const copy = await copyDataset(dataset);
  return {
    open: async () => openPostgres(copy.databaseUrl),
    environment: { DATABASE_URL: copy.databaseUrl },
    copy: async () => await postgresFixture({ dataset: copy, copyDataset }),
  };
}

/** Creates an embedded database. It holds no other players, and nothing maintains it during the run. */
export async function embeddedFixture(): Promise<
  DatabaseFixture & { remove: () => Promise<void> }
> {
  const root = await mkdtemp(join(tmpdir(), 'partner-rating-bench-'));
  let count = 0;
  const fixtureIn = (dataDirectory: string): DatabaseFixture => ({
    open: async () => await connectDatabase({ databaseUrl: null, dataDirectory }),
    environment: { DATA_DIR: dataDirectory },
    copy: async () => {
      count += 1;
      const copy = join(root, `copy-${count}`);
      await cp(dataDirectory, copy, { recursive: true });
      return fixtureIn(copy);
    },
  });
  const origin = join(root, 'origin');
  const migrated = await openDatabase({ databaseUrl: null, dataDirectory: origin });
  await addParts(migrated.database, ['pickleball'], new Date());
  await migrated.close();
  return {
    ...fixtureIn(origin),
    remove: async () => await rm(root, { recursive: true, force: true }),
  };
}
