import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formActionSource, htmlAnswer, redirectAnswer } from './answer.ts';
import { renderMessage } from './render.ts';

describe('htmlAnswer', () => {
  it('names the inlined stylesheet by its hash', () => {
    const html = renderMessage({ title: 'T', paragraphs: [], requestId: 'req_1' });
    const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(css).digest('base64');
    expect(htmlAnswer(200, html).headers['content-security-policy']).toContain(
      `style-src 'sha256-${hash}'`,
    );
  });

  it('lets forms lead nowhere by default', () => {
    expect(htmlAnswer(400, '').headers['content-security-policy']).toContain("form-action 'none'");
    const { headers } = htmlAnswer(200, '', { formAction: 'https://a.example' });
    expect(headers['content-security-policy']).toContain("form-action 'self' https://a.example;");
  });

  it('sets cookies and says how long to wait', () => {
    const { headers } = htmlAnswer(429, '', { cookies: ['a=b'], retryAfter: 7 });
    expect(headers).toMatchObject({ 'set-cookie': ['a=b'], 'retry-after': '7' });
    expect(htmlAnswer(200, '').headers).not.toHaveProperty('set-cookie');
  });
});

describe('redirectAnswer', () => {
  it('is a 303 that is not kept and sends no referrer along', () => {
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

describe('formActionSource', () => {
  it.each([
    ['https://courtside.example/callback', 'https://courtside.example'],
    ['https://courtside.example:8443/callback', 'https://courtside.example:8443'],
    ['http://127.0.0.1:51234/callback', 'http://127.0.0.1:51234'],
    ['http://[::1]:51234/callback', 'http:'],
    ['com.example.app:/callback', 'com.example.app:'],
    ["https://a;script-src'self'.example/", 'https:'],
    ['https://a,b.example/', 'https:'],
  ])('of %s is %s', (redirectUri, source) => {
    expect(formActionSource(redirectUri)).toBe(source);
  });
});
