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
import {
  type Counters,
  WINDOW_SECONDS,
} from '@partner-rating/service/src/platform/http/rate-limits.ts';
import { settleDue } from '@partner-rating/service/src/ratings/settlement/settle-due.ts';
import { createDispatcher } from '@partner-rating/service/src/webhooks/dispatch/dispatcher.ts';
import { pino } from 'pino';
import { openReceiver, type Receiver } from './receiver.ts';

const HOST = '127.0.0.1';
// The key is the same in every environment, so that a copy can decrypt stored secrets.
const SECRETS_KEY = Buffer.alloc(32, 'courtside').toString('base64');

/** A running service with its own embedded database, and a receiver of its webhooks. */
export interface Environment {
  dependencies: Dependencies;
  receiver: Receiver;
  /** Changes the clock. The clock does not move by itself. */
  time: { now: Date };
  /** Sends every webhook delivery that is due. */
  deliver: () => Promise<void>;
  /** Settles pending ratings, as the service does in the background. */
  settle: () => Promise<void>;
  /** Starts a copy with the current data. */
  copy: () => Promise<Environment>;
  close: () => Promise<void>;
}

export interface EnvironmentOptions {
  /** Data directory of the embedded database. Default: a new directory. */
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

/** Counts requests by the scenario's clock, so that a slow machine stays within the same minute. */
function countByTime(clock: () => Date): Counters {
  return {
    counter: () => {
      const windows = new Map<string, { requests: number; endsAt: number }>();
      return async (who) => {
        const now = clock().getTime();
        const last = windows.get(who);
        const window =
          last !== undefined && now < last.endsAt
            ? last
            : { requests: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
        window.requests += 1;
        windows.set(who, window);
        return {
          requests: window.requests,
          resetSeconds: Math.ceil((window.endsAt - now) / 1_000),
        };
      };
    },
    close: async () => {},
  };
}
