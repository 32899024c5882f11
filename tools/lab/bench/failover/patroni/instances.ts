import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DemonstrationFacts,
  readFacts,
} from '@partner-rating/service/src/console/demonstration/facts.ts';
import {
  type ServiceProcess,
  serviceProcess,
} from '@partner-rating/service/src/testing/service-process.ts';
import type { WebhookReceiver } from '@partner-rating/service/src/testing/webhook-receiver.ts';

export interface Instances {
  all: readonly ServiceProcess[];
  facts: DemonstrationFacts;
  /** The settings of both, also for a command of the operator. */
  environment: Record<string, string>;
}

/** Starts two instances of the service on one database, the first with the demonstration. */
export async function startInstances(
  databaseUrl: string,
  { receiver, stack }: { receiver: WebhookReceiver; stack: AsyncDisposableStack },
): Promise<Instances> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-drill-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
    // With the default delays, an event whose second attempt fails would wait longer than the drill.
    WEBHOOK_RETRY_SCHEDULE: '0,1,2,5,10,20,30,30,30',
    RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    INGEST_RATE_LIMIT: '0',
    TOKEN_RATE_LIMIT: '0',
    LOG_IN_RATE_LIMIT: '0',
  };
  const all: ServiceProcess[] = [];
  for (const SEED of ['demo', 'none']) {
    const service = await serviceProcess({ ...environment, SEED });
    stack.defer(async () => void (await service.stop()));
    await service.start();
    all.push(service);
  }
  const facts = await readFacts(directory);
  if (facts === null) throw new Error('The service was started without its demonstration.');
  return { all, facts, environment };
}
