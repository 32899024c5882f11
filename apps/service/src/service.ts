import { freePort } from '@partner-rating/processes';
import { sports } from '@partner-rating/ratings';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createMailTask } from './account/compose-mail.ts';
import { createPlayerMailTask } from './account/queue-player-mails.ts';
import { buildApp } from './app.ts';
import { LOG_IN_OUTCOMES } from './connect/login/sessions.ts';
import { stopJobs } from './console/jobs/start-job.ts';
import { createTeamMailTask, teamMailTexts } from './console/team-mails.ts';
import { createFolding } from './leaderboards/fold-deltas.ts';
import { defaultWriteSlots, setWriteSlots } from './matches/batch-transaction.ts';
import { openKeyedHash } from './members/keyed-hash.ts';
import { type PeriodicTask, waitAtMost } from './platform/concurrency/periodic-task.ts';
import type { Configuration } from './platform/configuration/configuration.ts';
import type { Dependencies } from './platform/configuration/dependencies.ts';
import type { ConnectedDatabase } from './platform/database/connect.ts';
import type { Replicas } from './platform/database/replicas/replicas.ts';
import type { Database } from './platform/database/schema.ts';
import { DailyRequests } from './platform/http/daily-requests.ts';
import { measureCounters, measureRequests } from './platform/http/http-metrics.ts';
import { type FindAddresses, listen } from './platform/http/listen.ts';
import { countInMemory } from './platform/http/rate-limits.ts';
import { measureMails } from './platform/mail/dispatch-mails.ts';
import {
  createLabeledCount,
  createMetrics,
  type Metrics,
  measureServiceCounts,
} from './platform/metrics/metrics.ts';
import {
  measureConnections,
  measureReplicas,
  serveMetrics,
} from './platform/metrics/serve-metrics.ts';
import { ListenError } from './platform/net.ts';
import { checkSecretsKey } from './platform/secrets/reseal.ts';
import { createSecretSealing } from './platform/secrets/sealing.ts';
import { startTracing } from './platform/telemetry/start-tracing.ts';
import { detached } from './platform/telemetry/tracing.ts';
import { addComingParts, createRetention, measureRetention } from './privacy/retention.ts';
import { checkModel } from './ratings/rebuild-ratings.ts';
import { createSettlementTask, measureSettlement } from './ratings/settlement/settle-due.ts';
import { createDispatcher, LIMITS } from './webhooks/dispatch/dispatcher.ts';
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
  /** The use of its connections, for the metrics. Not for an embedded database. */
  connections?: ConnectedDatabase['connections'];
  /** The replicas that serve reads. Null if there are none. */
  replicas?: Replicas | null;
  configuration: Configuration;
  logger: Logger;
  clock?: () => Date;
  /** How long running requests, deliveries, and mails have when it stops. */
  stopMilliseconds?: number;
  /** Returns the addresses of `localhost`. By default, those of the operating system. */
  findAddresses?: FindAddresses;
  /** Called before the service listens. */
  prepare?: (dependencies: Dependencies) => Promise<void>;
}

/**
 * Longer than the longest response, a test of a webhook. A client that has not sent the whole
 * request by then is cut off.
 */
export const STOP_MILLISECONDS = LIMITS.timeoutMilliseconds + 1_000;

