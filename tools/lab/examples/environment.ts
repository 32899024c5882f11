import { PGlite } from '@electric-sql/pglite';
import { freePort } from '@partner-rating/processes';
import { buildApp } from '@partner-rating/service/src/app.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import type { Dependencies } from '@partner-rating/service/src/platform/configuration/dependencies.ts';
import {
  embeddedOptions,
  openPglite,
} from '@partner-rating/service/src/platform/database/connect.ts';
import { migrateToLatest } from '@partner-rating/service/src/platform/database/migrate.ts';
import { settleDue } from '@partner-rating/service/src/ratings/settlement/settle-due.ts';
import { createDispatcher } from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import { pino } from 'pino';
import { countByTime } from './count-by-time.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const HOST = '127.0.0.1';
// The same in every environment, so that a copy of one can read what was sealed.
const SECRETS_KEY = Buffer.alloc(32, 'courtside').toString('base64');

/** A service that listens, over an embedded database of its own, and a receiver for its events. */
export interface Environment {
  dependencies: Dependencies;
  receiver: Receiver;
  /** Its time stands still until it is set. */
  time: { now: Date };
  /** Makes every delivery attempt that is due. */
  deliver: () => Promise<void>;
  /** Settles whatever is due, as the service does in the background. */
  settle: () => Promise<void>;
  /** Another one like it, as it is now. */
  copy: () => Promise<Environment>;
  close: () => Promise<void>;
}

export interface EnvironmentOptions {
  /** A data directory of the embedded database; a new one where it is left out. */
  snapshot?: Blob;
  now: Date;
}

export async function openEnvironment({ snapshot, now }: EnvironmentOptions): Promise<Environment> {
  const loaded = snapshot === undefined ? {} : { loadDataDir: snapshot };
  const pglite = await PGlite.create({ ...embeddedOptions, ...loaded });
  const database = openPglite(pglite);
  if (snapshot === undefined) await migrateToLatest(database);

  const receiver = await openReceiver();
  const time = { now };
  const port = await freePort(HOST);
  const dependencies: Dependencies = {
    database,
    clock: () => time.now,
    configuration: readConfiguration({
      SECRETS_KEY,
      VALIDATE_RESPONSES: 'true',
      TOKEN_RATE_LIMIT: '0',
      LOG_IN_RATE_LIMIT: '0',
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
    }),
    publicUrl: `http://${HOST}:${port}`,
  };
  const app = await buildApp(dependencies, { counters: countByTime(dependencies.clock) });
  await app.listen({ host: HOST, port });

  return {
    dependencies,
    receiver,
    time,
    deliver: async () => {
      const log = pino({ level: 'silent' });
      const dispatcher = createDispatcher(dependencies, { log, random: () => 0 });
      dispatcher.start();
      await dispatcher.stop();
    },
    settle: async () => await settleDue(dependencies),
    copy: async () =>
      await openEnvironment({ snapshot: await pglite.dumpDataDir('none'), now: time.now }),
    close: async () => {
      await app.close();
      await receiver.close();
      await database.destroy();
    },
  };
}
