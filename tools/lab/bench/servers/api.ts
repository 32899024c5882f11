/** The API without limits, log, and background work. */
import { buildApp } from '@partner-rating/service/src/app.ts';
import { readConfiguration } from '@partner-rating/service/src/platform/configuration/configuration.ts';
import { connectDatabase } from '@partner-rating/service/src/platform/database/connect.ts';
import { announcePort } from './server-process.ts';

const configuration = readConfiguration({
  ...process.env,
  RATE_LIMIT: '0',
  NETWORK_RATE_LIMIT: '0',
  INGEST_RATE_LIMIT: '0',
});
const { database } = await connectDatabase(configuration);
const app = await buildApp({
  database,
  clock: () => new Date(),
  configuration,
  publicUrl: 'http://localhost',
});
await app.listen({ host: '127.0.0.1', port: 0 });
announcePort(app.server.address());