/**
 * Starts the service over a database whose schema is up to date: it listens, delivers webhooks and mails, settles ratings,
 * keeps leaderboards up to date, and deletes what has expired.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const endTracing = await startTracing(options.configuration, options.database);
  try {
    const service = await startParts(options);
    const stop = async () => {
      await service.stop();
      await endTracing();
    };
    return { ...service, stop };
  } catch (error) {
    await endTracing();
    throw error;
  }
}

async function startParts(options: ServiceOptions): Promise<RunningService> {
  const { configuration, logger, findAddresses, stopMilliseconds = STOP_MILLISECONDS } = options;
  const { host, redisUrl, metricsHost, metricsPort } = configuration;
  // First, because the public address includes the port, and a service that cannot listen must not write anything.
  const port = await requireFreePort(configuration);
  const dependencies = createDependencies(options, port);
  const { matchWriteSlots, databasePoolSize } = configuration;
  setWriteSlots(options.database, matchWriteSlots ?? defaultWriteSlots(databasePoolSize));
  await checkDatabase(dependencies, logger);
  await options.prepare?.(dependencies);

  const tasks = { ...(await createTasks(dependencies, logger)), replicas: options.replicas?.watch };
  const sharedCounters = redisUrl === null ? null : await openSharedCounters(redisUrl, logger);
  const counters = sharedCounters ?? countInMemory();
  const metrics = metricsPort === null ? null : createMetrics(logger);
  const measureRequest = metrics === null ? null : measureRequests(metrics);
  const app = await buildApp(dependencies, {
    logger,
    onWrite: () => detached(tasks.dispatcher.wake),
    counters,
    onAnswer: (request, reply) => {
      tasks.dailyRequests.count(request, reply);
      measureRequest?.(request, reply);
    },
  }).catch(async (error: unknown) => {
    await counters.close();
    throw error;
  });
  try {
    if (metrics !== null && metricsPort !== null) {
      measureTasks(metrics, dependencies, tasks);
      if (options.connections) measureConnections(metrics, options.connections);
      if (options.replicas) measureReplicas(metrics, options.replicas);
      if (sharedCounters !== null) measureCounters(metrics, sharedCounters);
      const { close } = await serveMetrics({ host: metricsHost, port: metricsPort }, metrics);
      app.addHook('onClose', close);
    }
    await listen(app, { host, port }, findAddresses).catch(refuseToListen(host, port));
  } catch (error) {
    await app.close();
    throw error;
  }
  for (const task of Object.values(tasks)) task?.start();
  const milliseconds = configuration.shutdownDelay * 1_000 + stopMilliseconds;
  return { dependencies, port, stop: () => stopService(app, dependencies, tasks, milliseconds) };
}

function createDependencies(
  { database, replicas, configuration, clock = () => new Date() }: ServiceOptions,
  port: number,
): Dependencies {
  const serviceCounts = {
    logIns: createLabeledCount<string>(LOG_IN_OUTCOMES),
    ratedMatches: createLabeledCount<string>(sports),
  };
  const publicUrl = configuration.publicUrl ?? `http://localhost:${port}`;
  return {
    ...{ database, clock, configuration, publicUrl, serviceCounts },
    ...(replicas && { replicas }),
  };
}

/** Checks that the database belongs to this configuration and this version, and prepares it for today. */
async function checkDatabase(dependencies: Dependencies, logger: Logger): Promise<void> {
  const { database, configuration } = dependencies;
  await checkSecretsKey(database, createSecretSealing(configuration));
  await openKeyedHash(dependencies);
  await checkModel(database, logger);
  await addComingParts(dependencies, logger);
}

type Tasks = Awaited<ReturnType<typeof createTasks>> & { replicas?: PeriodicTask | undefined };

/** Creates the background work. A task is null if this configuration does not need it. */
async function createTasks(dependencies: Dependencies, logger: Logger) {
  const log = { log: logger };
  return {
    dispatcher: createDispatcher(dependencies, log),
    folding: createFolding(dependencies.database, log),
    settlement: createSettlementTask(dependencies, log),
    retention: createRetention(dependencies, log),
    mails: await createMailTask(dependencies, logger, { others: teamMailTexts(dependencies) }),
    playerMails: createPlayerMailTask(dependencies, logger),
    teamMails: createTeamMailTask(dependencies, logger),
    dailyRequests: new DailyRequests(dependencies, log),
  };
}

function measureTasks(metrics: Metrics, dependencies: Dependencies, tasks: Tasks): void {
  measureDispatch(metrics, tasks.dispatcher);
  measureDeliveries(metrics, dependencies);
  measureSettlement(metrics, dependencies, tasks.settlement);
  measureRetention(metrics, tasks.retention);
  if (dependencies.serviceCounts) measureServiceCounts(metrics, dependencies.serviceCounts);
  if (tasks.mails !== null) measureMails(metrics, dependencies, tasks.mails);
}

/** Ends the requests and the tasks together, because an operator does not wait for one after the other. */
async function stopService(
  app: FastifyInstance,
  { database }: Dependencies,
  { folding, dailyRequests, ...tasks }: Tasks,
  milliseconds: number,
): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  const stopping = [...Object.values(tasks).map((task) => task?.stop()), stopJobs(database)];
  // A delivery or a mail that takes longer is sent again after its lease.
  await Promise.all([app.close(), waitAtMost(milliseconds, Promise.all(stopping))]);
  clearTimeout(deadline);
  // Last, because requests and deliveries add to their work.
  await Promise.all([folding.stop(), dailyRequests.stop()]);
}

/** Loads the client of Redis only if it is needed, because most processes do not use it. */
async function openSharedCounters(redisUrl: string, logger: Logger) {
  const { countInRedis } = await import('./platform/http/redis-counters.ts');
  return await countInRedis(redisUrl, logger);
}

/**
 * Returns the port of the settings, or any free port if it is 0.
 * @throws ListenError if the service cannot listen there.
 */
export async function requireFreePort({ host, port }: Configuration): Promise<number> {
  return await freePort(host, port).catch(refuseToListen(host, port));
}

function refuseToListen(host: string, port: number): (cause: unknown) => never {
  return (cause) => {
    throw new ListenError(host, port, cause);
  };
}
