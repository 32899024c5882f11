import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderConsent, renderLogIn } from '../../connect/pages/consent-page.ts';
import { renderMessage } from './render.ts';

const logIn = {
  applicationName: 'A',
  formToken: 't',
  authorization: 'a=b',
  email: '',
  errors: [],
  notice: null,
};

const consent = {
  applicationName: 'A',
  returnsTo: 'a.example',
  playerName: 'B',
  playerEmail: null,
  scopes: [{ name: 'user:profile:read', title: 'T', detail: 'D', fixed: true }],
  formToken: 't',
  authorization: 'a=b',
  notice: null,
};

const message = { title: 'T', paragraphs: ['P'], requestId: 'req_1' };

/** Every page with a text in each place that takes one. */
function pagesWith(text: string): string[] {
  return [
    renderLogIn({
      applicationName: text,
      formToken: text,
      authorization: text,
      email: text,
      errors: [{ field: null, text }],
      notice: { subject: text, text },
    }),
    renderConsent({
      ...consent,
      applicationName: text,
      returnsTo: text,
      playerName: text,
      playerEmail: text,
      formToken: text,
      authorization: text,
    }),
    renderMessage({
      title: text,
      paragraphs: [text],
      link: { address: text, text },
      requestId: text,
    }),
  ];
}

const tagsOf = (html: string) =>
  html.match(/<[a-z/!][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0]);

describe('every page', () => {
  it('has a language, a title and one heading of the first order', () => {
    for (const html of [renderLogIn(logIn), renderConsent(consent), renderMessage(message)]) {
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html).toMatch(/<title>[^<]+ – Partner Rating<\/title>/);
      expect(html.match(/<h1>/g)).toHaveLength(1);
    }
  });

  it('keeps its structure whatever the texts say', () => {
    const harmless = pagesWith('x').map(tagsOf);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>"\'&/=! -ax') }), (text) => {
        expect(pagesWith(`x${text}`).map(tagsOf)).toEqual(harmless);
      }),
    );
  });

  testRows(['"><script>alert(1)</script>', "' onfocus='alert(1)", '<%= 1 %>', '</style><b>'])(
    'shows markup as text',
    (text) => {
      for (const html of pagesWith(text)) {
        expect(html).not.toContain(text);
        expect(html).not.toMatch(/<script>alert|<b>|="[^"]*" onfocus/);
      }
    },
  );
});
