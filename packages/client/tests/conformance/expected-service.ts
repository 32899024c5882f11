import { contract } from '@partner-rating/spec/contract';
import { expect } from 'vitest';
import type { Exchange, ExpectedRequest } from './cases.ts';

const defaultOrigin = 'https://ratings.example';
const basePath = '/api/v1';
const toleratedMs = 10;

/** A service that expects the requests of a case in order, and answers each as the case says. */
export class ExpectedService {
  readonly #generated = new Map<string, string>();
  #expected: Exchange[] = [];
  #startedAt = 0;
  #fault: unknown;

  /** Starts a step. */
  expect(exchanges: Exchange[]): void {
    this.#expected = [...exchanges];
    this.#startedAt = performance.now();
  }

  get msSinceStart(): number {
    return performance.now() - this.#startedAt;
  }

  /** Fails if a request was not sent, or was different. */
  finish(): void {
    if (this.#fault !== undefined) throw this.#fault;
    expect(this.#expected, 'missing requests').toEqual([]);
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const exchange = this.#expected.shift();
    try {
      expect(exchange, `an unexpected ${init.method} ${url}`).toBeDefined();
      this.#check((exchange as Exchange).request, new URL(url), init);
    } catch (fault) {
      // Stored, because the client would treat it as a network failure.
      this.#fault ??= fault;
      throw fault;
    }
    const { answer, fault } = exchange as Exchange;
    if (answer === undefined) return faulty(fault);
    const { status, headers = {}, json, text, example } = answer;
    const value = example === undefined ? json : contract.example(example).value;
    const body = text ?? (value === undefined ? null : JSON.stringify(value));
    return new Response(body || null, {
      status,
      headers: {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
        ...headers,
      },
    });
  };

  #check(request: ExpectedRequest, url: URL, { method, headers, body }: RequestInit): void {
    const { origin = defaultOrigin, path, query = {}, bodyExample, atMs } = request;
    expect(method).toBe(request.method);
    expect(url.origin).toBe(origin);
    expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(
      `${basePath}${path}`.split('/').map(decodeURIComponent),
    );
    expect(queryOf(url, query)).toEqual(query);
    for (const [name, value] of Object.entries(request.headers ?? {})) {
      this.#checkHeader(name, value, new Headers(headers).get(name));
    }
    const sent = typeof body === 'string' ? JSON.parse(body) : undefined;
    const expected = bodyExample === undefined ? request.body : contract.example(bodyExample).value;
    if (expected !== undefined) expect(sent).toEqual(expected);
    if (atMs !== undefined) expect(Math.abs(this.msSinceStart - atMs)).toBeLessThan(toleratedMs);
  }

  #checkHeader(
    name: string,
    expected: NonNullable<ExpectedRequest['headers']>[string],
    value: string | null,
  ): void {
    if (expected === null || typeof expected === 'string') {
      expect(value, name).toBe(expected);
    } else if ('matches' in expected) {
      expect(value, name).toMatch(new RegExp(expected.matches));
    } else {
      expect(value, name).toMatch(/^[ -~]{1,255}$/);
      const known = this.#generated.get(expected.generated);
      if (known === undefined) expect([...this.#generated.values()], name).not.toContain(value);
      else expect(value, name).toBe(known);
      this.#generated.set(expected.generated, String(value));
    }
  }
}

/** Returns the decoded query; for an expected list, the decoded values between its commas. */
function queryOf(url: URL, expected: Record<string, string | string[]>) {
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('='));
  const names = [...new Set(pairs.map(([name = '']) => decoded(name)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = pairs.flatMap(([key = '', value = '']) =>
        decoded(key) === name ? value : [],
      );
      const isList = Array.isArray(expected[name]);
      return [name, isList ? values.flatMap((one) => one.split(',')) : values.map(decoded).join()];
    }),
  );
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function faulty(fault: Exchange['fault']): Promise<Response> | Response {
  const codes = { connection_refused: 'ECONNREFUSED', connection_lost: 'ECONNRESET' };
  switch (fault) {
    case 'connection_refused':
    case 'connection_lost':
      throw new TypeError('fetch failed', { cause: { code: codes[fault] } });
    case 'hangs':
      return new Promise(() => undefined);
    case 'hangs_in_body':
      return new Response(new ReadableStream());
    default:
      return new Response(
        new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }),
      );
  }
}
