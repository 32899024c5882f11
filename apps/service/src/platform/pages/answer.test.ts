import { createHash } from 'node:crypto';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { htmlAnswer, redirectAnswer } from './answer.ts';
import { renderForm } from './render.ts';

describe('htmlAnswer', () => {
  testRows([
    [undefined, "form-action 'none'"],
    ['self', "form-action 'self'"],
    ['anywhere', undefined],
  ] as const)('allows the targets of forms', (formAction, directive) => {
    const { headers } = htmlAnswer(200, '', formAction && { formAction });
    const directives = String(headers['content-security-policy']).split('; ');
    expect(directives.find((text) => text.startsWith('form-action'))).toBe(directive);
  });

  it('allows only the script of a page with a password', () => {
    const form = { heading: 'H', action: '/', formToken: 't', submit: 'S', errorHeading: 'F' };
    const field = { name: 'word', label: 'Word', autocomplete: 'off' };
    const policyOf = (type: 'password' | 'text') => {
      const body = renderForm({ ...form, errors: [], fields: [{ ...field, type }] });
      const [, script] = /<script>([\s\S]*)<\/script>/.exec(body) ?? [];
      const { headers } = htmlAnswer(200, body);
      return { script, policy: String(headers['content-security-policy']) };
    };
    const { script = '', policy } = policyOf('password');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`; script-src 'sha256-${hash}';`);
    const without = policyOf('text');
    expect(without.script).toBeUndefined();
    expect(without.policy).not.toContain('script-src');
  });

  it('sets cookies and Retry-After', () => {
    const { headers } = htmlAnswer(429, '', { cookies: ['a=b'], retryAfter: 7 });
    expect(headers).toMatchObject({ 'set-cookie': ['a=b'], 'retry-after': '7' });
    expect(htmlAnswer(200, '').headers).not.toHaveProperty('set-cookie');
  });

  it('lets only the browser store a page that Back has to show again', () => {
    const { headers } = htmlAnswer(422, '', { isRestorable: true });
    expect(headers['cache-control']).toBe('private, no-cache');
  });
});

describe('redirectAnswer', () => {
  it('is a 303 that caches do not store and that sends no referrer', () => {
    expect(redirectAnswer('/next')).toEqual({
      status: 303,
      headers: {
        location: '/next',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    });
  });
});
