import { expectThat } from '../finding.ts';
import { runToSuccess } from '../world/command-line.ts';
import { getByKey } from '../world/network.ts';
import { equipPartner, PARTNERS, redirectUriOf } from '../world/people.ts';
import { type Action, upTo } from './action.ts';

/** The operator ends a partner for good, and another one takes its place. */
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
