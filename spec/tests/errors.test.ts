import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { isObject } from './json-objects.ts';
import { contract } from './source.ts';

/** Errors of requests that reach no operation. Only prose describes them. */
const ofNoOperation = ['method_not_allowed', 'unknown_address'];

/** Errors that only operations of operators return. */
const ofOperators = ['job_running'];

/** Errors that RFC 6749 section 4.1.2.1 sends in the redirect, and that are in no body. */
const ofRedirect = [
  'access_denied',
  'interaction_required',
  'invalid_authorization_details',
  'login_required',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unsupported_response_type',
];

const promised: Record<string, number> = {
  validation_failed: 400,
  malformed_json: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  application_suspended: 403,
  not_connected: 403,
  consent_withdrawn: 403,
  not_found: 404,
  unknown_address: 404,
  method_not_allowed: 405,
  match_conflict: 409,
  match_voided: 409,
  idempotency_in_progress: 409,
  endpoint_disabled: 409,
  too_many_endpoints: 409,
  job_running: 409,
  changed_meanwhile: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  batch_rejected: 422,
  prediction_rejected: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const refusals = contract.bodies().filter(({ status }) => status !== null && /^[45]/.test(status));

function examplesAs(mediaType: string) {
  return refusals
    .filter((body) => body.mediaType === mediaType)
    .flatMap(({ id, status, examples }) =>
      examples.map(({ name, value }) => {
        if (!isObject(value)) throw new Error(`The example ${name} is not an object.`);
        return { id, status: Number(status), name, value };
      }),
    );
}

describe('the catalogue of problems', () => {
  it('contains each code of the contract once, with its status', () => {
    expect(catalogue.errors.problems.map(({ code, status }) => [code, status])).toEqual(
      Object.entries(promised),
    );
  });

  it('says in sentences what happened and what to do', () => {
    for (const { title, detail, action } of catalogue.errors.problems) {
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      expect(detail).toMatch(/^[A-Z].*\.$/);
      expect(action).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('names a class of the client for each', () => {
    const classes = new Set(catalogue.errors.problems.map(({ clientError }) => clientError));
    expect([...classes].sort()).toEqual([
      'AuthenticationError',
      'ConflictError',
      'NotFoundError',
      'PartnerRatingError',
      'PermissionError',
      'RateLimitError',
      'ValidationError',
    ]);
  });
});

describe('the examples of problems', () => {
  const problems = examplesAs('application/problem+json');

  testRows(problems)('are as the catalogue says', ({ status, name, value }) => {
    const entry = catalogue.errors.problems.find(({ code }) => code === value.code);
    expect(value).toMatchObject({ status, title: entry?.title });
    expect(entry?.status).toBe(status);
    expect(value.type).toMatch(new RegExp(`/docs/errors/${value.code}$`));
    if (name.startsWith('error-')) expect(name).toMatch(new RegExp(`^error-${value.code}(-|$)`));
  });

  it('show every problem of the catalogue', () => {
    const shown = new Set([
      ...problems.map(({ value }) => value.code),
      ...ofNoOperation,
      ...ofOperators,
    ]);
    expect(
      catalogue.errors.problems.map(({ code }) => code).filter((code) => !shown.has(code)),
    ).toEqual([]);
  });
});

describe('the examples of OAuth errors', () => {
  const errors = examplesAs('application/json');

  testRows(errors)('are as the catalogue says', ({ status, name, value }) => {
    expect(catalogue.errors.oauth).toContainEqual(
      expect.objectContaining({ error: value.error, status }),
    );
    expect(name).toMatch(new RegExp(`^oauth-error-${value.error}(-|$)`));
  });

  it('show every OAuth error of the catalogue that a body can contain', () => {
    const shown = new Set([...errors.map(({ value }) => value.error), ...ofRedirect]);
    expect(
      catalogue.errors.oauth.map(({ error }) => error).filter((error) => !shown.has(error)),
    ).toEqual([]);
  });
});

it('the description of an OAuth error names every code that a body can contain', () => {
  const description = contract.schemas.OAuthError?.properties?.error?.description;
  for (const { error } of catalogue.errors.oauth) {
    if (!ofRedirect.includes(error)) expect(description).toContain(`\`${error}\``);
  }
});

it('the 400 of an operation says which form its errors take: problems, OAuth errors or pages', () => {
  for (const { responses } of contract.operations()) {
    const types = Object.keys(responses['400']?.content ?? {});
    expect(types).toHaveLength(1);
    expect(['application/problem+json', 'application/json', 'text/html']).toContain(types[0]);
  }
});
