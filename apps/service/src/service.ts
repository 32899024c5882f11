import { freePort } from '@partner-rating/processes';
import { sports } from '@partner-rating/ratings';
import type { Logger } from 'pino';
import { createMailTask } from './account/compose-mail.ts';
import { createPlayerMailTask } from './account/queue-player-mails.ts';
import { buildApp } from './app.ts';
import { LOG_IN_OUTCOMES } from './connect/login/sessions.ts';
import { stopJobs } from './console/jobs/start-job.ts';
import { createTeamMailTask, teamMailTexts } from './console/team-mails.ts';
import { createFolding } from './leaderboards/fold-deltas.ts';
import { openKeyedHash } from './members/keyed-hash.ts';
import { waitAtMost } from './platform/concurrency/periodic-task.ts';
import type { Configuration } from './platform/configuration/configuration.ts';
import type { Dependencies } from './platform/configuration/dependencies.ts';
import type { ConnectedDatabase } from './platform/database/connect.ts';
import type { Database } from './platform/database/schema.ts';
import { logFailure } from './platform/database/unreachable.ts';
import { createDailyRequests } from './platform/http/daily-requests.ts';
import { measureCounters, measureRequests } from './platform/http/http-metrics.ts';
import { type FindAddresses, listen } from './platform/http/listen.ts';
import { countInMemory } from './platform/http/rate-limits.ts';
import { measureMails } from './platform/mail/dispatch-mails.ts';
import {
  createLabeledCount,
  createMetrics,
  measureServiceCounts,
} from './platform/metrics/metrics.ts';
import { measureConnections, serveMetrics } from './platform/metrics/serve-metrics.ts';
import { ListenError } from './platform/net.ts';
import { checkSecretsKey } from './platform/secrets/reseal.ts';
import { createSecretSealing } from './platform/secrets/sealing.ts';
import { createRetention, measureRetention } from './privacy/retention.ts';
import { checkModel } from './ratings/rebuild-ratings.ts';
import { createSettlementTask, measureSettlement } from './ratings/settlement/settle-due.ts';
import { createDispatcher, LIMITS } from './webhooks/dispatch/dispatcher.ts';
import { makeDeliveryDays } from './webhooks/store/delivery-days.ts';
import { measureDeliveries, measureDispatch } from './webhooks/webhook-metrics.ts';

export interface RunningService {
  dependencies: Dependencies;
  /** The port it listens on. */
  port: number;
  /** Lets requests and delivery attempts under way finish, as long as none hangs. */
  stop: () => Promise<void>;
}

export interface ServiceOptions {
  database: Database;
  /** How its connections are used, for the metrics; nothing of an embedded one. */
  connections?: ConnectedDatabase['connections'];
  configuration: Configuration;
  logger: Logger;
  clock?: () => Date;
  /** How long requests, deliveries and mails under way have when it stops. */
  stopMilliseconds?: number;
  /** The addresses of `localhost`; as the operating system has them by default. */
  findAddresses?: FindAddresses;
  /** Called before the service listens. */
  prepare?: (dependencies: Dependencies) => Promise<void>;
}

/**
 * Longer than any answer takes: the longest is that of a test of a webhook. A client that has not sent the whole
 * request by then is cut off.
 */
export const STOP_MILLISECONDS = LIMITS.timeoutMilliseconds + 1_000;

