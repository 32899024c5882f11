import { pick } from '@partner-rating/service/src/platform/random.ts';
import { expectThat } from '../finding.ts';
import { runCommand, runToSuccess } from '../world/command-line.ts';
import { getByKey } from '../world/network.ts';
import { equipPartner, PARTNERS, PLAYERS, redirectUriOf } from '../world/people.ts';
import { type Action, choose, upTo } from './action.ts';

const DECISIONS = ['void', 'void', 'release', 'uphold', 'uphold'] as const;

/** The operator suspends or resumes a partner. */
export const suspend: Action<{ partner: number; isSuspended: boolean }> = {
  weight: 3,
  commands: ['partner suspend', 'partner resume'],
  draw: (random) => ({ partner: upTo(random, PARTNERS), isSuspended: random() < 0.25 }),
  play: async (world, { partner, isSuspended }) => {
    const { name, clientId } = world.partner(partner);
    await runToSuccess(world, 'partner', isSuspended ? 'suspend' : 'resume', clientId);
    world.model.suspend(partner, isSuspended, world.time.now);
    return `The operator ${isSuspended ? 'suspends' : 'resumes'} ${name}.`;
  },
};

/** The operator deletes a partner, and another one takes its number. */
export const endPartner: Action<{ partner: number; name: number }> = {
  weight: 0.25,
  commands: ['partner delete', 'partner create', 'partner edit'],
  operations: ['usage.get', 'oauth.listScopes'],
  draw: (random) => ({ partner: upTo(random, PARTNERS), name: upTo(random, 1e6) }),
  play: async (world, { partner, name: number }) => {
    const { model } = world;
    const { clientId, name, apiKey } = world.partner(partner);
    await runToSuccess(world, 'partner', 'delete', clientId, '--yes');
    model.endPartner(partner, world.time.now);
    const { statusCode } = await getByKey(world, apiKey, '/api/v1/partner/usage');
    expectThat(
      statusCode === 401,
      () => `${name} is deleted, and its key is answered ${statusCode}.`,
    );
    const other = {
      index: partner,
      name: `Club ${number}`,
      clientId: `club-${number}-${world.time.now}`,
    };
    await runToSuccess(
      world,
      ...['partner', 'create', other.clientId, '--name', other.name],
      ...['--redirect-uri', redirectUriOf(other.clientId)],
    );
    const next = await equipPartner({ ...world.dependencies, database: world.direct }, other);
    world.partners[partner] = next;
    await runToSuccess(world, 'partner', 'edit', next.clientId, '--name', `Club No ${number}`);
    const scopes = await getByKey(world, next.apiKey, '/api/v1/partner/oauth/scopes');
    expectThat(scopes.statusCode === 200, () => `${next.name} cannot list the scopes.`);
    return `The operator deletes ${name}, and ${next.name} takes its place.`;
  },
};

/**
 * The operator locks the account of a connected player if there is one, or unlocks a locked
 * account.
 */
export const lock: Action<{ player: number; isLocked: boolean }> = {
  weight: 3,
  commands: ['member lock', 'member unlock'],
  draw: (random) => ({ player: upTo(random, PLAYERS), isLocked: random() < 0.4 }),
  play: async (world, { player: number, isLocked }) => {
    const { model } = world;
    const meant = isLocked ? model.grantsNow().map(({ player }) => player) : [...model.locked];
    const player = choose(meant, number) ?? number;
    const { name, memberId } = world.player(player);
    if (model.erased.has(player)) return `${name} is erased and has no account to lock.`;
    await runToSuccess(world, 'member', isLocked ? 'lock' : 'unlock', memberId);
    if (isLocked) {
      model.locked.add(player);
      model.revokeWhere((token) => token.player === player);
    } else model.locked.delete(player);
    return `The operator ${isLocked ? 'locks' : 'unlocks'} the account of ${name}.`;
  },
};

/** The operator erases a person who asked for it. */
export const erase: Action<{ player: number }> = {
  weight: 0.2,
  commands: ['member erase'],
  draw: (random) => ({ player: upTo(random, PLAYERS) }),
  play: async (world, { player }) => {
    const { name, memberId } = world.player(player);
    const { erased } = world.model;
    if (erased.size >= 2 || erased.has(player)) return 'Nobody else wants to be erased.';
    await runToSuccess(world, 'member', 'erase', memberId, '--yes');
    world.model.erase(player, world.time.now);
    return `The operator erases ${name}.`;
  },
};

