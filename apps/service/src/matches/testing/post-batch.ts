import { newKeyRow } from '../../console/actions/keys.ts';
import { insertKey } from '../../console/store/applications.ts';
import { type Club, submittedAt } from './club.ts';

export interface BatchAnswer {
  status: number;
  /** Whether it is the response to an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
  text: string;
}

/** Inserts a key of the club's application that may submit matches. */
export async function insertClubKey(
  { dependencies: { database }, submitter: { applicationId } }: Club,
  scopes: string[] = ['key:match:submit'],
): Promise<string> {
  const { apiKey, row } = newKeyRow(applicationId, { now: submittedAt, scopes });
  await insertKey(database, row);
  return apiKey;
}

/** Submits a batch over HTTP, with an Idempotency-Key if one is given. */
export async function postBatch(
  baseUrl: string,
  apiKey: string,
  batch: unknown,
  idempotencyKey?: string,
): Promise<BatchAnswer> {
  const response = await fetch(`${baseUrl}/partner/matches`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(batch),
  });
  return {
    status: response.status,
    isReplayed: response.headers.get('idempotency-replayed') === 'true',
    text: await response.text(),
  };
}
