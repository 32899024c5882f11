import { describe, expect, it } from 'vitest';
import { ownNames } from '../src/own-names.ts';
import { contract } from './source.ts';

const clientContract = ownNames(contract);
const queryOf = (id: string) => clientContract.operation(id).parameters.map(({ name }) => name);

describe('the contract of the clients', () => {
  it('contains no names for clients of other services', () => {
    expect(queryOf('members.search')).toEqual(expect.arrayContaining(['memberId', 'minRating']));
    for (const name of ['member', 'rating1', 'sortField']) {
      expect(queryOf('members.search')).not.toContain(name);
    }
    expect(queryOf('leaderboard.list')).not.toContain('clubId');
  });

  it('requires our name of a field for which the service accepts two names', () => {
    const { required, properties, anyOf } = clientContract.schemas.PlayerRankRequest ?? {};
    expect([required, anyOf]).toEqual([['memberId'], undefined]);
    expect(Object.keys(properties ?? {})).not.toContain('playerId');
    expect(contract.schemas.PlayerRankRequest?.properties).toHaveProperty('playerId');
  });

  it('is otherwise the same document', () => {
    const { PlayerRankRequest: _, ...others } = contract.schemas;
    expect(clientContract.schemas).toMatchObject(others);
    expect(clientContract.operations().map(({ id }) => id)).toEqual(
      contract.operations().map(({ id }) => id),
    );
  });
});
