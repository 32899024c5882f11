/** The whole service without limits and log, because the server that it is compared with has neither. */

import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import { connectDatabase } from '@partner-rating/service/src/platform/database/connect.ts';
import { startService } from '@partner-rating/service/src/service.ts';
import { pino } from 'pino';

const configuration = readConfiguration({
  ...process.env,
  HOST: '127.0.0.1',
  PORT: '0',
  SEED: 'none',
  RATE_LIMIT: '0',
  NETWORK_RATE_LIMIT: '0',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});
const { database } = await connectDatabase(configuration);
const { dependencies } = await startService({
  database,
  configuration,
  logger: pino({ level: 'silent' }),
});
process.send?.(Number(new URL(dependencies.publicUrl).port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1_000);
});
