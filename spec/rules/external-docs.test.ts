import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, findings } from './findings.ts';

const servers = [{ url: 'http://localhost:3001/api/v1' }];
const documentOf = (url: string) =>
  documentWith({ servers, tags: [{ name: 'Matches', externalDocs: { url } }] });

describe('external-docs', () => {
  testRows(['/docs/guides/ratings', 'guides/ratings', 'https://elsewhere.example/docs/'])(
    'refuses other addresses, and says where the pages are',
    async (url) => {
      expect(await findings('external-docs', documentOf(url))).toEqual([
        {
          at: '#/tags/0/externalDocs/url',
          message: expect.stringContaining('it begins with http://localhost:3001/docs/.'),
        },
      ]);
    },
  );

  it('accepts a page beside the first server', async () => {
    const page = 'http://localhost:3001/docs/guides/ratings';
    expect(await findings('external-docs', documentOf(page))).toEqual([]);
  });
});
