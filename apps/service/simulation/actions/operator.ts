import { voidByOperator } from '../../src/admin/match/void-by-operator.ts';
import { lockAccess, unlockAccess } from '../../src/admin/member/account-lock.ts';
import { setSuspension } from '../../src/admin/partner/suspend-partner.ts';
import { OperatorError } from '../../src/admin/terminal/operator-error.ts';
import { eraseMember } from '../../src/erasure/erase-member.ts';
import { pick } from '../../src/platform/random.ts';
import { rebuildRatings } from '../../src/ratings/rebuild-ratings.ts';
import { operate } from '../world/network.ts';
import { PARTNERS, PLAYERS } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';

/** The operator suspends a partner, or lifts it. */
export const suspend: Action<{ partner: number; isSuspended: boolean }> = {
  weight: 3,
  draw: (random) => ({ partner: upTo(random, PARTNERS), isSuspended: random() < 0.4 }),
  play: async (world, { partner, isSuspended }) => {
    const { name, clientId } = world.partner(partner);
    await operate(
      world,
      async () => await setSuspension(world.dependencies, clientId, { isSuspended }),
    );
    world.model.suspend(partner, isSuspended, world.time.now);
    return `The operator ${isSuspended ? 'suspends' : 'resumes'} ${name}.`;
  },
};

/** The operator locks an account, or unlocks it. */
export const lock: Action<{ player: number; isLocked: boolean }> = {
  weight: 3,
  draw: (random) => ({ player: upTo(random, PLAYERS), isLocked: random() < 0.5 }),
  play: async (world, { player, isLocked }) => {
    const { name, memberId } = world.player(player);
    const { model } = world;
    if (model.erased.has(player)) return `${name} is erased and has no account to lock.`;
    await operate(world, async () =>
      isLocked
        ? await lockAccess(world.dependencies, { memberId })
        : await unlockAccess(world.dependencies, memberId),
    );
    if (isLocked) {
      model.locked.add(player);
      model.revokeWhere((token) => token.player === player);
    } else model.locked.delete(player);
    return `The operator ${isLocked ? 'locks' : 'unlocks'} the account of ${name}.`;
  },
};

/** The operator erases a person who asked for it. */
export const erase: Action<{ player: number }> = {
  weight: 0.4,
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const { name, memberId } = world.player(player);
    if (world.model.erased.size >= 2) return 'Nobody else wants to be erased.';
    await operate(
      world,
      async () => await eraseMember(world.dependencies, { memberId, actor: 'operator' }),
    );
    world.model.erase(player, world.time.now);
    return `The operator erases ${name}.`;
  },
};

/** The operator takes a match back. */
export const voidAsOperator: Action<{ match: number }> = {
  weight: 1,
  draw: (random) => ({ match: upTo(random, 1_000) }),
  play: async (world, { match: number }) => {
    const match = choose(world.model.matches, number);
    if (match === undefined || match.isVoided) return 'There is no match for the operator to void.';
    const request = { matchId: match.id, reason: 'Reported as wrong.' };
    await operate(
      world,
      async () =>
        await voidByOperator(world.dependencies, request).catch((error: unknown) => {
          // It was done, and the service died then.
          if (!(error instanceof OperatorError)) throw error;
        }),
    );
    match.isVoided = true;
    return 'The operator voids a match.';
  },
};

/** The operator rebuilds all ratings. */
export const rebuild: Action<{ isDryRun: boolean }> = {
  weight: 0.6,
  draw: (random) => ({ isDryRun: pick(random, [true, false]) }),
  play: async (world, { isDryRun: dryRun }) => {
    await operate(world, async () => await rebuildRatings(world.dependencies, { dryRun }));
    return `The operator rebuilds the ratings${dryRun ? ', as a dry run' : ''}.`;
  },
};
