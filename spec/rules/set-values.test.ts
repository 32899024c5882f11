import { expect, it } from 'vitest';
import { contract, readAdminContract } from '../src/contract.ts';
import { otherForms } from './set-values.ts';
import { documentWithSchemas, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('set-values');
const withSet = (set: object) => documentWithSchemas({ Surface: { type: 'string', ...set } });
const at = '#/components/schemas/Surface';

refuses(
  'values in another case, and says how to write them',
  ['hardCourt', 'HARD_COURT', 'hard-court'].flatMap((value) => {
    const advice = `write \`hard_court\` in place of \`${value}\``;
    return [
      [value, withSet({ enum: ['clay', value] }), [`${at}/enum`, advice]],
      [value, withSet({ 'x-extensible-enum': [value] }), [`${at}/x-extensible-enum`, advice]],
    ] as const;
  }),
);

accepts('lower_snake, numbers, null, and the names of the specification and of the RFCs', [
  ['each of them', withSet({ enum: ['clay', 'hard_court', 'top_10', 3, null] })],
  ...otherForms.map(({ because, values }) => [because, withSet({ enum: values })] as const),
]);

it('the rule has exceptions only for values of the document, each with a reason', () => {
  const document = JSON.stringify([contract.document, readAdminContract().document]);
  for (const { values, because } of otherForms) {
    expect(because).not.toBe('');
    expect(values.filter((value) => !document.includes(`"${value}"`))).toEqual([]);
  }
});