/**
 * Listens, delivers webhooks and mails, keeps leaderboards and deletes what is kept no longer, over a database
 * whose schema is up to date.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { database, connections, configuration, logger, clock = () => new Date() } = options;
  const { stopMilliseconds = STOP_MILLISECONDS, findAddresses } = options;
  const { host } = configuration;
  // The public address holds the port, and nothing is filled for a service that cannot listen.
  const port = await freePort(host, configuration.port).catch(
    refuseToListen(host, configuration.port),
  );
  const publicUrl = configuration.publicUrl ?? `http://localhost:${port}`;
  const serviceCounts = {
    logIns: createLabeledCount<string>(LOG_IN_OUTCOMES),
    ratedMatches: createLabeledCount<string>(sports),
  };
  const dependencies: Dependencies = { database, clock, configuration, publicUrl, serviceCounts };
  await checkSecretsKey(database, createSecretSealing(configuration));
  await openKeyedHash(dependencies);
  await checkModel(database, logger);
  await makeDeliveryDays(database, clock()).catch((error: unknown) => {
    logFailure(
      logger,
      { err: error },
      'Tables for the deliveries of the next days could not be made.',
    );
  });
  await options.prepare?.(dependencies);

  const dispatcher = createDispatcher(dependencies, { log: logger });
  const folding = createFolding(database, { log: logger });
  const settlement = createSettlementTask(dependencies, { log: logger });
  const retention = createRetention(dependencies, { log: logger });
  const others = teamMailTexts(dependencies);
  const mails = await createMailTask(dependencies, logger, { others });
  const teamMails = createTeamMailTask(dependencies, logger);
  const playerMails = createPlayerMailTask(dependencies, logger);
  const { redisUrl, metricsHost, metricsPort } = configuration;
  const shared = redisUrl === null ? null : await openSharedCounters(redisUrl, logger);
  const counters = shared ?? countInMemory();
  const metrics = metricsPort === null ? null : createMetrics(logger);
  const daily = createDailyRequests(dependencies, { log: logger });
  const measure = metrics === null ? null : measureRequests(metrics);
  const app = await buildApp(dependencies, {
    logger,
    onWrite: dispatcher.wake,
    counters,
    onAnswer: (request, reply) => {
      daily.count(request, reply);
      measure?.(request, reply);
    },
  }).catch(async (error: unknown) => {
    await counters.close();
    throw error;
  });
  try {
    if (metrics !== null && metricsPort !== null) {
      measureDispatch(metrics, dispatcher);
      measureDeliveries(metrics, dependencies);
      measureSettlement(metrics, dependencies, settlement);
      measureRetention(metrics, retention);
      measureServiceCounts(metrics, serviceCounts);
      if (connections) measureConnections(metrics, connections);
      if (shared !== null) measureCounters(metrics, shared);
      if (mails !== null) measureMails(metrics, dependencies, mails);
      const { close } = await serveMetrics({ host: metricsHost, port: metricsPort }, metrics);
      app.addHook('onClose', close);
    }
    await listen(app, { host, port }, findAddresses).catch(refuseToListen(host, port));
  } catch (error) {
    await app.close();
    throw error;
  }
  dispatcher.start();
  folding.start();
  settlement.start();
  retention.start();
  mails?.start();
  playerMails?.start();
  teamMails?.start();
  daily.start();
  return {
    dependencies,
    port,
    stop: async () => {
      const milliseconds = configuration.shutdownDelay * 1_000 + stopMilliseconds;
      const deadline = setTimeout(() => app.server.closeAllConnections(), milliseconds);
      const tasks = [dispatcher, settlement, retention, mails, playerMails, teamMails].map((task) =>
        task?.stop(),
      );
      // At the same time: one after the other they might take longer than the operator waits. A delivery or a mail
      // that takes longer is left: it is sent again once its lease is over.
      const work = Promise.all([...tasks, stopJobs(database)]);
      await Promise.all([app.close(), waitAtMost(milliseconds, work)]);
      clearTimeout(deadline);
      await Promise.all([folding.stop(), daily.stop()]);
    },
  };
}

/** Loads the client of Redis only where there is one, since most of what starts has none. */
async function openSharedCounters(redisUrl: string, logger: Logger) {
  const { countInRedis } = await import('./platform/http/redis-counters.ts');
  return await countInRedis(redisUrl, logger);
}

function refuseToListen(host: string, port: number): (cause: unknown) => never {
  return (cause) => {
    throw new ListenError(host, port, cause);
  };
}
