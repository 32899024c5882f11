import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectTexts } from '../../connect/domain/texts.ts';
import { renderMessage, renderPage } from './render.ts';

/** Every page, with this text at each place for a text. */
function pagesWith(text: string): string[] {
  const texts = connectTexts();
  const shared = {
    texts,
    title: text,
    applicationName: text,
    formToken: text,
    authorization: text,
  };
  const consent = {
    ...{ ...shared, initial: text, returnsTo: text, playerName: text, notice: null },
    scopes: [{ name: 'user:profile:read', title: 'T', detail: 'D', fixed: true }],
  };
  return [
    renderPage('connect/pages/templates/log-in', {
      ...{ ...shared, email: text, errors: [{ field: null, text }] },
      notice: { subject: text, text },
    }),
    renderPage('connect/pages/templates/log-in', {
      ...{ ...shared, email: '', errors: [], notice: null },
    }),
    renderPage('connect/pages/templates/consent', { ...consent, playerEmail: text }),
    renderPage('connect/pages/templates/consent', { ...consent, playerEmail: null }),
    renderMessage({
      ...{ title: text, paragraphs: [text], requestId: text },
      link: { address: text, text },
    }),
    renderMessage({ title: text, paragraphs: [text], requestId: text }),
  ];
}

const tagsOf = (html: string) =>
  html.match(/<[a-z/!][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0]);

describe('every page', () => {
  it('has a language, a title, and one main heading', () => {
    for (const html of pagesWith('x')) {
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html).toMatch(/<title>[^<]+ – Partner Rating<\/title>/);
      expect(html.match(/<h1>/g)).toHaveLength(1);
    }
  });

  it('keeps its structure with any text', () => {
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
