import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { MatchBatch, MatchBatchResult } from '@partner-rating/client';
import type { Answers } from './season/answers.ts';
import type { MatchId } from './season/matches.ts';

interface KnownPartner {
  clientId: string;
  apiKey: string;
  revokedKey: string;
}

interface KnownPlayer {
  id: string;
  email: string;
}

/** What the test needs to know about a dump. */
export interface DumpFacts {
  /** The time of the clock of its service. */
  takenAt: string;
  /** The version of the model that its ratings follow from. */
  modelRevision: number;
  secretsKey: string;
  /** The receiver of its webhooks, where nobody listens any more: `host:port`. */
  target: string;
  endpointSecret: string;
  courtside: KnownPartner;
  rally: KnownPartner;
  players: Record<'mike' | 'priya' | 'daniel' | 'sofia' | 'lena', KnownPlayer>;
  /** Mike's tokens. */
  accessToken: string;
  refreshToken: string;
  /** The key of Priya's app for codes. */
  secondFactorKey: string;
  operator: { name: string; password: string; key: string };
  /** From 0.2.0 on: a token for a program, with the role of an administrator. */
  operatorToken?: string;
  /** From 0.4.0 on: a person in the team of Courtside Club. */
  personEmail?: string;
  sharedPath: string;
  authorizationPath: string;
  submitted: { batch: MatchBatch; idempotencyKey: string; answer: MatchBatchResult };
  /** The id of a match that nobody has voided. */
  voidable: MatchId;
  answers: Answers;
  ratings: Answers;
  secondPages: Answers;
}

export interface Dump {
  facts: DumpFacts;
  sql: string;
}

export const DUMPS = new URL('dumps/', import.meta.url);

/** The files of a version: its data, and what the test needs to know about them. */
export const filesOf = (version: string) => ({
  sql: new URL(`${version}.sql.gz`, DUMPS),
  facts: new URL(`${version}.json.gz`, DUMPS),
});

/** Returns the versions that have a dump, the oldest first. */
export function dumpedVersions(): string[] {
  const files = existsSync(DUMPS) ? readdirSync(DUMPS) : [];
  return files
    .flatMap((file) => /^(.+)\.sql\.gz$/.exec(file)?.[1] ?? [])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export function readDump(version: string): Dump {
  const { sql, facts } = filesOf(version);
  return {
    facts: JSON.parse(gunzipSync(readFileSync(facts)).toString()),
    sql: gunzipSync(readFileSync(sql)).toString(),
  };
}
