import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('operation-parts');
const needs = '**Needs** an API key.';
const effects = '**Side effects:** none.';
const idempotency = '**Idempotency:** it is safe to repeat.';
const at = '#/paths/~1partner~1members/post/description';
const described = (paragraphs: string[], method = 'post') =>
  documentWithOperation(
    { description: ['Ranks a player.', ...paragraphs].join('\n\n'), responses: {} },
    { method },
  );

refuses('a description without each part, at the start of a paragraph', [
  ['no needs', described([effects, idempotency]), [at, '`**Needs**`']],
  ['no effects', described([needs, idempotency]), [at, '`**Side effects:**`']],
  ['no idempotency', described([needs, effects]), [at, '`**Idempotency:**`']],
  [
    'one paragraph',
    described([[needs, effects, idempotency].join(' ')]),
    [at, '`**Side effects:**`'],
    [at, '`**Idempotency:**`'],
  ],
]);

accepts('a description with all parts, a GET without its repetition, and any event', [
  ['all parts', described([needs, effects, idempotency])],
  ['a GET', described([needs, effects], 'get')],
  ['an event', documentWithEvent({ description: 'A rating changed.', responses: {} })],
]);
