import { alone } from './alone.ts';
import { connecting } from './connecting.ts';
import { errors } from './errors.ts';
import { leaderboard } from './leaderboard.ts';
import { lists } from './lists.ts';
import { matches } from './matches.ts';
import { members } from './members.ts';
import { misbehavingServer } from './misbehaving.ts';
import { serviceOnly } from './service-only.ts';
import type { Behaviours, Library, Outcomes, Service, Setting } from './setting.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

const both: Behaviours<Service> = {
  ...members,
  ...lists,
  ...matches,
  ...leaderboard,
  ...webhookEndpoint,
  ...connecting,
  ...errors,
};

/** All behaviours, by what they speak to. */
export const suite = {
  'against the mock': both,
  'against the service': { ...both, ...serviceOnly },
  'against a server that misbehaves': misbehavingServer,
  'by itself': alone,
};

/** Puts every behaviour to the test in this runtime. */
export async function run(library: Library, setting: Setting): Promise<Outcomes> {
  const outcomes = await Promise.all([
    outcomesOf(suite['against the mock'], library, setting.mock),
    outcomesOf(suite['against the service'], library, setting.service),
    outcomesOf(suite['against a server that misbehaves'], library, setting.misbehaving),
    outcomesOf(suite['by itself'], library, null),
  ]);
  return Object.fromEntries(Object.keys(suite).map((name, index) => [name, outcomes[index] ?? {}]));
}

async function outcomesOf<Target>(
  behaviours: Behaviours<Target>,
  library: Library,
  target: Target,
): Promise<Outcomes[string]> {
  const outcomes: Outcomes[string] = {};
  for (const [promise, behaviour] of Object.entries(behaviours)) {
    outcomes[promise] = await behaviour(library, target).then(
      () => null,
      (error: unknown) => (error instanceof Error ? `${error.stack ?? error}` : String(error)),
    );
  }
  return outcomes;
}
