import { SCOPES } from '@partner-rating/client';
import { insertCode } from '@partner-rating/service/src/connect/store/authorization-codes.ts';
import {
  insertAccessToken,
  insertRefreshToken,
} from '@partner-rating/service/src/connect/store/tokens.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { hashSecret, newSecret } from '@partner-rating/service/src/platform/secrets/sealing.ts';
import { openTestDatabase } from '@partner-rating/service/src/testing/test-database.ts';
import { openTestService } from '@partner-rating/service/src/testing/test-service.ts';
import { openWebhookReceiver } from '@partner-rating/service/src/testing/webhook-receiver.ts';
import type { Operation } from '@partner-rating/spec/document';
import { readKnownValues } from './known-values.ts';
import type { Known } from './values.ts';

/** The service under test. */
export interface FuzzFixture {
  baseUrl: string;
  apiKey: string;
  /** Existing values that made-up requests can use. */
  known: Known;
  /** The headers that authenticate an operation, one entry for each way it accepts. */
  credentials: (operation: Operation) => Record<string, string>[];
  /** The headers of a caller that no operation accepts. */
  wrongCredentials: Record<string, string>[];
  /** A player connected with every scope. The credentials include the access token. */
  connectedPlayer: string;
  /** Creates an unused code, with or without a challenge. */
  newCode: (challenge: string | null) => Promise<string>;
  newRefreshToken: () => Promise<string>;
  /** Restores what requests may have removed. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Starts the service on an embedded database with the demonstration's data, without rate limits.
 */
export async function openFixture(): Promise<FuzzFixture> {
  const { database, close } = await openTestDatabase('pglite');
  const receiver = await openWebhookReceiver();
  const service = await openTestService({
    database,
    isDemonstration: true,
    environment: { ...environment, WEBHOOK_PRIVATE_TARGETS: receiver.target },
  });
  const { baseUrl, partner } = service;
  const key = { 'x-api-key': partner.apiKey };
  const grant = await grantEverything(database);
  const restore = await storeEndpoint(database, { baseUrl, key, url: receiver.url });
  await restore();
  const byScheme: Record<string, Record<string, string>> = {
    ApiKey: key,
    AccessToken: { authorization: `Bearer ${grant.accessToken}` },
    ClientBasic: { authorization: `Basic ${btoa(`${partner.clientId}:${partner.apiKey}`)}` },
  };
  return {
    baseUrl,
    apiKey: partner.apiKey,
    known: await readKnownValues(database, { baseUrl, partner, receiverUrl: receiver.url }),
    credentials: ({ schemes }) => {
      const named = schemes.flatMap((scheme) => {
        const headers = byScheme[scheme ?? ''];
        return headers === undefined ? [] : [headers];
      });
      return named.length > 0 ? named : [{}];
    },
    wrongCredentials: [
      {},
      { 'x-api-key': newSecret('prk_') },
      { authorization: `Bearer ${newSecret('pra_')}` },
      { authorization: 'Basic nonsense' },
      { authorization: 'Bearer ' },
    ],
    connectedPlayer: grant.memberId,
    newCode: async (challenge) => await grant.newCode(partner.redirectUri, challenge),
    newRefreshToken: grant.newRefreshToken,
    restore,
    close: async () => {
      await service.stop();
      await receiver.close();
      await close();
    },
  };
}

const environment = {
  // Judge the response that partners see, not the service's own check of it.
  VALIDATE_RESPONSES: 'false',
  RATE_LIMIT: '0',
  NETWORK_RATE_LIMIT: '0',
  INGEST_RATE_LIMIT: '0',
  TOKEN_RATE_LIMIT: '0',
  WEBHOOK_TEST_RATE_LIMIT: '0',
  LOG_IN_RATE_LIMIT: '0',
};

/** Grants every scope to every connection, and creates an access token of one player. */
async function grantEverything(database: Database) {
  await database
    .updateTable('connection')
    .set({ scopes: [...SCOPES] })
    .execute();
  const connection = await database
    .selectFrom('connection')
    .innerJoin('member', 'member.id', 'connection.member_id')
    .select(['connection.id', 'connection.application_id', 'connection.member_id'])
    // On the boards of the document's examples.
    .where('member.city', '=', 'Austin')
    .orderBy('member.member_number')
    .executeTakeFirstOrThrow();
  const now = Date.now();
  const granted = {
    connectionId: connection.id,
    scopes: [...SCOPES],
    createdAt: new Date(now),
    expiresAt: new Date(now + 86_400_000),
  };
  const accessToken = newSecret('pra_');
  const tokenHash = hashSecret(accessToken);
  await insertAccessToken(database, { ...granted, tokenHash, codeHash: null });
  return {
    accessToken,
    memberId: connection.member_id,
    newCode: async (redirectUri: string, codeChallenge: string | null) => {
      const code = newSecret('prc_');
      await insertCode(database, {
        ...granted,
        codeHash: hashSecret(code),
        applicationId: connection.application_id,
        redirectUri,
        codeChallenge,
      });
      return code;
    },
    newRefreshToken: async () => {
      const token = newSecret('prr_');
      await insertRefreshToken(database, {
        ...granted,
        tokenHash: hashSecret(token),
        codeHash: null,
      });
      return token;
    },
  };
}

/** Creates an endpoint, and returns what restores it and every connection. */
async function storeEndpoint(
  database: Database,
  { baseUrl, key, url }: { baseUrl: string; key: Record<string, string>; url: string },
): Promise<() => Promise<void>> {
  await fetch(`${baseUrl}/partner/webhook-endpoints`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  const endpoints = await database.selectFrom('webhook_endpoint').selectAll().execute();
  return async () => {
    await database.updateTable('connection').set({ revoked_at: null }).execute();
    await database.updateTable('access_token').set({ revoked_at: null }).execute();
    await database.deleteFrom('webhook_endpoint').execute();
    await database.insertInto('webhook_endpoint').values(endpoints).execute();
    await fetch(`${baseUrl}/partner/webhook-test`, { method: 'POST', headers: key });
  };
}
