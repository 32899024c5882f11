import { contract } from '@partner-rating/spec/contract';
import { expect, inject, it } from 'vitest';
import { filesOf, readPage } from '../testing/site-files.ts';

// A script element escapes other characters than JSON.
const plain = (text: string) => text.replaceAll(/\\u003c|\\x3C/gi, '<').replaceAll('\\', '');

it('the reference contains every example of the contract unchanged', () => {
  const site = inject('site');
  const scripts = filesOf(site).filter((file) => /^assets.script-.*\.js$/.test(file));
  const reference = plain(scripts.map((file) => readPage(site, file)).join(''));
  const examples = Object.entries(contract.document.components?.examples ?? {});
  const missing = examples.filter(
    ([name, example]) => !reference.includes(plain(`"${name}":${JSON.stringify(example)}`)),
  );
  expect(examples).not.toHaveLength(0);
  expect(missing.map(([name]) => name)).toEqual([]);
});
