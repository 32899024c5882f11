import { expect, it } from 'vitest';
import { markupFindingsIn } from './markup.ts';

const page = (body: string) =>
  `<!doctype html>\n<html lang="en">\n<head><title>Page</title></head>\n<body>${body}</body>\n</html>\n`;

it('finds nothing in a page without an error', async () => {
  expect(await markupFindingsIn(page('<p>Text</p>'))).toEqual([]);
});

it('finds an element that is not closed, and one in a place that is not allowed', async () => {
  expect(await markupFindingsIn(page('<p>Text'))).toEqual([
    expect.stringMatching(/^no-implicit-close: /),
  ]);
  expect(await markupFindingsIn(page('<ul><p>Text</p></ul>'))).toEqual([
    expect.stringMatching(/^element-permitted-content: .* \(line 4\)$/),
  ]);
});
