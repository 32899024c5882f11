import { onTestFinished } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { openPostgres } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { type DatabaseKind, openTestDatabase } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
} from '../dispatch/dispatcher.ts';
import { toSigningSecret } from '../dispatch/domain/signing.ts';
import { after, insertDueDeliveries } from './fixtures.ts';
import { type Behaviour, openReceiver } from './receiver.ts';

/** The signing secret of each endpoint of `setUpDispatch`. */
export const secret = toSigningSecret(Buffer.alloc(32, 1));

interface DispatcherSetting extends Partial<DispatcherOptions> {
  /** Replaces the database of the test, to watch its statements. */
  database?: Database;
}

/** Returns a database, a clock that the test moves, and dispatchers that use both. */
export async function setUpDispatch(kind: DatabaseKind, settings: Record<string, string> = {}) {
  const { database, url, close } = await openTestDatabase(kind);
  onTestFinished(close);
  const time = { now: noon };
  const clock = () => time.now;
  const baseSettings = {
    SECRETS_KEY: testSecretsKey,
    WEBHOOK_RETRY_SCHEDULE: '0,5,300',
    ...settings,
  };
  const sealing = createSecretSealing(readConfiguration(baseSettings));
  const errors: object[] = [];
  const ignore = () => {};

  return {
    database,
    /** Opens the same database for another instance, with separate connections. */
    openAnother: (): Database => {
      if (url === null) throw new Error('The embedded database has one instance.');
      const another = openPostgres(url);
      onTestFinished(another.close);
      return another.database;
    },
    time,
    /** The errors in the log. */
    errors,
    dispatcherFor: (
      targets: readonly string[],
      { database: seen = database, ...options }: DispatcherSetting = {},
    ) =>
      createDispatcher(
        {
          database: seen,
          clock,
          configuration: readConfiguration({
            ...baseSettings,
            WEBHOOK_PRIVATE_TARGETS: targets.join(','),
          }),
        },
        {
          log: { debug: ignore, warn: ignore, error: (facts) => errors.push(facts) },
          random: () => 0,
          ...options,
          // No receiver is cut off on a busy machine.
          limits: { timeoutMilliseconds: 600_000, ...options.limits },
        },
      ),
    /** Inserts an application whose endpoint has this URL, with this many deliveries due at noon. */
    insertReceiver: async (url: string, deliveries = 1): Promise<string> => {
      const applicationId = await insertApplication(database);
      await insertEndpoint(database, applicationId, {
        url,
        secret_sealed: await sealing.seal(secret, applicationId),
      });
      if (deliveries > 0) await insertDueDeliveries(database, applicationId, deliveries);
      return applicationId;
    },
    deliveries: () =>
      database.selectFrom('webhook_delivery').selectAll().orderBy('delivery_order').execute(),
    endpoint: (applicationId: string) =>
      database
        .selectFrom('webhook_endpoint')
        .selectAll()
        .where('application_id', '=', applicationId)
        .executeTakeFirstOrThrow(),
  };
}

interface ReceiverSetting extends DispatcherSetting {
  kind?: DatabaseKind;
  /** How many are due at noon. */
  deliveries?: number;
}

/** Does the same with an application whose endpoint is at a receiver, and a dispatcher that may send there. */
export async function setUpReceiver(
  behaviour?: Behaviour,
  { kind = 'pglite', deliveries = 1, ...options }: ReceiverSetting = {},
) {
  const dispatch = await setUpDispatch(kind);
  const receiver = await openReceiver(behaviour);
  const applicationId = await dispatch.insertReceiver(receiver.url, deliveries);
  const dispatcher = dispatch.dispatcherFor([receiver.target], options);
  return {
    ...dispatch,
    receiver,
    applicationId,
    dispatcher,
    endpoint: () => dispatch.endpoint(applicationId),
    insertMore: (count = 1) => insertDueDeliveries(dispatch.database, applicationId, count),
    /** Runs the dispatcher this many seconds after noon. */
    deliverAt: async (seconds: number) => {
      dispatch.time.now = after(seconds);
      await deliverDue(dispatcher);
    },
  };
}

/** Looks once for due deliveries, and waits for the end of every attempt that it began. */
export async function deliverDue(dispatcher: Dispatcher): Promise<void> {
  dispatcher.start();
  await dispatcher.stop();
}