/** The operator voids a match, or decides about a held or disputed one. */
export const decideAsOperator: Action<{ match: number; decision: (typeof DECISIONS)[number] }> = {
  weight: 1.5,
  commands: ['match list', 'match void', 'match release', 'match uphold'],
  draw: (random) => ({ match: upTo(random, 1_000), decision: pick(random, DECISIONS) }),
  play: async (world, { match: number, decision }) => {
    const because = ['--reason', 'The score sheet shows it.'];
    if (decision === 'void') {
      const match = choose(world.model.matches, number);
      if (match === undefined || match.isVoided)
        return 'There is no match for the operator to void.';
      await runToSuccess(world, 'match', 'void', match.id, ...because, '--yes');
      match.isVoided = true;
      return 'The operator voids a match.';
    }
    const status = decision === 'release' ? 'held' : 'disputed';
    const found = await runToSuccess(world, 'match', 'list', '--status', status);
    const id = choose(found, number)?.matchId;
    if (id === undefined) return `There is no ${status} match for the operator.`;
    const [decided] = await runToSuccess(
      world,
      ...['match', decision, `${id}`, ...(decision === 'uphold' ? because : [])],
    );
    expectThat(decided?.status !== status, () => `${id} is still ${status} after ${decision}.`);
    return `The operator decides to ${decision} a match that is ${status}.`;
  },
};

/** The operator rebuilds all ratings. */
export const rebuild: Action<{ isDryRun: boolean }> = {
  weight: 0.6,
  commands: ['ratings rebuild'],
  draw: (random) => ({ isDryRun: pick(random, [true, false]) }),
  play: async (world, { isDryRun }) => {
    await runToSuccess(world, 'ratings', 'rebuild', ...(isDryRun ? ['--dry-run'] : []));
    return `The operator rebuilds the ratings${isDryRun ? ', as a dry run' : ''}.`;
  },
};

/** The operator corrects where a player lives, or changes for them whether others can find them. */
export const editMember: Action<{ player: number; city: string; wanted: 'on' | 'off' | null }> = {
  weight: 1,
  commands: ['member edit', 'member discovery on', 'member discovery off'],
  draw: (random) => ({
    player: upTo(random, PLAYERS),
    city: pick(random, ['Austin', 'Dallas', 'San Antonio']),
    wanted: pick(random, ['on', 'off', null, null] as const),
  }),
  play: async (world, { player, city, wanted }) => {
    const { name, memberId } = world.player(player);
    const { model } = world;
    if (model.erased.has(player)) return `${name} is erased and cannot be changed.`;
    if (wanted === null) {
      await runToSuccess(world, 'member', 'edit', memberId, '--city', city);
      return `The operator notes that ${name} lives in ${city}.`;
    }
    await runToSuccess(world, 'member', 'discovery', wanted, memberId);
    if (wanted === 'on') model.hidden.delete(player);
    else model.hidden.add(player);
    return `The operator has ${name} ${wanted === 'on' ? '' : 'not '}found by others.`;
  },
};

/** The operator replays a delivery, or all of the last hours. */
export const redeliverAsOperator: Action<{ partner: number; delivery: number; isReplay: boolean }> =
  {
    weight: 1,
    commands: ['delivery list', 'delivery show', 'delivery redeliver', 'delivery replay'],
    draw: (random) => ({
      partner: upTo(random, PARTNERS),
      delivery: upTo(random, 20),
      isReplay: random() < 0.3,
    }),
    play: async (world, { partner, delivery: number, isReplay }) => {
      const { name, clientId } = world.partner(partner);
      if (isReplay) {
        const since = new Date(world.time.now - 6 * 3_600_000).toISOString();
        const { status } = await runCommand(
          world,
          ...['delivery', 'replay', clientId, '--since', since, '--status', 'all'],
        );
        return `The operator replays the deliveries of ${name} (${status}).`;
      }
      const deliveries = await runToSuccess(world, 'delivery', 'list', '--partner', clientId);
      const id = choose(deliveries, number)?.deliveryId;
      if (id === undefined) return `There are no deliveries of ${name} for the operator.`;
      await runToSuccess(world, 'delivery', 'show', `${id}`);
      const { status } = await runCommand(world, 'delivery', 'redeliver', `${id}`);
      return `The operator has a delivery to ${name} made again (${status}).`;
    },
  };
