import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('description-length');
const described = (length: number) => ({ description: 'x'.repeat(length), responses: {} });
const advice = 'to the description of that response';

refuses('a longer description, and says where its parts belong', [
  [
    'an operation',
    documentWithOperation(described(1_501)),
    ['#/paths/~1partner~1members/get/description', advice],
  ],
  ['its length', documentWithOperation(described(1_501)), [/description$/, 'has 1501 characters']],
  ['an event', documentWithEvent(described(1_501)), [/description$/, advice]],
]);

accepts('1,500 characters, and an operation without a description', [
  ['1,500 characters', documentWithOperation(described(1_500))],
  ['no description', documentWithOperation({ responses: {} })],
]);
