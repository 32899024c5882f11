import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../src/platform/database/connect.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import type { Database } from '../src/platform/database/schema.ts';
import type { BenchmarkContext } from './frame.ts';

interface Opened {
  database: Database;
  close: () => Promise<void>;
}

/** A database that can be opened here, served by a process of its own, and copied while neither is. */
export interface Ground {
  open: () => Promise<Opened>;
  /** What the service finds it by. */
  environment: Record<string, string>;
  copy: () => Promise<Ground>;
}

/** Over the dataset of the run, full of other players. */
export async function postgresGround({
  dataset,
  copyDataset,
}: Pick<BenchmarkContext, 'dataset' | 'copyDataset'>): Promise<Ground> {
  const copy = await copyDataset(dataset);
  return {
    open: async () => openPostgres(copy.databaseUrl),
    environment: { DATABASE_URL: copy.databaseUrl },
    copy: async () => await postgresGround({ dataset: copy, copyDataset }),
  };
}

/** The embedded database, which holds no other players. */
export async function embeddedGround(): Promise<Ground & { remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'partner-rating-bench-'));
  let count = 0;
  const ground = (dataDirectory: string): Ground => ({
    open: async () => await openDatabase({ databaseUrl: null, dataDirectory }),
    environment: { DATA_DIR: dataDirectory },
    copy: async () => {
      count += 1;
      const copy = join(root, `copy-${count}`);
      await cp(dataDirectory, copy, { recursive: true });
      return ground(copy);
    },
  });
  return {
    ...ground(join(root, 'origin')),
    remove: async () => await rm(root, { recursive: true, force: true }),
  };
}
