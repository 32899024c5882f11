import { freePort } from '@partner-rating/processes';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { createMailTask } from '../../account/compose-mail.ts';
import { buildApp } from '../../app.ts';
import { createKey } from '../../console/actions/keys.ts';
import { createPartner } from '../../console/actions/partners.ts';
import { teamMailTexts } from '../../console/team-mails.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { type DatabaseKind, openTestDatabase } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { makeAccount } from '../login/testing/make-account.ts';

export interface TestPartner {
  applicationId: string;
  clientId: string;
  apiKey: string;
  redirectUri: string;
}

export interface TestPlayer {
  memberId: string;
  memberNumber: number;
  email: string;
  password: string;
}

/** The service over a database, with two partners and two players, and a clock that tests move. */
export interface ConnectFlow {
  app: FastifyInstance;
  database: Database;
  dependencies: Dependencies;
  advance: (seconds: number) => void;
  partner: TestPartner;
  otherPartner: TestPartner;
  player: TestPlayer;
  otherPlayer: TestPlayer;
  /** Receives its mails, if the flow has a mailbox. */
  mailbox: Mailbox | undefined;
}

export interface ConnectFlowOptions {
  kind?: DatabaseKind;
  publicUrl?: string;
  /** Whether it also listens at its public address, for a real browser. */
  listens?: boolean;
  /** Environment variables that differ from the defaults. */
  environment?: Record<string, string>;
  /** Receives its mails. Without a mailbox, the service sends none. */
  mailbox?: Mailbox;
  /** Logs nothing by default. */
  logger?: FastifyBaseLogger;
}

/** The partner of the flow. */
export const courtside = {
  clientId: 'courtside-club',
  name: 'Courtside Club',
  redirectUris: [
    'https://courtside.example/callback',
    'https://courtside.example/callback?from=app',
    'http://127.0.0.1/callback',
  ],
};
const rally = {
  clientId: 'rally-league',
  name: 'Rally League',
  redirectUris: ['https://rally.example/callback'],
};

/** Opens the flow once for a suite and closes it afterwards. The value exists while tests run. */
export function useConnectFlow(
  options: ConnectFlowOptions & { withMailbox?: boolean } = {},
): () => ConnectFlow {
  let mailbox: Mailbox | undefined;
  let opened: { flow: ConnectFlow; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    if (options.withMailbox === true) mailbox = await openMailbox();
    opened = await openConnectFlow({ ...options, ...(mailbox !== undefined && { mailbox }) });
  });
  afterAll(async () => {
    await opened?.close();
    await mailbox?.close();
  });
  return () => {
    if (opened === undefined) throw new Error('The flow is only open while tests run.');
    return opened.flow;
  };
}

async function openConnectFlow({ kind = 'pglite', ...options }: ConnectFlowOptions) {
  const { database, close } = await openTestDatabase(kind);
  const port = options.listens ? await freePort('127.0.0.1') : 3001;
  let now = new Date('2026-09-12T12:00:00Z');
  const dependencies: Dependencies = {
    database,
    clock: () => now,
    configuration: readConfiguration({
      VALIDATE_RESPONSES: 'true',
      SECRETS_KEY: testSecretsKey,
      RATE_LIMIT: '0',
      NETWORK_RATE_LIMIT: '0',
      TOKEN_RATE_LIMIT: '0',
      LOG_IN_RATE_LIMIT: '0',
      ...options.mailbox?.environment,
      ...options.environment,
    }),
    publicUrl: options.publicUrl ?? `http://localhost:${port}`,
  };
  const { logger } = options;
  const app = await buildApp(dependencies, logger && { logger });
  const quiet = { debug: () => {}, warn: () => {}, error: () => {} };
  const mails = await createMailTask(dependencies, logger ?? quiet, {
    pauseMilliseconds: 20,
    others: teamMailTexts(dependencies),
  });
  mails?.start();
  if (options.listens) await app.listen({ host: '127.0.0.1', port });
  else await app.ready();
  const flow: ConnectFlow = {
    app,
    database,
    dependencies,
    advance: (seconds) => {
      now = new Date(now.getTime() + seconds * 1_000);
    },
    partner: await makePartner(dependencies, courtside),
    otherPartner: await makePartner(dependencies, rally),
    player: await makePlayer(dependencies, 'Mike', 'Brennan'),
    otherPlayer: await makePlayer(dependencies, 'Priya', 'Natarajan'),
    mailbox: options.mailbox,
  };
  return {
    flow,
    close: async () => {
      await app.close();
      await mails?.stop();
      await close();
    },
  };
}

async function makePartner(
  dependencies: Dependencies,
  partner: typeof courtside,
): Promise<TestPartner> {
  const { applicationId } = await createPartner(dependencies, partner);
  const { apiKey } = await createKey(dependencies, { clientId: partner.clientId });
  const [redirectUri = ''] = partner.redirectUris;
  return { applicationId, clientId: partner.clientId, apiKey, redirectUri };
}

async function makePlayer(
  dependencies: Dependencies,
  firstName: string,
  lastName: string,
): Promise<TestPlayer> {
  const email = `${firstName}.${lastName}@example.com`.toLowerCase();
  const password = `correct horse ${firstName}`;
  const account = { email, password, firstName, lastName };
  return { ...(await makeAccount(dependencies, account)), email, password };
}
