import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectEqual } from '../finding.ts';
import { runCommand, runToSuccess } from '../world/command-line.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { type Action, choose, upTo } from './action.ts';

const KINDS = ['partner', 'member', 'match', 'ratings', 'records'] as const;

/** The operator looks something up with commands, and the output is right. */
export const lookUp: Action<{
  kind: (typeof KINDS)[number];
  partner: number;
  player: number;
  match: number;
}> = {
  weight: 3,
  commands: [
    'partner list',
    'partner show',
    'member find',
    'member show',
    'match list',
    'match show',
    'ratings audit',
    'ratings parameters',
    'ratings backtest',
    'job list',
    'job show',
    'job cancel',
    'job differences',
    'overview',
    'storage',
    'account list',
    'audit list',
    'token list',
    'secrets reseal',
  ],
  draw: (random) => ({
    kind: pick(random, KINDS),
    partner: upTo(random, PARTNERS),
    player: upTo(random, PLAYERS),
    match: upTo(random, 1_000),
  }),
  play: async (world, { kind, partner, player, match }) => {
    switch (kind) {
      case 'partner':
        return await lookUpPartner(world, partner);
      case 'member':
        return await lookUpMember(world, player);
      case 'match':
        return await lookUpMatch(world, partner, match);
      case 'ratings':
        await lookUpAudit(world);
        await runToSuccess(world, 'ratings', 'parameters');
        await runCommand(world, 'ratings', 'backtest');
        return 'The operator has the ratings audited, and tested against the past.';
      case 'records':
        await runToSuccess(world, 'account', 'list');
        await runToSuccess(world, 'audit', 'list', '--limit', '5');
        await runToSuccess(world, 'token', 'list');
        await runToSuccess(world, 'overview');
        await runToSuccess(world, 'storage');
        await runToSuccess(world, 'secrets', 'reseal', '--dry-run');
        return 'The operator reads the audit.';
    }
  },
};

/** The result of an audit is stored, and the job can no longer be cancelled. */
async function lookUpAudit(world: World): Promise<void> {
  await runToSuccess(world, 'ratings', 'audit');
  const [last] = await runToSuccess(world, 'job', 'list', '--kind', 'ratings_audit');
  const id = String(last?.jobId);
  for (const command of ['show', 'cancel']) {
    const [job] = await runToSuccess(world, 'job', command, id);
    expectEqual(job?.status, last?.status, `The audit ${id} has another status in the list.`);
  }
  expectEqual(await runToSuccess(world, 'job', 'differences', id), [], 'An audit found something.');
}

async function lookUpPartner(world: World, partner: number): Promise<string> {
  const { clientId, name } = world.partner(partner);
  const listed = await runToSuccess(world, 'partner', 'list');
  expectEqual(
    listed
      .filter((one) => one.deletedAt === null)
      .map((one) => [one.clientId, one.suspendedAt !== null])
      .toSorted(),
    world.partners
      .map(({ clientId: id, index }) => [id, world.model.suspended.has(index)])
      .toSorted(),
    'The operator lists other partners, or others that are suspended.',
  );
  await runToSuccess(world, 'partner', 'show', clientId);
  return `The operator looks ${name} up.`;
}

async function lookUpMember(world: World, player: number): Promise<string> {
  const { name, memberId, email } = world.player(player);
  const found = await runToSuccess(world, 'member', 'find', email);
  const isErased = world.model.erased.has(player);
  expectEqual(
    found.filter((one) => one.memberId === memberId).length,
    isErased ? 0 : 1,
    `The operator looks for the address of ${name}, who is ${isErased ? '' : 'not '}erased.`,
  );
  const { status } = await runCommand(world, 'member', 'show', memberId);
  expectEqual(status, isErased ? 1 : 0, `The operator looks ${name} up.`);
  return `The operator looks ${name} up.`;
}

async function lookUpMatch(world: World, partner: number, number: number): Promise<string> {
  const { clientId } = world.partner(partner);
  await runToSuccess(world, 'match', 'list', '--partner', clientId, '--limit', '5');
  const match = choose(world.model.matches, number);
  if (match === undefined) return 'The operator finds no match.';
  const [shown] = await runToSuccess(world, 'match', 'show', match.id);
  expectEqual(
    shown?.status === 'voided',
    match.isVoided,
    `${match.identifier} is shown to the operator as ${shown?.status}.`,
  );
  return `The operator looks ${match.identifier} up.`;
}
