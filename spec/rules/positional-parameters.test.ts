import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const schemas = { MemberReference: { type: 'string' } };
const member = { $ref: '#/components/schemas/MemberReference' };
const found = async (parameter: object) =>
  await findings(
    'positional-parameters',
    documentWithOperation(
      { parameters: [{ in: 'query', ...parameter }], responses: {} },
      { components: { schemas } },
    ),
  );
const at = '#/paths/~1partner~1members/get/parameters/0';

describe('positional-parameters', () => {
  it('refuses another name for a member', async () => {
    expect(await found({ name: 'playerId', schema: member })).toEqual([
      { at: `${at}/name`, message: expect.stringContaining('`memberId`, and not `playerId`') },
    ]);
  });

  it('accepts the name that other services have for a member, where it is marked', async () => {
    expect(await found({ name: 'player', schema: member, 'x-compatibility': true })).toEqual([]);
  });

  it('refuses what is positional and no identifier in the query', async () => {
    const positional = { 'x-positional': true, schema: { type: 'string' } };
    for (const parameter of [{ name: 'sport' }, { name: 'matchId', in: 'path', required: true }]) {
      expect(await found({ ...positional, ...parameter })).toEqual([
        { at: `${at}/x-positional`, message: expect.stringContaining('anything else is named') },
      ]);
    }
  });

  it('accepts the identifier of the thing that an operation is about', async () => {
    expect(await found({ name: 'memberId', schema: member, 'x-positional': true })).toEqual([]);
  });
});
