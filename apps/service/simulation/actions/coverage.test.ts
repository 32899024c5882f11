import { operations } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { operatorCommands } from '../../src/admin/testing/operator-commands.ts';
import { actionNamed, actions } from './all.ts';

const played = Object.keys(actions).map(actionNamed);

// A request for an operation, or a command, that an action does not name is a finding of the simulator itself.
describe('what there is to do is done by an action', () => {
  it.each(operations.map(({ id }) => id))('the operation %s of the contract', (id) => {
    expect(played.flatMap((action) => action.operations ?? [])).toContain(id);
  });

  const left: Record<string, string> = {
    'member create': 'creates the account that the stories begin with, by the same function',
    'member export': 'writes a file; the account page gives the same export',
    'member claim': 'decides for a player what the account page has them decide themselves',
    'member second-factor remove': 'needs a second factor, which no player of a story has',
    'account create': 'is for the pages of operators, which no story opens',
    'account reset': 'is for the pages of operators, which no story opens',
    'account remove': 'is for the pages of operators, which no story opens',
  };

  it.each(operatorCommands().map(([words]) => words))(
    "the operator's command %s, or a reason is given why not",
    (command) => {
      const isPlayed = played.some((action) => action.commands?.includes(command));
      expect(isPlayed).toBe(left[command] === undefined);
    },
  );
});
