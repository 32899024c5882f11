import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SessionTokens, TokenResponse } from '../../src/index.ts';

/** The options of a client, added to the usual options; null removes one. */
export interface ClientGiven {
  apiKey?: string | null;
  accessToken?: string;
  accessTokens?: string[];
  baseUrl?: string | null;
  environment?: string;
}

export interface Call {
  operation?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  template?: `/${string}`;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  bodyExample?: string;
  as?: 'items' | 'pages';
  maxItems?: number;
  take?: number;
  options?: object;
}

export interface ExpectedRequest {
  method: string;
  origin?: string;
  path: string;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string | null | { matches: string } | { generated: string }>;
  body?: unknown;
  bodyExample?: string;
  atMs?: number;
}

export interface Exchange {
  request: ExpectedRequest;
  answer?: {
    status: number;
    headers?: Record<string, string>;
    json?: unknown;
    text?: string;
    example?: string;
  };
  fault?: 'connection_refused' | 'connection_lost' | 'ends_half_way' | 'hangs' | 'hangs_in_body';
}

export interface Outcome {
  value?: unknown;
  example?: string;
  nothing?: true;
  refused?: true;
  thrown?: true;
  error?: Record<string, unknown> & { message?: string[]; notMessage?: string[] };
  afterMs?: number;
}

export interface Step {
  advanceMs?: number;
  start?: TokenResponse;
  call?: Call;
  times?: number;
  saveFails?: true;
  exchanges: Exchange[];
  outcome: Outcome;
  saved?: (string | null)[];
}

export interface Case extends Partial<Step> {
  name: string;
  outcome: Outcome;
  client?: ClientGiven;
  variables?: Record<string, string>;
  random?: number;
  session?: { start?: TokenResponse; stored?: SessionTokens };
  steps?: Step[];
  verify?: {
    headers: Record<string, string | null>;
    body: string | null;
    secrets: string[];
    now: number;
    toleranceSeconds?: number;
  };
  sign?: { body: string; secrets: string[]; id: string; sentAt: number };
}

const folder = new URL('./', import.meta.resolve('@partner-rating/spec/conformance/schema.json'));

/** The cases of the contract, by file name. */
export const conformance: [file: string, cases: Case[]][] = readdirSync(fileURLToPath(folder))
  .filter((name) => name.endsWith('.json') && name !== 'schema.json')
  .map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8')).cases]);

/** Returns the steps of a case. A case with one step has it at the top level. */
export function stepsOf(one: Case): Step[] {
  return one.steps ?? [{ ...one, exchanges: one.exchanges ?? [] }];
}
